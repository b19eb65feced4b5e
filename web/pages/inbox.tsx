import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useSearchParams } from '../lib/navigation.tsx'
import type { User } from '../../src/modules/identity/contract.ts'
import type { Conversation } from '../../src/modules/messaging/contract.ts'
import { PinnedTrade } from '../features/handover/trade/pinned-trade.tsx'
import { ConversationList, entryId } from '../features/messaging/conversation-list.tsx'
import { CONVERSATION_HEADING } from '../features/messaging/conversation-header.tsx'
import { ConversationView } from '../features/messaging/conversation-view.tsx'
import { type OpenConversation, useConversation } from '../features/messaging/use-conversation.ts'
import { useConversationAbout, useConversations } from '../features/messaging/use-conversations.ts'
import { type Outbox, useOutbox } from '../features/messaging/use-outbox.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { useUnread } from '../frame/use-unread.ts'
import { ApiError } from '../lib/api.ts'
import { t } from '../lib/t.ts'
import { refresh } from '../lib/use-api.ts'
import { PageHead } from '../lib/head.tsx'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function InboxPage() {
  const member = useRequiredMember()
  useLoginRedirect(member === null, t('Please log in to view messages.'))
  return (
    <div className="page py-4 md:py-6">
      <PageHead title={t('Inbox')} />
      {member ? <Inbox member={member} /> : <PageLoading />}
    </div>
  )
}

function Inbox({ member }: { member: User }) {
  const [query, setQuery] = useSearchParams()
  const selectedId = query.get('conversation')
  const { data: conversations, error, mutate, more } = useConversations()
  const about = useConversationAbout(query)
  useEffect(() => {
    if (about !== undefined) setQuery(about === null ? {} : { conversation: about }, { replace: true })
  }, [about, setQuery])
  const outbox = useOutbox(member.id)
  const unread = useUnread()
  useFollowSelection(selectedId)
  useEffect(() => {
    // The count is polled; the list is refreshed when it changes.
    if (unread > 0) void refresh('/api/messages/conversations')
  }, [unread])

  return (
    <>
      <PageHeading className={clsx('mb-3 text-2xl font-extrabold', selectedId && 'max-md:sr-only')}>
        {t('Inbox')}
      </PageHeading>
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
          aria-label={t('Conversations')}
          className={clsx('min-h-0 overflow-y-auto border-line md:border-e', selectedId && 'max-md:hidden')}
        >
          {conversations && (
            <ConversationList conversations={conversations} memberId={member.id} selectedId={selectedId} more={more} />
          )}
          {!conversations && error === undefined && <PageLoading>{t('Loading conversations...')}</PageLoading>}
          {!conversations && error !== undefined && (
            <LoadError
              title={t('Your conversations could not be loaded')}
              error={error}
              onRetry={() => void mutate()}
            />
          )}
        </nav>
        <div className={clsx('min-h-0 min-w-0', !selectedId && 'max-md:hidden')}>
          {selectedId && (
            <SelectedConversation
              key={selectedId}
              id={selectedId}
              listed={conversations?.find(({ id }) => id === selectedId)}
              member={member}
              outbox={outbox}
            />
          )}
          {!selectedId && (
            <div className="grid h-full place-items-center">
              <EmptyState picture="speech" title={t('Select a conversation to view messages')} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** A conversation, with the card of its trade on top. */
function SelectedConversation({
  id,
  listed,
  member,
  outbox,
}: {
  id: string
  /** The conversation as the list has it, if it is so far up. */
  listed: Conversation | undefined
  member: User
  outbox: Outbox
}) {
  const open = useConversation(id, member.id)
  const conversation = listed ?? open.thread
  if (!conversation)
    return open.error === undefined ? <PageLoading>{t('Loading messages...')}</PageLoading> : <Gone {...open} />
  const sold = conversation.item.status !== 'available'
  const loading = open.thread === undefined && open.error === undefined
  // Only who trades with another knows their address. The card has its room before it is here: nothing moves under a finger.
  const expected = loading && conversation.otherUser.email !== null
  return (
    <ConversationView
      conversation={conversation}
      open={open}
      memberId={member.id}
      outbox={outbox}
      trade={
        sold && (open.purchase ?? open.sale) ? (
          <PinnedTrade purchase={open.purchase} sale={open.sale} headingId={CONVERSATION_HEADING} />
        ) : expected ? (
          <Skeleton className="h-14 xl:m-3 xl:h-40" />
        ) : undefined
      }
    />
  )
}

function Gone({ error, retry }: Pick<OpenConversation, 'error' | 'retry'>) {
  // 400: the address bar holds something that is no id at all.
  const absent = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!absent) return <LoadError title={t('The messages could not be loaded')} error={error} onRetry={retry} />
  return (
    <EmptyState
      picture="mailbox"
      title={t('Conversation not found')}
      action={
        <Link to="/inbox" className={buttonClass()}>
          {t('All conversations')}
        </Link>
      }
    >
      {t('The item may have been removed, and its conversations with it.')}
    </EmptyState>
  )
}

/** Moves the focus to the chosen conversation, and back to its entry in the list. */
function useFollowSelection(selectedId: string | null): void {
  const last = useRef(selectedId)
  useLayoutEffect(() => {
    if (last.current === selectedId) return
    const target = selectedId ? CONVERSATION_HEADING : last.current && entryId(last.current)
    if (target) document.getElementById(target)?.focus()
    last.current = selectedId
  }, [selectedId])
}
