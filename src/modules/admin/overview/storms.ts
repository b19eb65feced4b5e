import type { Reader } from '../../../platform/database.ts'
import { repeatedTitles } from '../../catalog/index.ts'
import { findMembers, newFromOnePlace } from '../../identity/index.ts'
import type { Storm } from './contract.ts'
import { presentPerson } from '../members/present-person.ts'

/** Much of the same within a day, each a row for people to judge: by numbers alone nothing is hidden and nobody suspended. */
export async function listStorms(reader: Reader, now: Date): Promise<Storm[]> {
  const [titles, places] = await Promise.all([repeatedTitles(reader, now), newFromOnePlace(reader, now)])
  const storms = [
    ...titles.map(({ title, ...storm }) => ({ kind: 'title' as const, name: title, ...storm })),
    ...places.map(({ domain, ...storm }) => ({
      kind: 'domain' as const,
      name: domain,
      members: storm.count,
      ...storm,
    })),
  ].toSorted((one, other) => one.since.getTime() - other.since.getTime())
  const people = await findMembers(
    reader,
    storms.flatMap(({ memberIds }) => memberIds),
  )
  return storms.map(({ memberIds, members, since, ...storm }) => ({
    ...storm,
    since: since.toISOString(),
    memberCount: members,
    members: memberIds.map((id) => presentPerson(people, id)),
  }))
}
