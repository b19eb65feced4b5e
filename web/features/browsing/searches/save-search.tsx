import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { loginPath } from '../../../lib/return-to.ts'
import { useMember } from '../../../lib/use-member.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { useIntent } from '../../../ui/use-intent.ts'
import { queryOf } from '../filters.ts'
import { type SaveSearchProps, SaveWords } from './save-words.tsx'

const load = () => import('./save-search-button.tsx')

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
