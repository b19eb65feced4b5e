import { Link } from '../../../lib/navigation.tsx'
import { WAITS } from '../../../../src/modules/admin/constants.ts'
import type { Storm } from '../../../../src/modules/admin/overview/contract.ts'
import { t } from '../../../lib/t.ts'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { PersonLinks } from '../members/person-link.tsx'
import { useDeskRow } from '../today/desk-keys.tsx'
import { Taking, type TakingProps } from '../today/taking.tsx'

/** Much of the same within a day, for people to judge. */
export function StormRow({ storm, taking }: { storm: Storm; taking: TakingProps }) {
  const more = storm.memberCount - storm.members.length
  return (
    <article {...useDeskRow()} aria-label={storm.name} className="scroll-my-20 p-4 -outline-offset-3">
      <h3 className="font-semibold wrap-anywhere">
        <Name storm={storm} />
      </h3>
      <p className="text-sm text-muted wrap-anywhere">
        <TimeAgo at={storm.since} />
        {': '}
        <PersonLinks people={storm.members} />
        {more > 0 && ` ${t('and {count, plural, one {# more} other {# more}}', { count: more })}`}
      </p>
      <p className="text-sm text-muted">
        {t(WAITS[STORMS[storm.kind]].text)}
        {storm.kind === 'network' && ` ${t("It may be one person, a school's Wi-Fi, or a phone company.")}`}
      </p>
      <Taking {...taking} />
    </article>
  )
}

/** The kinds of storms among all that waits. */
const STORMS = { title: 'repeated_title', domain: 'new_from_one_place', network: 'new_from_one_place' } as const

function Name({ storm: { kind, name, count } }: { storm: Storm }) {
  if (kind === 'network')
    return t('{count, plural, one {# new member} other {# new members}} from one network', { count })
  if (kind === 'domain')
    return t('{count, plural, one {# new member} other {# new members}} with addresses at {domain}', {
      count,
      domain: name,
    })
  return (
    <Link to={`/admin/listings?${new URLSearchParams({ search: name })}`} className="link">
      {t('“{title}” listed {count, plural, one {# time} other {# times}}', { title: name, count })}
    </Link>
  )
}
