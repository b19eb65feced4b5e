import type { Reader } from '../../../platform/database.ts'
import { findRepeatedTitles } from '../../catalog/index.ts'
import { findMembers, findNewFromOnePlace } from '../../identity/index.ts'
import type { Storm } from './contract.ts'
import { presentPerson } from '../members/present-person.ts'

/** Much of the same within a day, each for people to judge: by numbers alone nothing is hidden and nobody suspended. By key. */
export async function presentStorms(reader: Reader, keys: string[], now: Date): Promise<Map<string, Storm>> {
  const [titles, places] = await Promise.all([
    findRepeatedTitles(reader, keys, now),
    findNewFromOnePlace(reader, keys, now),
  ])
  const storms = [
    ...titles.map(({ title, ...storm }) => ({ kind: 'title' as const, name: title, ...storm })),
    ...places.map((storm) => ({ members: storm.count, ...storm })),
  ]
  const people = await findMembers(
    reader,
    storms.flatMap(({ memberIds }) => memberIds),
  )
  return new Map(
    storms.map(({ key, memberIds, members, since, ...storm }) => [
      key,
      {
        ...storm,
        since: since.toISOString(),
        memberCount: members,
        members: memberIds.map((id) => presentPerson(people, id)),
      },
    ]),
  )
}
