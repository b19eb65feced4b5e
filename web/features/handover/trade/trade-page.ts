import type { Trade } from '../../../../src/modules/handover/contract.ts'

/** The address of a trade's card among the member's own. */
export const tradePage = ({ purchaseId, side }: Pick<Trade, 'purchaseId' | 'side'>): string =>
  `/purchases?${String(new URLSearchParams({ ...(side === 'seller' && { tab: 'sold' }), trade: purchaseId }))}`
