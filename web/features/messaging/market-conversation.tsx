import { Link } from 'react-router-dom'
import type { Notice } from '../../../src/modules/notifications/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { dayName, formatClock } from '../../lib/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Day } from './day.tsx'
import { ShowOlder } from './show-older.tsx'
import { MARKET_PERSON } from './people.ts'
import { CONVERSATION_HEADING, ConversationHeader } from './conversation-header.tsx'
import { useReadNotices } from './use-notices.ts'

/** The market's notices to the member, which can't be answered. */
export function MarketConversation() {
  const { data: notices, error, mutate, more } = useReadNotices()
  const days = [...Map.groupBy(notices?.toReversed() ?? [], ({ createdAt }) => dayName(createdAt, Date.now()))]
  return (
    <section aria-labelledby={CONVERSATION_HEADING} className="flex h-full min-h-0 flex-col">
      <ConversationHeader person={MARKET_PERSON} name={MARKET_PERSON.firstName} />
      <div
        role="log"
        aria-label="Notices"
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain border-y border-line px-3 -outline-offset-3 md:px-4"
      >
        <div className="mb-auto flex flex-col gap-2 py-4">
          <ShowOlder more={more}>Show older notices</ShowOlder>
          {days.map(([day, ofDay]) => (
            <Day key={day} name={day}>
              {ofDay.map((notice) => (
                <NoticeCard key={notice.id} notice={notice} />
              ))}
            </Day>
          ))}
          {!notices && error === undefined && <PageLoading>Loading messages...</PageLoading>}
          {!notices && error !== undefined && (
            <LoadError title="The messages could not be loaded" error={error} onRetry={() => void mutate()} />
          )}
        </div>
      </div>
      <p className="p-4 text-center text-sm text-muted">
        These notices come from the market, so you can't answer them.
      </p>
    </section>
  )
}

function NoticeCard({ notice: { title, body, path, button, createdAt } }: { notice: Notice }) {
  return (
    <article className="my-1 w-full max-w-lg rounded-card border border-l-4 border-line border-l-primary bg-surface p-4">
      <h4 className="font-extrabold wrap-anywhere">{title}</h4>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{body}</p>
      {path !== null && (
        <Link to={path} className={`${buttonClass({ variant: 'quiet' })} mt-3`}>
          {button}
        </Link>
      )}
      <p className="mt-2 text-xs text-muted">
        <time dateTime={createdAt}>{formatClock(createdAt)}</time>
      </p>
    </article>
  )
}
