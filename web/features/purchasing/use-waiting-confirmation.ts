import { leaveInOutbox, useWaiting } from '../../lib/outbox.ts'
import { useMember } from '../../lib/use-member.ts'

interface WaitingConfirmation {
  /** Whether it waits for the connection. */
  waits: boolean
  /** Leaves it to be sent when the connection is back. @returns false where nothing can be kept */
  keep: (itemIds: string[]) => Promise<boolean>
}

/** The buyer's confirmation of a purchase, where the connection is away. */
export function useWaitingConfirmation(purchaseId: string): WaitingConfirmation {
  const memberId = useMember()?.id ?? ''
  const waits = useWaiting().some(({ kind, about }) => kind === 'confirmation' && about === purchaseId)
  const keep = (itemIds: string[]) =>
    leaveInOutbox({
      kind: 'confirmation',
      about: purchaseId,
      memberId,
      path: `/api/purchases/${purchaseId}/confirm`,
      body: JSON.stringify({ itemIds }),
      createdAt: new Date().toISOString(),
    })
  return { waits, keep }
}
