import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Notice } from '../../../src/modules/notifications/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { dayName, formatClock } from '../../lib/time.ts'
import { refresh, useApiList } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ShowMore } from '../../ui/show-more.tsx'

const NOTICES = path('/api/notifications', { query: { limit: 30 } })

/** The member's notices, latest first, by days. Having it on screen is reading it. */
export function NoticeList() {
  const { data: notices, error, mutate, more } = useApiList(NOTICES)
  const fresh = useReading(notices)
  if (!notices) {
    if (error === undefined) return <PageLoading>{t('Loading notifications...')}</PageLoading>
    return <LoadError title={t('Your notifications could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (notices.length === 0) {
    return (
      <EmptyState picture="mailbox" title={t("You're all caught up")}>
        {t("When someone writes to you or buys something from you, you'll see it here.")}
      </EmptyState>
    )
  }
  return (
    <>
      {[...Map.groupBy(notices, ({ createdAt }) => dayName(createdAt, Date.now()))].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="mt-5">
          <h2 className="mb-2 text-sm font-semibold text-muted">{day}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {ofDay.map((notice) => (
              <Entry key={notice.id} notice={notice} isNew={fresh.has(notice.id)} />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore more={more}>{t('Show older notifications')}</ShowMore>
    </>
  )
}

/** Marks what is on screen as read. @returns what was new in this visit: it stays marked for the eye */
function useReading(notices: Notice[] | undefined): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = notices?.filter(({ readAt }) => readAt === null).map(({ id }) => id) ?? []
  const ids = unread.join()
  useEffect(() => {
    if (ids === '') return
    setFresh((before) => new Set([...before, ...ids.split(',')]))
    call('PATCH /api/notifications/read', { body: { ids: ids.split(',').slice(0, 200) } }).then(
      () => refresh('/api/notifications'),
      // They stay unread; the next visit tries again.
      () => undefined,
    )
  }, [ids])
  return fresh
}

function Entry({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { title, body, picture, details, path: to, button, createdAt } = notice
  return (
    <li
      className={clsx(
        'flex flex-wrap gap-3 border-s-4 p-4',
        isNew ? 'border-s-primary bg-primary-soft/40' : 'border-s-transparent',
      )}
    >
      {picture !== null && (
        <img
          src={picture}
          alt=""
          width={72}
          height={54}
          loading="lazy"
          className="h-13.5 w-18 shrink-0 rounded-input bg-sunken object-cover"
        />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="font-extrabold wrap-anywhere">
            {title}
            {isNew && <span className="sr-only"> {t('(new)')}</span>}
          </h3>
          <time dateTime={createdAt} className="shrink-0 text-xs text-muted">
            {formatClock(createdAt)}
          </time>
        </div>
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          {body}
        </p>
        {details !== null && <p className="text-muted">{details}</p>}
        {to !== null && (
          <Link to={to} className={`${buttonClass({ variant: 'quiet' })} mt-3`}>
            {button}
          </Link>
        )}
      </div>
    </li>
  )
}
