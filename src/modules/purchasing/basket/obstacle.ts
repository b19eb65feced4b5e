import type { CardOfListing } from '../../catalog/index.ts'

/** Why somebody can't buy a listing at all. */
export type Obstacle = 'absent' | 'blocked' | 'own' | 'bought' | 'sold'

export interface Viewer {
  /** Undefined for a visitor. */
  viewerId: string | undefined
  /** With whom the viewer doesn't trade. */
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

const WORDS: Record<Obstacle, string> = {
  absent: 'is no longer offered',
  blocked: 'is no longer offered',
  own: 'is your own',
  bought: 'is yours already',
  sold: 'was sold meanwhile',
}

/** `"Doll" was sold meanwhile`. Of what is not public, only those learn the title who knew it: `title`. */
export function tell(obstacle: Obstacle, listing: CardOfListing | undefined, title?: string): string {
  const known = title ?? (listing?.isPublic ? listing.card.title : undefined)
  return `${known === undefined ? 'An item' : `"${known}"`} ${WORDS[obstacle]}`
}
