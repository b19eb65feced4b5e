import { type SubmitEvent, useEffect, useState } from 'react'
import useSWR from 'swr'
import { FILTERS, groupsOf } from '../../../src/modules/catalog/attributes.ts'
import type { Sort } from '../../../src/modules/catalog/contract.ts'
import { getPage, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import Dialog from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select, TextInput } from '../../ui/forms/inputs.tsx'
import { CategoryOptions } from '../listing/choice-options.tsx'
import { useCategories } from '../listing/use-categories.ts'
import { ChipChoice, inOrder, inThePagesLanguage } from './chip-choice.tsx'
import {
  type ChangeFilters,
  type Filters,
  LONGEST_TEXT,
  SORT_LABELS,
  browseQuery,
  chosen,
  isFiltered,
  noFilters,
} from './filters.ts'
import { forgetPlace } from './known-place.ts'
import { PlaceField } from './place-field.tsx'

interface Props {
  filters: Filters
  onChange: ChangeFilters
  onOpenChange: (open: boolean) => void
}

const PRICES = ['1', '2', '3', '5', '10']
const pricesWith = (chosen: string) => inOrder(PRICES, chosen).map((price): [string, string] => [price, price])

/** The first group is what most look for; the others stand behind their headings. */
function choicesFor(filter: (typeof FILTERS)[number], chosen: string) {
  const any: [string, string] = ['', t('Any')]
  if (!filter.choices) return { choices: [any, ...pricesWith(chosen)] }
  const [first, ...more] = groupsOf(filter).map(({ legend = '', choices }) => ({
    legend: t(legend),
    choices: inThePagesLanguage(choices),
  }))
  return { choices: [any, ...(first?.choices ?? [])], more }
}
const COUNT_PAUSE_MS = 250

/** All filters at once. The grid changes when they are shown, so that Back undoes them together. */
export default function FilterSheet({ filters, onChange, onOpenChange }: Props) {
  const [draft, setDraft] = useState(filters)
  const count = useCount(draft)
  const categories = useCategories(draft.category)
  const edit = (change: Partial<Filters>) =>
    // The text that is being typed stays as it is: a space at its end becomes the space between two words.
    setDraft(({ search, city, ...rest }) => ({ ...chosen({ ...rest, search, city }, change), search, city, ...change }))
  const show = (event: SubmitEvent) => {
    event.preventDefault()
    if (draft.near === '') forgetPlace()
    onChange(draft)
    onOpenChange(false)
  }
  return (
    <Dialog open onOpenChange={onOpenChange} title={t('Find things')}>
      <form onSubmit={show} role="search" aria-label={t('All filters')} className="flex flex-col gap-5">
        <Field label={t('Search items')}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              enterKeyHint="search"
              maxLength={LONGEST_TEXT}
              value={draft.search}
              onChange={(event) => edit({ search: event.target.value })}
            />
          )}
        </Field>
        <PlaceField filters={draft} onEdit={edit} />
        {FILTERS.filter(({ finds }) => finds !== 'so').map((filter) => (
          <ChipChoice
            key={filter.name}
            legend={t(filter.legend)}
            name={filter.name}
            {...choicesFor(filter, draft[filter.name])}
            value={draft[filter.name]}
            onChoose={(value) => edit({ [filter.name]: value })}
          />
        ))}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('Category')}>
            {(control) => (
              <Select {...control} value={draft.category} onChange={(event) => edit({ category: event.target.value })}>
                <option value="all">{t('All')}</option>
                <CategoryOptions categories={categories.filter((category) => category !== 'all')} />
              </Select>
            )}
          </Field>
          <Field label={t('City')}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={LONGEST_TEXT}
                value={draft.city}
                onChange={(event) => edit({ city: event.target.value })}
              />
            )}
          </Field>
        </div>
        {FILTERS.filter(({ finds }) => finds === 'so').map(({ name, legend, choices = {} }) => (
          <Checkbox
            key={name}
            label={t(legend)}
            checked={draft[name] !== ''}
            onChange={(on) => edit({ [name]: on ? Object.keys(choices)[0] : '' })}
          />
        ))}
        <ChipChoice
          legend={t('Order')}
          name="sort"
          choices={inThePagesLanguage(SORT_LABELS).filter(([sort]) => sort !== 'nearest' || draft.near !== '')}
          value={draft.sort}
          onChoose={(sort) => edit({ sort: sort as Sort })}
        />
        <div className="sticky bottom-0 -mx-4 -mb-6 flex gap-3 border-t border-line bg-surface px-4 py-3 md:-bottom-6 md:-mx-6 md:rounded-b-sheet md:px-6 dark:bg-raised">
          <Button
            variant="plain"
            aria-disabled={!isFiltered(draft)}
            onClick={() => setDraft(noFilters)}
            className="shrink-0"
          >
            {t('Clear all')}
          </Button>
          <Button type="submit" wide>
            {count === undefined ? t('Show items') : t('Show {count, plural, one {# item} other {# items}}', { count })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The number of listings that there would be; the last known while that is being asked. */
function useCount(draft: Filters): number | undefined {
  const asked = path('/api/items', { query: { status: 'available', limit: 1, ...browseQuery(chosen(draft, {})) } })
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), COUNT_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  return useSWR(['count', settled], () => getPage(settled), { keepPreviousData: true }).data?.total
}
