import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { loginPath } from '../../lib/return-to.ts'
import { useMember } from '../../lib/use-member.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useIntent } from '../../ui/use-intent.ts'
import { type Filters, queryOf } from './filters.ts'

const load = () => import('./save-search-button.tsx')

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
      {main ? 'Tell me when one appears' : 'Save this search'}
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
