import { useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import { decidedBy } from '../../../../src/modules/purchasing/constants.ts'
import type { Dispute } from '../../../../src/modules/admin/disputes/contract.ts'
import { countTokens } from '../../../lib/format.ts'
import { formatMoney } from '../../../lib/look.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { Deadline } from '../../../ui/deadline.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { PROBLEM_WORDS } from '../../purchases/problem-labels.ts'
import { Timeline } from '../../purchases/timeline.tsx'
import type { Decision } from './decide-dispute-dialog.tsx'
import { DisputeEvidence } from './dispute-evidence.tsx'
import { DisputeHistory } from './dispute-history.tsx'
import { useDeskRow } from '../today/desk-keys.tsx'
import { Taking, type TakingProps } from '../today/taking.tsx'
import { PersonLink, personName } from '../members/person-link.tsx'

const DecideDisputeDialog = lazyDialog(() => import('./decide-dispute-dialog.tsx'))

interface Props {
  dispute: Dispute
  taking: TakingProps
  /** Whether the messages show from the start. */
  open: boolean
}

/** Everything needed to decide: what is at stake, how far it got, and what the two sides say. */
export function DisputeRow({ dispute, taking, open }: Props) {
  const [reading, setReading] = useState(open)
  const { listingId, title, lines, buyer, seller } = dispute
  const deadline = <Deadline at={dispute.appeal?.until ?? decidedBy(dispute.disputedAt)} />
  return (
    <article
      {...useDeskRow()}
      className="grid scroll-my-20 gap-4 p-4 -outline-offset-3 wide:grid-cols-2 wide:grid-rows-[auto_1fr]"
      aria-label={title}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <h3 className="font-extrabold wrap-anywhere">
            {listingId === null || lines.length > 1 ? (
              title
            ) : (
              <Link to={`/item/${listingId}`} className="rounded-input hover:underline">
                {title}
              </Link>
            )}
          </h3>
          <p className="text-sm text-muted">
            {t('{tokens} in escrow · {dollars} by card · {method}', {
              tokens: countTokens(dispute.tokenPrice),
              dollars: formatMoney(dispute.cardAmount, dispute.currency),
              method: dispute.deliveryMethod === 'doordash' ? t('Courier') : t('Pickup'),
            })}
          </p>
          <p className="text-sm wrap-anywhere">
            {rich('Buyer: {buyer} · Seller: {seller}', {
              buyer: <PersonLink person={buyer} />,
              seller: <PersonLink person={seller} />,
            })}
          </p>
        </div>
        <Timeline
          steps={[
            { label: t('Paid'), note: formatDay(dispute.purchasedAt), state: 'done' },
            { label: t('Problem reported'), note: formatDay(dispute.disputedAt), state: 'done' },
            {
              label: dispute.appeal ? t('Decided again') : t('Decided'),
              note: rich('waits {who, select, you {for you until {time}} other {until {time}}}', {
                who: dispute.mayDecide ? 'you' : 'another',
                time: deadline,
              }),
              state: 'current',
            },
          ]}
        />
        <div className="flex flex-col gap-2">
          <p className="text-sm text-muted">
            {dispute.kind === null
              ? t('What {name} reports', { name: personName(buyer) })
              : t('What {name} reports: {kind}', { name: personName(buyer), kind: t(PROBLEM_WORDS[dispute.kind]) })}
          </p>
          {lines.length > 1 ? (
            lines.map((line, index) => <ReportedLine key={line.listingId ?? index} line={line} />)
          ) : (
            <blockquote className={REASON}>{dispute.reason}</blockquote>
          )}
        </div>
        <DisputeEvidence dispute={dispute} />
        {dispute.appeal && <Appeal dispute={dispute} appeal={dispute.appeal} />}
      </div>
      {reading ? (
        <DisputeHistory dispute={dispute} />
      ) : (
        <Button
          variant="quiet"
          onClick={() => setReading(true)}
          className="self-start justify-self-start wide:row-span-2"
        >
          {t('Read what they wrote')}
        </Button>
      )}
      <div className="flex flex-col gap-2">
        <Taking {...taking} />
        {dispute.mayDecide ? (
          <Decide dispute={dispute} />
        ) : (
          <p className="text-muted">
            {dispute.appeal
              ? t('Another admin has to decide this one: the appeal is about your decision, or you are part of it.')
              : t('Another admin has to decide this one: you are part of it.')}
          </p>
        )}
      </div>
    </article>
  )
}

const REASON = 'rounded-input bg-danger-soft p-3 wrap-anywhere whitespace-pre-line'

/** One thing of several, and what is wrong with it. */
function ReportedLine({ line: { listingId, title, tokenPrice, reason } }: { line: Dispute['lines'][number] }) {
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">
          {listingId === null ? (
            title
          ) : (
            <Link to={`/item/${listingId}`} className="rounded-input hover:underline">
              {title}
            </Link>
          )}
        </span>
        <span className="figures text-sm text-muted">{countTokens(tokenPrice)}</span>
      </p>
      <blockquote className={`mt-1 ${REASON}`}>{reason}</blockquote>
    </div>
  )
}

/** The first decision, and what is said against it. */
function Appeal({ dispute, appeal }: { dispute: Dispute; appeal: NonNullable<Dispute['appeal']> }) {
  const [winner, loser] =
    appeal.decision === 'release' ? [dispute.seller, dispute.buyer] : [dispute.buyer, dispute.seller]
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {t('{admin} decided for {name}', { admin: appeal.decidedBy ?? t('An admin'), name: personName(winner) })}
      </p>
      <blockquote className="rounded-input bg-sunken p-3 wrap-anywhere whitespace-pre-line">{appeal.reason}</blockquote>
      <p className="text-sm text-muted">{t('The appeal of {name}', { name: personName(loser) })}</p>
      <blockquote className="rounded-input bg-primary-soft p-3 wrap-anywhere whitespace-pre-line">
        {appeal.words}
      </blockquote>
    </div>
  )
}

function Decide({ dispute }: { dispute: Dispute }) {
  const [asking, setAsking] = useState<Decision>()
  return (
    <div className="flex flex-wrap gap-3" onPointerEnter={DecideDisputeDialog.prime}>
      <Button variant="quiet" aria-keyshortcuts="s" onClick={() => setAsking('release')}>
        {t('Release to seller')}
      </Button>
      <Button variant="quiet" aria-keyshortcuts="r" onClick={() => setAsking('refund')}>
        {t('Refund buyer')}
      </Button>
      {asking && <DecideDisputeDialog dispute={dispute} decision={asking} onOpenChange={() => setAsking(undefined)} />}
    </div>
  )
}
