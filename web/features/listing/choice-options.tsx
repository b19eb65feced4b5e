import { ATTRIBUTES, type Chosen, hintOf } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { categoryLabel } from './labels.ts'

/** What an attribute may be, in a select. */
export function ChoiceOptions({ of, hinted = false }: { of: Chosen; hinted?: boolean }) {
  return Object.entries(ATTRIBUTES[of].choices).map(([value, label]) => {
    const hint = hinted && hintOf(of, value)
    return (
      <option key={value} value={value}>
        {hint ? t('{choice} ({hint})', { choice: t(label), hint: t(hint) }) : t(label)}
      </option>
    )
  })
}

export const CategoryOptions = ({ categories }: { categories: string[] }) =>
  categories.map((category) => (
    <option key={category} value={category}>
      {categoryLabel(category)}
    </option>
  ))
