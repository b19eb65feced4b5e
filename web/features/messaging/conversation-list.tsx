import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { t } from '../../lib/t.ts'
import type { ShowMore as More } from '../../lib/use-api.ts'
import { shortTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { nameOf, unreadFor } from './people.ts'
import { conversationPath } from './use-conversations.ts'

interface Props {
  conversations: Conversation[]
  memberId: string
  selectedId: string | null
  more: More
}

export const entryId = (conversationId: string): string => `conversation-${conversationId}`

/** The one with the latest message first. */
export function ConversationList({ conversations, memberId, selectedId, more }: Props) {
  if (conversations.length === 0) {
    return (
      <EmptyState picture="mailbox" title={t('No conversations yet')}>
        {t("Ask about an item, and you'll find the answer here.")}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {conversations.map((conversation) => (
          <Entry
            key={conversation.id}
            id={conversation.id}
            person={conversation.otherUser}
            name={nameOf(conversation.otherUser)}
            about={conversation.item.title}
            preview={conversation.lastMessagePreview || t('Photo')}
            at={conversation.lastMessageAt}
            unread={unreadFor(conversation, memberId)}
            selected={conversation.id === selectedId}
          />
        ))}
      </ul>
      <ShowMore more={more}>{t('Show older conversations')}</ShowMore>
    </>
  )
}

interface EntryProps {
  id: string
  person: ComponentProps<typeof Avatar>['person']
  name: string
  about: string
  preview: string
  at: string
  unread: number
  selected: boolean
}

function Entry({ id, person, name, about, preview, at, unread, selected }: EntryProps) {
  return (
    <li>
      <Link
        id={entryId(id)}
        to={conversationPath(id)}
        aria-current={selected ? 'true' : undefined}
        className={clsx(
          'flex gap-3 border-s-4 py-3 pe-4 ps-3 -outline-offset-3',
          selected
            ? 'border-primary bg-sunken'
            : 'border-transparent hover:bg-sunken forced-colors:border-[color:Canvas]',
        )}
      >
        <Avatar person={person} size="md" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className={clsx('truncate', unread > 0 ? 'font-extrabold' : 'font-semibold')}>{name}</span>
            <span className="shrink-0 text-xs text-muted">
              <time dateTime={at}>{shortTime(at, Date.now())}</time>
            </span>
          </span>
          <span className="block truncate text-sm text-muted">{about}</span>
          <span className="flex items-center justify-between gap-2">
            <span className={clsx('truncate text-sm', unread > 0 ? 'font-semibold' : 'text-muted')}>{preview}</span>
            {unread > 0 && (
              <span className="figures grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-danger px-1.5 text-xs font-extrabold text-on-danger">
                <span aria-hidden>{unread > 9 ? '9+' : unread}</span>
                <span className="sr-only">
                  {t('{unread, plural, one {# unread message} other {# unread messages}}', { unread })}
                </span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
