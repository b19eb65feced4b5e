import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { useIsBlocked } from '../identity/use-blocks.ts'
import { BlockedNotice } from '../safety/blocked-notice.tsx'
import { SafetyMenu } from '../safety/safety-menu.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { nameOf } from './people.ts'
import { PinnedItem } from './pinned-item.tsx'
import type { Outbox } from './use-outbox.ts'
import { useThread } from './use-thread.ts'

interface Props {
  conversation: Conversation
  memberId: string
  outbox: Outbox
  /** What the member can do next about the item. */
  nextStep?: ReactNode
  /** Shown inside the arrangement of a purchase. */
  arrangement?: ReactNode
}

export const THREAD_HEADING = 'thread-heading'

/** One conversation: with whom, about what, what was said, and a place to answer. */
export function ThreadView({ conversation, memberId, outbox, nextStep, arrangement }: Props) {
  const { id, itemId, otherUser, item } = conversation
  const { detail, error, retry } = useThread(id, memberId)
  const name = nameOf(otherUser)
  const other = { id: otherUser.id, name }
  const blocked = useIsBlocked(other.id)
  const outgoing = outbox.messages.filter(({ threadId }) => threadId === id)
  return (
    <section aria-labelledby={THREAD_HEADING} className="flex h-full min-h-0 flex-col">
      <div className="flex items-center gap-2 px-3 py-2 md:px-4">
        <Link
          to="/inbox"
          aria-label="All conversations"
          className={`${buttonClass({ variant: 'plain', size: 'icon' })} -ml-2 md:hidden`}
        >
          <ArrowLeft size={22} aria-hidden />
        </Link>
        <Avatar person={otherUser} />
        <h2 id={THREAD_HEADING} tabIndex={-1} className="truncate font-extrabold outline-none">
          {name}
        </h2>
        <span className="ml-auto">
          <SafetyMenu about={name} member={other} />
        </span>
      </div>
      <PinnedItem itemId={itemId} item={item}>
        {nextStep}
      </PinnedItem>
      {detail ? (
        <MessageList
          messages={detail.messages}
          outgoing={outgoing}
          memberId={memberId}
          other={other}
          arrangement={arrangement}
          outbox={outbox}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {error === undefined ? (
            <PageLoading>Loading messages...</PageLoading>
          ) : (
            <LoadError title="The messages could not be loaded" error={error} onRetry={retry} />
          )}
        </div>
      )}
      {blocked ? (
        <div className="border-t border-line p-3">
          <BlockedNotice member={other} />
        </div>
      ) : (
        <Composer key={id} threadId={id} onSend={(body) => outbox.send({ threadId: id, itemId, body })} />
      )}
    </section>
  )
}
