import type { ReactNode } from 'react'
import type { Dispute } from '../../../../src/modules/admin/disputes/contract.ts'
import { enumerated } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/t.ts'
import { Deadline } from '../../../ui/deadline.tsx'
import { ProblemPhotos } from '../../handover/problem/problem-photos.tsx'
import { useTrade } from '../../handover/trade/use-trade.ts'
import { personName } from '../members/person-link.tsx'

/** The seller's answer, and what is known of the two besides their words. */
export function DisputeEvidence({ dispute }: { dispute: Dispute }) {
  const { seller, buyer, answer, answerUntil, codeShown, appointment, wrongCodes, promises, trades } = dispute
  const { data: trade } = useTrade(dispute.purchaseId)
  const keeps = ({ kept, of }: { kept: number; of: number }) =>
    of === 0 ? t('no appointments yet') : t('{kept} of {of} appointments kept', { kept, of })
  const deadline = <Deadline at={answerUntil} />
  const start = appointment && <Deadline at={appointment.start} />
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{t('What {name} answers', { name: personName(seller) })}</p>
      {answer !== null ? (
        <blockquote className="rounded-input bg-primary-soft p-3 wrap-anywhere whitespace-pre-line">
          {answer}
        </blockquote>
      ) : (
        <p>
          {dispute.appeal
            ? t('Nothing.')
            : codeShown
              ? rich(
                  'Nothing yet. They have until {time}; after that you still decide: they have shown the code at the door.',
                  { time: deadline },
                )
              : rich('Nothing yet. They have until {time}; after that the buyer is refunded automatically.', {
                  time: deadline,
                })}
        </p>
      )}
      <ProblemPhotos
        photos={trade?.problem?.photos ?? []}
        names={{ buyer: personName(buyer), seller: personName(seller) }}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Fact name={t('Appointment')}>
          {appointment ? (
            <>{appointment.missed ? rich('{time}, missed', { time: start }) : start}</>
          ) : (
            t('none was agreed on')
          )}
        </Fact>
        <Fact name={t('Wrong codes')}>{String(wrongCodes)}</Fact>
        <Fact name={personName(buyer)}>{`${before(trades.buyer)}; ${keeps(promises.buyer)}`}</Fact>
        <Fact name={personName(seller)}>{`${before(trades.seller)}; ${keeps(promises.seller)}`}</Fact>
        <Fact name={t('Buyer and seller')}>
          {trades.buyer.together === 0
            ? t('first trade')
            : t('{together, plural, one {# trade} other {# trades}} before', { together: trades.buyer.together })}
        </Fact>
      </dl>
    </div>
  )
}

/** `bought 3 times, sold twice…`, without what never happened. */
function before({ bought, sold, calledOff, reported, reportedAbout }: Dispute['trades']['buyer']): string {
  const parts = [
    [bought, t('{count} bought', { count: bought })],
    [sold, t('{count} sold', { count: sold })],
    [calledOff, t('{count} called off', { count: calledOff })],
    [reported, t('{count, plural, one {# problem} other {# problems}} reported', { count: reported })],
    [reportedAbout, t('{count} reported about', { count: reportedAbout })],
  ] as const
  const found = parts.filter(([count]) => count > 0).map(([, what]) => what)
  return found.length === 0 ? t('no trades before') : enumerated(found)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="figures">{children}</dd>
    </>
  )
}
