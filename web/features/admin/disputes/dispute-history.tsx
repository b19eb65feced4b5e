import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Dispute } from '../../../../src/modules/admin/disputes/contract.ts'
import type { Message } from '../../../../src/modules/messaging/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { personName } from '../members/person-link.tsx'
import { sentPhotos } from '../reports/sent-photos.ts'

/** The events and the messages of the two, in one timeline, to read before deciding. */
export function DisputeHistory({ dispute }: { dispute: Dispute }) {
  const { purchaseId, title } = dispute
  const { data, error, mutate, more } = useApiList(
    path('/api/admin/disputes/:id/messages', { params: { id: purchaseId } }),
  )
  if (!data && error !== undefined) {
    return <LoadError title={t('The messages could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <PageLoading>{t('Loading messages...')}</PageLoading>
  const words = data.filter(({ kind }) => kind === 'text')
  const entries = [
    ...words.map((message) => ({
      key: message.id,
      at: message.createdAt,
      entry: <Said message={message} dispute={dispute} />,
    })),
    { key: 'paid', at: dispute.purchasedAt, entry: <Event at={dispute.purchasedAt}>{t('Paid')}</Event> },
    { key: 'reported', at: dispute.disputedAt, entry: <Event at={dispute.disputedAt}>{t('Problem reported')}</Event> },
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <section
      aria-label={t('Messages about {title}', { title })}
      tabIndex={0}
      className="max-h-96 overflow-y-auto rounded-input border border-line px-3 py-2 -outline-offset-3 wide:row-span-2"
    >
      <ShowMore more={more}>{t('Show older messages')}</ShowMore>
      <ol className="flex flex-col gap-3">
        {entries.map(({ key, entry }) => (
          <li key={key}>{entry}</li>
        ))}
      </ol>
      {words.length === 0 && <p className="py-2 text-muted">{t("They haven't written to each other.")}</p>}
    </section>
  )
}

function Event({ at, children }: { at: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span>
        <span className="font-semibold">{children}</span> <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </p>
  )
}

function Said({ message, dispute }: { message: Message; dispute: Dispute }) {
  const { senderId, body, photos, createdAt } = message
  const bySeller = senderId === dispute.seller.id
  return (
    <div className={clsx('max-w-[90%]', bySeller && 'ms-auto')}>
      <p className="text-sm text-muted">
        <span className="font-semibold text-ink">{personName(bySeller ? dispute.seller : dispute.buyer)}</span>{' '}
        {bySeller ? t('(seller)') : t('(buyer)')} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      <p
        className={clsx(
          'mt-0.5 rounded-card px-3 py-2 wrap-anywhere whitespace-pre-wrap',
          bySeller ? 'bg-primary-soft' : 'bg-sunken',
        )}
      >
        {body || sentPhotos(photos)}
      </p>
    </div>
  )
}
