import { type Said, say } from '../../../platform/language/words.ts'
import type { CardOfListing } from '../../catalog/index.ts'

/** Reasons for which somebody can't buy a listing at all. */
export type Obstacle = 'absent' | 'blocked' | 'own' | 'bought' | 'sold'

export interface Viewer {
  /** Undefined for a visitor. */
  viewerId: string | undefined
  /** The members with whom the viewer doesn't trade. */
  blocked: Set<string>
}

export function obstacleOf(listing: CardOfListing | undefined, { viewerId, blocked }: Viewer): Obstacle | null {
  if (viewerId !== undefined && listing?.buyerId === viewerId) return 'bought'
  if (viewerId !== undefined && listing?.card.userId === viewerId) return 'own'
  if (!listing?.isPublic) return 'absent'
  const { userId, status } = listing.card
  if (blocked.has(userId)) return 'blocked'
  return status === 'claimed' ? 'sold' : null
}

const notOffered = (title?: string) =>
  title === undefined ? say('An item is no longer offered') : say('"{title}" is no longer offered', { title })

const WORDS: Record<Obstacle, (title?: string) => Said> = {
  absent: notOffered,
  blocked: notOffered,
  own: (title) => (title === undefined ? say('An item is your own') : say('"{title}" is your own', { title })),
  bought: (title) =>
    title === undefined ? say('An item is yours already') : say('"{title}" is yours already', { title }),
  sold: (title) =>
    title === undefined ? say('An item has just been sold') : say('"{title}" has just been sold', { title }),
}

/** `"Doll" was sold meanwhile`. Of what is not public, only those learn the title who knew it: `title`. */
export function describeObstacle(obstacle: Obstacle, listing: CardOfListing | undefined, title?: string): Said {
  return WORDS[obstacle](title ?? (listing?.isPublic ? listing.card.title : undefined))
}
