import { Bell, BellRing } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useSearchParams } from '../../../lib/navigation.tsx'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { queryOf } from '../filters.ts'
import { type SaveSearchProps, SaveWords } from './save-words.tsx'
import { savedAs, useSavedSearches } from './saved-searches.ts'

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'))

const ID = 'save-search'

/** The button that saves a search; of one that is saved it says so, and changes it. */
export default function SaveSearchButton({ filters, main = false }: SaveSearchProps) {
  const { data: searches, error } = useSavedSearches()
  const saved = savedAs(filters, searches)
  const [address, setAddress] = useSearchParams()
  const back = address.has('save')
  const [open, setOpen] = useState(false)
  const comeBack = useEffectEvent(() => {
    if (!back) return
    // The focus goes there when the dialog closes.
    document.getElementById(ID)?.focus()
    setOpen(true)
  })
  useLayoutEffect(() => comeBack(), [])
  useReading(saved?.id)
  return (
    <>
      <Button
        id={ID}
        variant={main && !saved ? 'primary' : 'quiet'}
        aria-haspopup="dialog"
        {...(saved && { 'aria-label': t('Saved: change this search') })}
        onPointerEnter={SearchDialog.prime}
        onFocus={SearchDialog.prime}
        onClick={() => setOpen(true)}
      >
        {saved ? <BellRing size={18} aria-hidden /> : <Bell size={18} aria-hidden />}
        {saved ? t('Saved') : <SaveWords main={main} />}
      </Button>
      {/* Only once it is known whether it is saved: 'Cancel' would become 'Remove' under the finger. */}
      {open && (searches ?? error) !== undefined && (
        <SearchDialog
          filters={filters}
          saved={saved}
          onOpenChange={() => {
            setOpen(false)
            if (back) setAddress(queryOf(filters), { replace: true })
          }}
        />
      )}
    </>
  )
}

/** Having what it finds on screen is reading it: it isn't paused. */
function useReading(id: string | undefined) {
  useEffect(() => {
    // Where that fails, the next look does it.
    if (id !== undefined) call('PATCH /api/searches/read', { body: { ids: [id] } }).catch(() => undefined)
  }, [id])
}
