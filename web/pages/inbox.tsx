import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { User } from '../../src/modules/identity/contract.ts'
import type { Conversation } from '../../src/modules/messaging/contract.ts'
import { ConversationList, entryId } from '../features/messaging/conversation-list.tsx'
import { MarketConversation } from '../features/messaging/market-conversation.tsx'
import { CONVERSATION_HEADING } from '../features/messaging/conversation-header.tsx'
import { ConversationView } from '../features/messaging/conversation-view.tsx'
import { MARKET, useConversations } from '../features/messaging/use-conversations.ts'
import { useNotices } from '../features/messaging/use-notices.ts'
import { type Outbox, useOutbox } from '../features/messaging/use-outbox.ts'
import { ConfirmDelivery } from '../features/purchasing/confirm-delivery.tsx'
import { PickupInfo } from '../features/purchasing/pickup-info.tsx'
import { usePurchases } from '../features/purchasing/use-purchases.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { useUnread } from '../frame/use-unread.ts'
import { refresh } from '../lib/use-api.ts'
import { PageHead } from '../lib/head.tsx'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function InboxPage() {
  const member = useRequiredMember()
  useLoginRedirect(member === null, 'Please log in to view messages.')
  return (
    <div className="page py-4 md:py-6">
      <PageHead title="Inbox" />
      {member ? <Inbox member={member} /> : <PageLoading />}
    </div>
  )
}

function Inbox({ member }: { member: User }) {
  const [query] = useSearchParams()
  const selectedId = query.get('conversation')
  const { data: conversations, error, mutate } = useConversations()
  const { data: notices = [] } = useNotices()
  const outbox = useOutbox()
  const unread = useUnread()
  useFollowSelection(selectedId)
  useEffect(() => {
    // The count is polled; the lists are refreshed when it changes.
    if (unread > 0) void refresh('/api/messages/conversations', '/api/messages/notices')
  }, [unread])

  const selected = conversations?.find(({ id }) => id === selectedId)
  return (
    <>
      <PageHeading className={clsx('mb-3 text-2xl font-extrabold', selectedId && 'max-md:sr-only')}>Inbox</PageHeading>
      <div
        data-fills-screen={selectedId ? '' : undefined}
        className={clsx(
          'grid overflow-hidden bg-surface md:h-[calc(100dvh-240px)] md:min-h-96 md:grid-cols-[minmax(260px,2fr)_5fr] md:rounded-card md:border md:border-line',
          selectedId
            ? 'max-md:fixed max-md:inset-0 max-md:z-30 max-md:h-dvh max-md:pt-[env(safe-area-inset-top)] max-md:pb-[env(safe-area-inset-bottom)]'
            : 'h-[calc(100dvh-240px)] min-h-96 rounded-card border border-line',
        )}
      >
        <nav
          aria-label="Conversations"
          className={clsx('min-h-0 overflow-y-auto border-line md:border-r', selectedId && 'max-md:hidden')}
        >
          {conversations && (
            <ConversationList
              notices={notices}
              conversations={conversations}
              memberId={member.id}
              selectedId={selectedId}
            />
          )}
          {!conversations && error === undefined && <PageLoading>Loading conversations...</PageLoading>}
          {!conversations && error !== undefined && (
            <LoadError title="Your conversations could not be loaded" error={error} onRetry={() => void mutate()} />
          )}
        </nav>
        <div className={clsx('min-h-0 min-w-0', !selectedId && 'max-md:hidden')}>
          {selected && (
            <SelectedConversation key={selected.id} conversation={selected} member={member} outbox={outbox} />
          )}
          {!selectedId && (
            <div className="grid h-full place-items-center">
              <EmptyState picture="speech" title="Select a conversation to view messages" />
            </div>
          )}
          {selectedId === MARKET && <MarketConversation />}
          {selectedId && selectedId !== MARKET && !selected && conversations && <Gone />}
        </div>
      </div>
    </>
  )
}

/** A conversation, with what the buyer of the item can do about their purchase. */
function SelectedConversation({
  conversation,
  member,
  outbox,
}: {
  conversation: Conversation
  member: User
  outbox: Outbox
}) {
  const { data: purchases } = usePurchases()
  const purchase =
    conversation.participantId === member.id
      ? purchases?.find(({ id, state }) => id === conversation.itemId && state === 'paid')
      : undefined
  const [confirmed, setConfirmed] = useState(false)
  useEffect(() => {
    // The focused button is gone.
    if (confirmed && !purchase) document.getElementById(CONVERSATION_HEADING)?.focus()
  }, [confirmed, purchase])
  return (
    <ConversationView
      conversation={conversation}
      memberId={member.id}
      outbox={outbox}
      nextStep={purchase && <ConfirmDelivery purchase={purchase} onConfirmed={() => setConfirmed(true)} />}
      arrangement={purchase && <PickupInfo pickup={purchase.pickup} />}
    />
  )
}

function Gone() {
  return (
    <EmptyState
      picture="mailbox"
      title="Conversation not found"
      action={
        <Link to="/inbox" className={buttonClass()}>
          All conversations
        </Link>
      }
    >
      The item may have been removed, and its conversations with it.
    </EmptyState>
  )
}

/** Moves the focus to the chosen conversation, and back to its entry in the list. */
function useFollowSelection(selectedId: string | null): void {
  const last = useRef(selectedId)
  useEffect(() => {
    if (last.current === selectedId) return
    const target = selectedId ? CONVERSATION_HEADING : last.current && entryId(last.current)
    if (target) document.getElementById(target)?.focus()
    last.current = selectedId
  }, [selectedId])
}
