import { Link } from '../../../lib/navigation.tsx'
import type { Report } from '../../../../src/modules/admin/reports/contract.ts'

type Person = Report['about']

export const personName = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** To the page that admins have of them. */
export function PersonLink({ person }: { person: Person }) {
  return (
    <Link to={`/admin/members/${person.id}`} className="link">
      {personName(person)}
    </Link>
  )
}

export function PersonLinks({ people }: { people: Person[] }) {
  return people.map((person, index) => (
    <span key={person.id}>
      {index > 0 && ', '}
      <PersonLink person={person} />
    </span>
  ))
}
