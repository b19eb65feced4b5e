import { DoorOpen } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { rich, t } from '../../lib/t.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { useIsBlocked } from '../identity/use-blocks.ts'
import { NotifyMe } from '../notifications/notify-me.tsx'
import { BlockedNotice } from '../safety/blocked-notice.tsx'
import { SafetyMenu } from '../safety/safety-menu.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { nameOf } from './people.ts'
import { PinnedListing } from './pinned-listing.tsx'
import { CONVERSATION_HEADING, ConversationHeader } from './conversation-header.tsx'
import type { Outbox } from './use-outbox.ts'
import type { OpenConversation } from './use-conversation.ts'

interface Props {
  conversation: Conversation
  open: OpenConversation
  memberId: string
  outbox: Outbox
  /** The card of the trade that it is about, once there is one; until then the listing stands in its place. */
  trade?: ReactNode
}

/** One conversation: the other person, the listing, the messages and the reply box. */
export function ConversationView({ conversation, open, memberId, outbox, trade }: Props) {
  const { id, itemId, otherUser, item } = conversation
  const { thread, messages, older, error, retry } = open
  const name = nameOf(otherUser)
  const other = { id: otherUser.id, name, hasLeft: otherUser.hasLeft }
  const blocked = useIsBlocked(other.id)
  const outgoing = outbox.messages.filter(({ conversationId }) => conversationId === id)
  const last = messages.at(-1)
  const waitsForAnswer = last?.kind === 'text' && last.senderId === memberId
  const absence =
    error === undefined ? (
      <PageLoading>{t('Loading messages...')}</PageLoading>
    ) : (
      <LoadError title={t('The messages could not be loaded')} error={error} onRetry={retry} />
    )
  return (
    <section
      aria-labelledby={CONVERSATION_HEADING}
      className={clsx(
        'flex h-full min-h-0 flex-col',
        trade && 'xl:grid xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_minmax(0,1fr)_auto_auto]',
      )}
    >
      <ConversationHeader person={otherUser} name={name}>
        {!other.hasLeft && <SafetyMenu member={{ ...other, name }} />}
      </ConversationHeader>
      {trade ? (
        <div className="flex min-h-14 flex-col border-line xl:col-start-2 xl:row-[1/span_4] xl:min-h-0 xl:border-s">
          {trade}
        </div>
      ) : (
        <PinnedListing listingId={itemId} listing={item} />
      )}
      <MessageList
        messages={messages}
        older={older}
        absence={thread ? undefined : absence}
        outgoing={outgoing}
        memberId={memberId}
        other={other}
        outbox={outbox}
      />
      {other.hasLeft || blocked ? (
        <div className="border-t border-line p-3">
          {other.hasLeft ? <LeftNotice /> : <BlockedNotice member={other} />}
        </div>
      ) : (
        <>
          {waitsForAnswer && (
            <NotifyMe
              words={t('Tell me when {name} answers', { name: otherUser.firstName ?? name })}
              className="px-3 pb-2"
            />
          )}
          <Composer
            key={id}
            conversationId={id}
            onSend={(body, photos) => outbox.send({ conversationId: id, listingId: itemId, body, photos })}
          />
        </>
      )}
    </section>
  )
}

function LeftNotice() {
  return (
    <p className="flex items-start gap-2 rounded-input bg-sunken p-3">
      <DoorOpen size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <span>
        {rich(
          '<span>This neighbour has left the market.</span> You can still read your messages, but nobody would get your answer.',
          { span: (text) => <span className="font-semibold">{text}</span> },
        )}
      </span>
    </p>
  )
}
