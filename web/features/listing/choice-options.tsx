import { Fragment } from 'react'
import { ATTRIBUTES, type Chosen, groupsOf, hintOf } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { categoryLabel } from './labels.ts'

/** The choices of an attribute, in a select. */
export function ChoiceOptions({ of, hinted = false }: { of: Chosen; hinted?: boolean }) {
  return groupsOf(ATTRIBUTES[of]).map(({ legend, choices }) => {
    const options = Object.entries(choices).map(([value, label]) => {
      const hint = hinted && hintOf(of, value)
      return (
        <option key={value} value={value}>
          {hint ? t('{choice} ({hint})', { choice: t(label), hint: t(hint) }) : t(label)}
        </option>
      )
    })
    return legend === undefined ? (
      <Fragment key="all">{options}</Fragment>
    ) : (
      <optgroup key={legend} label={t(legend)}>
        {options}
      </optgroup>
    )
  })
}

export const CategoryOptions = ({ categories }: { categories: string[] }) =>
  categories.map((category) => (
    <option key={category} value={category}>
      {categoryLabel(category)}
    </option>
  ))
