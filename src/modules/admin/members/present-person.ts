import type { Member } from '../../identity/index.ts'

export function presentPerson(members: Map<string, Member>, id: string) {
  const member = members.get(id)
  if (!member) throw new Error(`no member ${id}`)
  return { id, firstName: member.firstName, lastName: member.lastName, email: member.email }
}
