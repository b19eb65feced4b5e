import { leaveInOutbox, useWaiting } from '../../lib/offline/outbox.ts'
import { useMember } from '../../lib/use-member.ts'

interface WaitingConfirmation {
  /** Whether it waits for the connection. */
  waits: boolean
  /** Leaves it to be sent when the connection is back, with the code of now at the door. @returns false where nothing can be kept */
  keep: (itemIds: string[], code?: string) => Promise<boolean>
}

/** The buyer's confirmation of a purchase, where the connection is away. */
export function useWaitingConfirmation(purchaseId: string): WaitingConfirmation {
  const memberId = useMember()?.id ?? ''
  const waits = useWaiting().some(({ kind, about }) => kind === 'confirmation' && about === purchaseId)
  const keep = (itemIds: string[], code?: string) => {
    const createdAt = new Date().toISOString()
    return leaveInOutbox({
      kind: 'confirmation',
      about: purchaseId,
      memberId,
      path: `/api/purchases/${purchaseId}/${code === undefined ? 'confirm' : 'handover'}`,
      // By then the code is old: it is checked as of now.
      body: JSON.stringify(code === undefined ? { itemIds } : { itemIds, code, at: createdAt }),
      createdAt,
    })
  }
  return { waits, keep }
}
