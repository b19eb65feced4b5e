import { useState } from 'react'
import { useSearchParams } from '../../../lib/navigation.tsx'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { offerUndo } from '../../safety/offer-undo.ts'
import { FoundListings } from './found-listings.tsx'
import { SearchForm } from '../search-form.tsx'

const AdminReasonDialog = lazyDialog(() => import('../../safety/admin-reason-dialog.tsx'))

/** Finds listings by title, of one member where the address names them; several are hidden at once, for one reason. */
export function ListingSearch() {
  const [params] = useSearchParams()
  const [search, setSearch] = useState(params.get('search') ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const choose = (id: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  const hide = async (reason: string) => {
    const { actionIds } = await call('POST /api/admin/listings/hide', { body: { ids: [...chosen], reason } })
    const count = actionIds.length
    offerUndo(t('{count, plural, one {# listing hidden} other {# listings hidden}}', { count }), actionIds)
    setChosen(new Set())
    setAsking(false)
    await refresh('/api/admin', '/api/items')
  }
  return (
    <Card className="overflow-hidden">
      <SearchForm label={t('Title')} first={search} onSearch={setSearch} />
      {chosen.size > 0 && (
        <p className="flex flex-wrap items-center gap-3 px-4 pb-3">
          {t('{count, plural, one {# listing chosen} other {# listings chosen}}', { count: chosen.size })}
          <Button variant="danger" onPointerEnter={AdminReasonDialog.prime} onClick={() => setAsking(true)}>
            {t('Hide them')}
          </Button>
        </p>
      )}
      <FoundListings search={search} sellerId={params.get('of') ?? undefined} chosen={chosen} onChoose={choose} />
      {asking && (
        <AdminReasonDialog
          title={t('Hide these listings?')}
          description={t('From now on only their owners can see them. You can restore them any time.')}
          question={{ label: t('Why?'), hint: t('Their owners will read this.'), name: 'reason', maxLength: 500 }}
          confirm={t('Hide Listings')}
          variant="danger"
          onConfirm={hide}
          onOpenChange={setAsking}
        />
      )}
    </Card>
  )
}
