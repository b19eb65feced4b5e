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
