import type { SavedSearch, SearchQuery } from '../../../../src/modules/catalog/searches/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { call, messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { setAnswer } from '../../../lib/use-api.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { type Filters, queryOf } from '../filters.ts'
import { SEARCHES } from './saved-searches.ts'

export const HOW_LABELS: Record<SavedSearch['how'], string> = {
  'at-once': words('Right away'),
  daily: words('Once a day'),
  weekly: words('Once a week'),
  none: words('Not at all'),
}

type Choice = Pick<SavedSearch, 'how' | 'shown'>

export const saveSearch = (filters: Filters, choice: Choice) => save(queryFrom(filters), choice)

async function save(query: SearchQuery, { how, shown }: Choice): Promise<void> {
  const saved = await call('POST /api/searches', { body: { query, how, shown } })
  await setAnswer(SEARCHES, (cached = []) => [saved, ...cached])
}

/** A name that the page alone knows stays here. */
function queryFrom(filters: Filters): SearchQuery {
  const { within, ...query } = Object.fromEntries(queryOf({ ...filters, exact: '', cursor: '' }))
  return { ...query, ...(within !== undefined && { within: Number(within) }) }
}

export async function changeSearch(id: string, choice: Choice): Promise<void> {
  const changed = await call('PATCH /api/searches/:id', { params: { id }, body: choice })
  await setAnswer(SEARCHES, (cached) => cached?.map((search) => (search.id === id ? changed : search)))
}

/** Takes it away at once; a toast offers to bring it back. */
export async function removeSearch({ id, query, how, shown }: SavedSearch): Promise<void> {
  await call('DELETE /api/searches/:id', { params: { id } })
  await setAnswer(SEARCHES, (cached) => cached?.filter((search) => search.id !== id))
  const undo = () =>
    void save(query, { how, shown }).catch((error: unknown) =>
      toast({
        title: t("That couldn't be brought back"),
        description: messageFrom(error, t('Please check your connection and try again.')),
        tone: 'danger',
      }),
    )
  toast({ title: t('Search removed'), action: { label: t('Undo'), onSelect: undo } })
}
