import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { t } from '../../lib/t.ts'

/** Name, else e-mail address, else 'A neighbour'. */
export function nameOf({ firstName, lastName, email }: Conversation['otherUser']): string {
  return [firstName, lastName].filter(Boolean).join(' ') || (email ?? t('A neighbour'))
}

export function unreadFor(conversation: Conversation, memberId: string): number {
  return conversation.ownerId === memberId ? conversation.ownerUnreadCount : conversation.participantUnreadCount
}
