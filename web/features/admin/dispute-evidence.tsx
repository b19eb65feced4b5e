import type { ReactNode } from 'react'
import type { Dispute } from '../../../src/modules/admin/contract.ts'
import { plural } from '../../lib/format.ts'
import { Deadline } from '../../ui/deadline.tsx'
import { ProblemPhotos } from '../handover/problem-photos.tsx'
import { useTrade } from '../handover/use-trade.ts'
import { personName } from './person-link.tsx'

/** What the seller answers, and what is known of the two besides their words. */
export function DisputeEvidence({ dispute }: { dispute: Dispute }) {
  const { seller, buyer, answer, answerUntil, codeShown, appointment, wrongCodes, promises, trades } = dispute
  const { data: trade } = useTrade(dispute.purchaseId)
  const keeps = ({ kept, of }: { kept: number; of: number }) =>
    of === 0 ? 'no appointments yet' : `${kept} of ${of} appointments kept`
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">What {personName(seller)} answers</p>
      {answer !== null ? (
        <blockquote className="rounded-input bg-primary-soft p-3 wrap-anywhere whitespace-pre-line">
          {answer}
        </blockquote>
      ) : (
        <p>
          {dispute.appeal ? (
            'Nothing.'
          ) : (
            <>
              Nothing yet. They have until <Deadline at={answerUntil} />;{' '}
              {codeShown
                ? 'after that you still decide: they have shown the code at the door.'
                : 'after that the buyer is refunded automatically.'}
            </>
          )}
        </p>
      )}
      <ProblemPhotos
        photos={trade?.problem?.photos ?? []}
        names={{ buyer: personName(buyer), seller: personName(seller) }}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Fact name="Appointment">
          {appointment ? (
            <>
              <Deadline at={appointment.start} />
              {appointment.missed && ', missed'}
            </>
          ) : (
            'none was agreed on'
          )}
        </Fact>
        <Fact name="Wrong codes">{String(wrongCodes)}</Fact>
        <Fact name={personName(buyer)}>{`${before(trades.buyer)}; ${keeps(promises.buyer)}`}</Fact>
        <Fact name={personName(seller)}>{`${before(trades.seller)}; ${keeps(promises.seller)}`}</Fact>
        <Fact name="The two">
          {trades.buyer.together === 0 ? 'first trade' : `${plural(trades.buyer.together, 'trade')} before`}
        </Fact>
      </dl>
    </div>
  )
}

/** `bought 3 times, sold twice…`, without what never happened. */
function before({ bought, sold, calledOff, reported, reportedAbout }: Dispute['trades']['buyer']): string {
  const parts = [
    [bought, 'bought'],
    [sold, 'sold'],
    [calledOff, 'called off'],
    [reported, `${reported === 1 ? 'problem' : 'problems'} reported`],
    [reportedAbout, `reported about`],
  ] as const
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return found.length === 0 ? 'no trades before' : found.join(', ')
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="figures">{children}</dd>
    </>
  )
}
