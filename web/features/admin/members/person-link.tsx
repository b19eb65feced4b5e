import { Fragment } from 'react'
import { enumeratedParts } from '../../../lib/format.ts'
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
  const byId = new Map(people.map((person) => [person.id, person]))
  return enumeratedParts([...byId.keys()]).map(({ value }, index) => {
    const person = byId.get(value)
    return <Fragment key={index}>{person ? <PersonLink person={person} /> : value}</Fragment>
  })
}
