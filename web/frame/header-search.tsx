import { Search } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { useNavigate } from '../lib/navigation.tsx'
import { t } from '../lib/t.ts'
import { TextInput } from '../ui/forms/inputs.tsx'

/** Leads to the grid from every page; works without scripts too. */
export function HeaderSearch({ className }: { className: string }) {
  const navigate = useNavigate()
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('search')
    if (typeof text === 'string') navigate(`/?${String(new URLSearchParams({ search: text }))}`)
  }
  return (
    <form role="search" action="/" onSubmit={search} className={`relative ${className}`}>
      <Search size={18} aria-hidden className="absolute top-1/2 start-3.5 -translate-y-1/2 text-muted" />
      <TextInput
        type="search"
        name="search"
        aria-label={t('Search items')}
        placeholder={t('Search items')}
        className="rounded-full! ps-10"
      />
    </form>
  )
}
