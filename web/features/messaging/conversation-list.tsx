import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { plural } from '../../lib/format.ts'
import { shortTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { nameOf, unreadFor } from './people.ts'
import { conversationPath } from './use-conversations.ts'

interface Props {
  conversations: Conversation[]
  memberId: string
  selectedId: string | null
}

export const entryId = (conversationId: string): string => `conversation-${conversationId}`

export function ConversationList({ conversations, memberId, selectedId }: Props) {
  if (conversations.length === 0) {
    return (
      <EmptyState picture="mailbox" title="No conversations yet">
        Ask about an item, and the answer arrives here.
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Entry
            conversation={conversation}
            unread={unreadFor(conversation, memberId)}
            selected={conversation.id === selectedId}
          />
        </li>
      ))}
    </ul>
  )
}

function Entry({ conversation, unread, selected }: { conversation: Conversation; unread: number; selected: boolean }) {
  const { id, otherUser, item, lastMessagePreview, lastMessageAt } = conversation
  return (
    <Link
      id={entryId(id)}
      to={conversationPath(id)}
      aria-current={selected ? 'true' : undefined}
      className={clsx(
        'flex gap-3 border-l-4 py-3 pr-4 pl-3 -outline-offset-3',
        selected ? 'border-primary bg-sunken' : 'border-transparent hover:bg-sunken',
      )}
    >
      <Avatar person={otherUser} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={clsx('truncate', unread > 0 ? 'font-extrabold' : 'font-semibold')}>{nameOf(otherUser)}</span>
          <span className="shrink-0 text-xs text-muted">
            <time dateTime={lastMessageAt}>{shortTime(lastMessageAt, Date.now())}</time>
          </span>
        </span>
        <span className="block truncate text-sm text-muted">{item.title}</span>
        <span className="flex items-center justify-between gap-2">
          <span className={clsx('truncate text-sm', unread > 0 ? 'font-semibold' : 'text-muted')}>
            {lastMessagePreview}
          </span>
          {unread > 0 && (
            <span className="figures grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-danger px-1.5 text-xs font-extrabold text-on-danger">
              <span aria-hidden>{unread > 9 ? '9+' : unread}</span>
              <span className="sr-only">{plural(unread, 'unread message')}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
