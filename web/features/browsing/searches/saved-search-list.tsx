import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { SavedSearch } from '../../../../src/modules/catalog/searches/contract.ts'
import { call, messageFrom } from '../../../lib/api.ts'
import { moveFocus } from '../../../lib/browser/focus.ts'
import { t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { HOW_LABELS, removeSearch } from './change-searches.ts'
import { inOneLine } from '../filter-words.ts'
import { pageAfter } from '../filters.ts'
import { filtersOfSearch, useSavedSearches } from './saved-searches.ts'

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'))

/** A member's saved searches. Having them on screen is reading them: those that were paused go on. */
export function SavedSearchList() {
  const { data: searches, error, mutate } = useSavedSearches()
  const [changing, setChanging] = useState<SavedSearch>()
  const any = searches !== undefined && searches.length > 0
  useEffect(() => {
    // Where that fails, the next visit does it.
    if (any) call('PATCH /api/searches/read', { body: {} }).catch(() => undefined)
  }, [any])
  if (!searches) {
    if (error !== undefined) {
      return <LoadError title={t('Your searches could not be loaded')} error={error} onRetry={() => void mutate()} />
    }
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner /> {t('Loading your searches...')}
      </p>
    )
  }
  if (!any) {
    return (
      <EmptyState
        picture="magnifier"
        title={t('No saved searches yet')}
        action={
          <Link to="/" className={buttonClass()}>
            {t('Browse Items')}
          </Link>
        }
      >
        {t("Search for what you need and press “Save this search”. We'll tell you when a neighbour posts it.")}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="flex max-w-3xl flex-col gap-3">
        {searches.map((search) => (
          <li key={search.id}>
            <Entry search={search} onChange={() => setChanging(search)} />
          </li>
        ))}
      </ul>
      {changing && (
        <SearchDialog
          filters={filtersOfSearch(changing.query)}
          saved={changing}
          onOpenChange={() => setChanging(undefined)}
        />
      )}
    </>
  )
}

function Entry({ search, onChange }: { search: SavedSearch; onChange: () => void }) {
  const { query, how, shown, createdAt, pausedAt } = search
  const filters = filtersOfSearch(query)
  const words = inOneLine(filters)
  const remove = useAction(async () => {
    try {
      await removeSearch(search)
      // The button that was pressed is gone.
      moveFocus(document.querySelector<HTMLElement>('main h1'))
    } catch (error) {
      toast({
        title: t("That couldn't be removed"),
        description: messageFrom(error, t('Please check your connection and try again.')),
        tone: 'danger',
      })
    }
  })
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-lg font-extrabold wrap-anywhere">
          <Link to={pageAfter(filters, {})} className="link" dir="auto">
            {words || t('Everything')}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge tone={how === 'none' ? 'plain' : 'primary'}>{t(HOW_LABELS[how])}</Badge>
          {t('Saved on {day}', { day: formatDay(createdAt) })}
          {shown && (
            <span className="inline-flex items-center gap-1">
              <Eye size={16} aria-hidden /> {t('shown without your name')}
            </span>
          )}
        </p>
        {pausedAt !== null && how !== 'none' && (
          <p className="mt-2 rounded-input bg-lamp-soft px-3 py-2 text-sm text-lamp-text">
            {t("It was paused on {day}, because you hadn't looked at it for 60 days. It's active again.", {
              day: formatDay(pausedAt),
            })}
          </p>
        )}
      </div>
      <div className="-mx-2 flex gap-1">
        <Button
          variant="plain"
          aria-haspopup="dialog"
          aria-label={t('Change: {search}', { search: words })}
          onClick={onChange}
        >
          <Pencil size={18} aria-hidden /> {t('Change')}
        </Button>
        <Button
          variant="plain"
          size="icon"
          aria-label={t('Remove: {search}', { search: words })}
          pending={remove.pending}
          onClick={() => void remove.run()}
        >
          {!remove.pending && <Trash2 size={18} aria-hidden />}
        </Button>
      </div>
    </Card>
  )
}
