import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { loginPath } from '../../lib/return-to.ts'
import { useMember } from '../../lib/use-member.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useIntent } from '../../ui/use-intent.ts'
import { type Filters, queryOf } from './filters.ts'

const load = () => import('./save-search-button.tsx')

/** Where the button stands beside the filters of a phone there is room for one word. */
export function SaveWords({ main }: { main: boolean }) {
  if (main) return 'Tell me when one appears'
  return (
    <span>
      Save<span className="max-md:sr-only"> this search</span>
    </span>
  )
}

export interface SaveSearchProps {
  /** What is searched for, its typos corrected. */
  filters: Filters
  /** It finds nothing: this is the main thing to do. */
  main?: boolean
}

/** Saves a search. What members need for it comes after the page; visitors come back to it from signing in. */
export function SaveSearch({ filters, main = false }: SaveSearchProps) {
  const member = useMember()
  const [module, prime] = useIntent(load)
  useEffect(() => {
    if (member) prime()
  }, [member, prime])
  if (member && module) return <module.default filters={filters} main={main} />
  const look = buttonClass({ variant: main ? 'primary' : 'quiet' })
  const content = (
    <>
      <Bell size={18} aria-hidden />
      <SaveWords main={main} />
    </>
  )
  if (member === null) {
    return (
      <a href={loginPath(`/?${String(queryOf(filters))}&save=true`)} className={look}>
        {content}
      </a>
    )
  }
  return <span className={`${look} invisible`}>{content}</span>
}
