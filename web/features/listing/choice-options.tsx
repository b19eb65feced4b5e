import { ATTRIBUTES, type Chosen, hintOf } from '../../../src/modules/catalog/attributes.ts'
import { categoryLabel } from './labels.ts'

/** What an attribute may be, in a select. */
export function ChoiceOptions({ of, hinted = false }: { of: Chosen; hinted?: boolean }) {
  return Object.entries(ATTRIBUTES[of].choices).map(([value, label]) => {
    const hint = hinted && hintOf(of, value)
    return (
      <option key={value} value={value}>
        {hint ? `${label} (${hint})` : label}
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
