import { Bell, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../lib/api.ts'
import { loginPath } from '../../lib/return-to.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { type Filters, queryOf } from './filters.ts'
import { savedAs, useSavedSearches } from './saved-searches.ts'

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'))

/** In the address of a search whose dialog is open when its visitor comes back from signing in. */
const OPEN = 'save'

interface Props {
  /** What is searched for, its typos corrected. */
  filters: Filters
  /** It finds nothing: this is the main thing to do. */
  main?: boolean
}

/** Saves a search; of one that is saved it says so, and changes it. */
export function SaveSearch({ filters, main = false }: Props) {
  const member = useMember()
  const saved = savedAs(filters, useSavedSearches().data)
  const [address, setAddress] = useSearchParams()
  const [open, setOpen] = useState(address.has(OPEN))
  useReading(saved?.id)
  if (member === undefined) return null
  const words = saved ? 'Saved' : main ? 'Tell me when one appears' : 'Save this search'
  const look = { variant: main && !saved ? 'primary' : 'quiet' } as const
  const content = (
    <>
      {saved ? <BellRing size={18} aria-hidden /> : <Bell size={18} aria-hidden />}
      {words}
    </>
  )
  if (member === null) {
    return (
      <a href={loginPath(`/?${String(queryOf(filters))}&${OPEN}=true`)} className={buttonClass(look)}>
        {content}
      </a>
    )
  }
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        {...(saved && { 'aria-label': 'Saved: change this search' })}
        onPointerEnter={SearchDialog.prime}
        onFocus={SearchDialog.prime}
        onClick={() => setOpen(true)}
      >
        {content}
      </Button>
      {open && (
        <SearchDialog
          filters={filters}
          saved={saved}
          onOpenChange={() => {
            setOpen(false)
            if (address.has(OPEN)) setAddress(queryOf(filters), { replace: true, preventScrollReset: true })
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
