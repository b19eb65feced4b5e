import type { ReactNode } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { MemberFile } from '../../../../src/modules/admin/members/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { deviceName } from '../../../lib/device.ts'
import { formatExact } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDateTime, formatDay } from '../../../lib/time.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { MemberActs } from './member-acts.tsx'
import { MemberNotes } from './member-notes.tsx'
import { BONUS_LABELS } from '../../wallet/bonus-labels.ts'
import { PersonLink, PersonLinks, personName } from './person-link.tsx'

/** Everything that an admin needs to judge a member, and what they can do about them. */
export function MemberPage({ id }: { id: string }) {
  const { data: member, error, mutate } = useApi(path('/api/admin/members/:id', { params: { id } }))
  if (!member && error === undefined) return <PageLoading />
  if (!member)
    return <LoadError title={t('This page could not be loaded')} error={error} onRetry={() => void mutate()} />
  return (
    <>
      <Head member={member} />
      <div className="grid items-start gap-5 wide:grid-cols-2">
        <Tokens member={member} />
        <Trades member={member} />
        <Reports title={t('Reports about them')} reports={member.reportsAbout} />
        <Reports title={t('Reports by them')} reports={member.reportsBy} />
        <Decisions member={member} />
        <Around member={member} />
      </div>
      <MemberNotes member={member} />
    </>
  )
}

function Head({ member }: { member: MemberFile }) {
  const { suspension, email, city, phoneEnds, createdAt, isAdmin, hasLeft } = member
  return (
    <Card className="p-4">
      <h2 className="flex flex-wrap items-center gap-2 text-xl font-extrabold wrap-anywhere">
        <bdi>{personName(member)}</bdi>
        {isAdmin && <Badge tone="primary">{t('Admin')}</Badge>}
        {suspension && <Badge tone="danger">{t('Suspended')}</Badge>}
        {hasLeft && <Badge>{t('Has left')}</Badge>}
      </h2>
      <p className="text-muted wrap-anywhere">
        {t('{email}, since {day}', { email, day: formatDay(createdAt) })}
        {city !== null && ` · ${city}`}
        {phoneEnds !== null && ` · ${t('phone ends with {digits}', { digits: phoneEnds })}`}
      </p>
      {suspension && (
        <p className="mt-2 rounded-input bg-danger-soft p-3 wrap-anywhere text-danger">
          {suspension.until === null
            ? t('Suspended for good by {name}: {reason}', {
                name: personName(suspension.by),
                reason: suspension.reason,
              })
            : rich('Suspended until {date} by {name}: {reason}', {
                date: <Deadline at={suspension.until} />,
                name: personName(suspension.by),
                reason: suspension.reason,
              })}
        </p>
      )}
      {!hasLeft && <MemberActs member={member} />}
    </Card>
  )
}

function Section({ title, empty, children }: { title: string; empty?: boolean; children: ReactNode }) {
  return (
    <Card className="p-4 wrap-anywhere">
      <h2 className="text-lg font-extrabold">{title}</h2>
      {empty ? <p className="text-muted">{t('None.')}</p> : children}
    </Card>
  )
}

const SOURCES: Readonly<Record<string, string>> = {
  ...BONUS_LABELS,
  purchase_item: words('Purchases'),
  refund: words('Refunds'),
  sale: words('Sales'),
}

function Tokens({ member: { tokens, tokensInEscrow, sources } }: { member: MemberFile }) {
  return (
    <Section title={t('Tokens')}>
      <p>
        {t('{tokens} to spend, {escrow} in escrow', {
          tokens: formatExact(tokens),
          escrow: formatExact(tokensInEscrow),
        })}
      </p>
      <dl className="mt-1 text-sm">
        {sources.map(({ type, amount }) => (
          <div key={type} className="flex justify-between gap-3 py-0.5">
            <dt className="text-muted">{t(SOURCES[type] ?? type)}</dt>
            <dd className="figures">{formatExact(amount)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Trades({ member: { id, counts, promises, trades } }: { member: MemberFile }) {
  return (
    <Section title={t('Purchases and sales')}>
      <p>
        {t(
          '{bought} bought, {sold} sold, {calledOff} called off, {reported} problems reported, {about} about their things',
          {
            bought: counts.bought,
            sold: counts.sold,
            calledOff: counts.calledOff,
            reported: counts.reported,
            about: counts.reportedAbout,
          },
        )}
      </p>
      <p>{t('{kept} of {of} appointments kept', promises)}</p>
      <ul className="mt-1 divide-y divide-line text-sm">
        {trades.map((trade) => (
          <li key={`${trade.side}${trade.id}`} className="py-1">
            <span className="font-semibold">{trade.side === 'bought' ? t('Bought') : t('Sold')}</span> {trade.title} ·{' '}
            <PersonLink person={trade.other} /> · {t(STATES[trade.state])} · {formatDay(trade.at)}
          </li>
        ))}
      </ul>
      <Link to={`/admin/listings?of=${id}`} className="link mt-2 inline-flex min-h-11 items-center">
        {t('Their listings')}
      </Link>
    </Section>
  )
}

const STATES: Readonly<Record<MemberFile['trades'][number]['state'], string>> = {
  reserved: words('Paying now'),
  expired: words('Not paid in time'),
  paid: words('Awaiting delivery'),
  disputed: words('Problem reported'),
  delivered: words('Delivered'),
  refund_due: words('Being refunded'),
  refunded: words('Refunded'),
  refund_failed: words('Refund failed'),
}

const SUBJECTS = {
  listing: words('Listing'),
  message: words('Message'),
  member: words('Member'),
  thanks: words('Thank-you'),
}
const OUTCOMES = { dismiss: words('Dismissed'), warn: words('Member warned'), hide: words('Hidden') }

function Reports({ title, reports }: { title: string; reports: MemberFile['reportsAbout'] }) {
  return (
    <Section title={title} empty={reports.length === 0}>
      <ul className="divide-y divide-line text-sm">
        {reports.map(({ id, kind, details, other, createdAt, decision }) => (
          <li key={id} className="py-1">
            <span className="font-semibold">{t(SUBJECTS[kind])}</span> · <PersonLink person={other} /> ·{' '}
            {formatDay(createdAt)} · {decision === null ? t('Open') : t(OUTCOMES[decision])}
            {details !== null && <p className="text-muted">{details}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const ACTS = {
  suspended: words('Suspended'),
  hidden: words('Listing hidden'),
  'thanks-hidden': words('Thank-you removed'),
  warned: words('Warned'),
}

function Decisions({ member: { decisions } }: { member: MemberFile }) {
  return (
    <Section title={t('Warnings and decisions')} empty={decisions.length === 0}>
      <ul className="divide-y divide-line text-sm">
        {decisions.map(({ id, act, name, reason, decidedAt, appeal }) => (
          <li key={id} className="py-1">
            <span className="font-semibold">{t(ACTS[act])}</span> {name} · {formatDay(decidedAt)}
            {appeal && ` · ${t('appealed')}`}
            <p className="text-muted">{reason}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Around({ member: { devices, cardMates } }: { member: MemberFile }) {
  return (
    <Section title={t('Devices and cards')}>
      <ul className="text-sm">
        {devices.map(({ device, startedAt }, index) => (
          <li key={index}>
            {deviceName(device)} {startedAt !== null && <span className="text-muted">{formatDateTime(startedAt)}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {cardMates.length === 0 ? (
          t('Shares no card with anyone.')
        ) : (
          <>
            {t('Shares a card with:')} <PersonLinks people={cardMates} />
          </>
        )}
      </p>
    </Section>
  )
}
