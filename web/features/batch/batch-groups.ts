import { MAX_PHOTOS } from '../../../src/modules/catalog/contract.ts'

/** The photos of each item, by their ids; the first of each is its cover. */
export type Groups = number[][]

/** What there is now: photos that are gone leave their items, new ones are items of their own. */
export function arrange(groups: Groups, photos: number[]): Groups {
  const kept = groups.map((group) => group.filter((id) => photos.includes(id)))
  const known = new Set(kept.flat())
  return [...kept, ...photos.filter((id) => !known.has(id)).map((id) => [id])].filter((group) => group.length > 0)
}

export const isFull = (group: number[]): boolean => group.length >= MAX_PHOTOS

/** Makes the photo one more view of the item that `mate` belongs to, unless that has as many as an item may have. */
export function joinListing(groups: Groups, photo: number, mate: number): Groups {
  const target = groups.find((group) => group.includes(mate))
  if (!target || target.includes(photo) || isFull(target)) return groups
  const left = without(groups, photo)
  return left.map((group) => (group.includes(mate) ? [...group, photo] : group))
}

/** Makes the photo an item of its own, right after the one it was in. */
export function ownListing(groups: Groups, photo: number): Groups {
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
