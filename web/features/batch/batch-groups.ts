import { MAX_PHOTOS } from '../../../src/modules/catalog/contract.ts'

/** Photo ids, one group a listing; the first of each is its cover. */
export type Groups = number[][]

/** Drops photos that are gone from their groups; each new photo gets its own. */
export function arrange(groups: Groups, photos: number[]): Groups {
  const remaining = groups.map((group) => group.filter((id) => photos.includes(id)))
  const known = new Set(remaining.flat())
  return [...remaining, ...photos.filter((id) => !known.has(id)).map((id) => [id])].filter((group) => group.length > 0)
}

export const isFull = (group: number[]): boolean => group.length >= MAX_PHOTOS

/** Moves the photo into the group of `mate`, unless that is full. */
export function joinGroup(groups: Groups, photo: number, mate: number): Groups {
  const target = groups.find((group) => group.includes(mate))
  if (!target || target.includes(photo) || isFull(target)) return groups
  const left = without(groups, photo)
  return left.map((group) => (group.includes(mate) ? [...group, photo] : group))
}

/** Gives the photo its own group, right after the one it was in. */
export function splitOff(groups: Groups, photo: number): Groups {
  return groups.flatMap((group) => {
    if (!group.includes(photo) || group.length === 1) return [group]
    return [group.filter((id) => id !== photo), [photo]]
  })
}

export function makeCover(groups: Groups, photo: number): Groups {
  return groups.map((group) => (group.includes(photo) ? [photo, ...group.filter((id) => id !== photo)] : group))
}

function without(groups: Groups, photo: number): Groups {
  return groups.map((group) => group.filter((id) => id !== photo)).filter((group) => group.length > 0)
}
