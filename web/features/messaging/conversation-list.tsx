import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { t } from '../../lib/t.ts'
import type { ShowMore as More } from '../../lib/use-api.ts'
import { shortTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
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

/** So many things more of one neighbour are shown at once. */
const MORE_SHOWN = 2

/** A row for each neighbour, with their things inside; in the given order. */
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
        {[...Map.groupBy(conversations, ({ otherUser }) => otherUser.id).values()].map((own) => (
          <Neighbour key={own[0]?.otherUser.id} conversations={own} memberId={memberId} selectedId={selectedId} />
        ))}
      </ul>
      <ShowMore more={more}>{t('Show older conversations')}</ShowMore>
    </>
  )
}

function Neighbour({ conversations, memberId, selectedId }: Omit<Props, 'more'>) {
  const [all, setAll] = useState(false)
  const [first, ...others] = conversations
  if (!first) return null
  const shown = all ? others : others.filter(({ id }, index) => index < MORE_SHOWN || id === selectedId)
  return (
    <li>
      <Entry conversation={first} memberId={memberId} selected={first.id === selectedId} />
      {others.length > 0 && (
        <ul aria-label={t('More with {name}', { name: nameOf(first.otherUser) })} className="pb-2">
          {shown.map((conversation) => (
            <li key={conversation.id}>
              <OtherListing conversation={conversation} memberId={memberId} selected={conversation.id === selectedId} />
            </li>
          ))}
          {shown.length < others.length && (
            <li className="ps-16">
              <Button variant="plain" onClick={() => setAll(true)}>
                {t('{count, plural, one {# more thing} other {# more things}}', {
                  count: others.length - shown.length,
                })}
              </Button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

interface EntryProps {
  conversation: Conversation
  memberId: string
  selected: boolean
}

const CHOSEN = 'border-primary bg-sunken'
const OTHERS = 'border-transparent hover:bg-sunken forced-colors:border-[color:Canvas]'

/** Another listing that the same neighbour is asked about. */
function OtherListing({ conversation, memberId, selected }: EntryProps) {
  const { id, item, waits } = conversation
  const unread = unreadFor(conversation, memberId)
  return (
    <Link
      id={entryId(id)}
      to={conversationPath(id)}
      aria-current={selected ? 'true' : undefined}
      className={clsx(
        'flex min-h-11 items-center gap-2 border-s-4 py-1 ps-15 pe-4 text-sm -outline-offset-3',
        selected ? CHOSEN : OTHERS,
      )}
    >
      <span dir="auto" className={clsx('min-w-0 flex-1 truncate', unread > 0 && 'font-semibold')}>
        {item.title}
      </span>
      {waits && <YourTurn />}
      <Unread count={unread} />
    </Link>
  )
}

const YourTurn = () => <span className="shrink-0 text-xs font-extrabold text-primary">{t('Your turn')}</span>

function Entry({ conversation, memberId, selected }: EntryProps) {
  const { id, otherUser: person, item, lastMessageAt: at, waits } = conversation
  const unread = unreadFor(conversation, memberId)
  return (
    <Link
      id={entryId(id)}
      to={conversationPath(id)}
      aria-current={selected ? 'true' : undefined}
      className={clsx('flex gap-3 border-s-4 py-3 pe-4 ps-3 -outline-offset-3', selected ? CHOSEN : OTHERS)}
    >
      <Avatar person={person} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={clsx('truncate', unread > 0 ? 'font-extrabold' : 'font-semibold')}>{nameOf(person)}</span>
          <span className="shrink-0 text-xs text-muted">
            <time dateTime={at}>{shortTime(at, Date.now())}</time>
          </span>
        </span>
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" className="truncate text-sm text-muted">
            {item.title}
          </span>
          {waits && <YourTurn />}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span dir="auto" className={clsx('truncate text-sm', unread > 0 ? 'font-semibold' : 'text-muted')}>
            {conversation.lastMessagePreview || t('Photo')}
          </span>
          <Unread count={unread} />
        </span>
      </span>
    </Link>
  )
}

function Unread({ count: unread }: { count: number }) {
  if (unread === 0) return null
  return (
    <span className="figures grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-danger px-1.5 text-xs font-extrabold text-on-danger">
      <span aria-hidden dir="ltr">
        {unread > 9 ? '9+' : unread}
      </span>
      <span className="sr-only">
        {t('{unread, plural, one {# unread message} other {# unread messages}}', { unread })}
      </span>
    </span>
  )
}
