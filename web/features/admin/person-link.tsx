import type { Report } from '../../../src/modules/admin/contract.ts'

type Person = Report['about']

export const personName = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

export function PersonLink({ person }: { person: Person }) {
  return (
    <a href={`mailto:${person.email}`} className="link">
      {personName(person)}
    </a>
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
