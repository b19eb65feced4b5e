import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { PageQuery } from '../../../platform/page.ts'
import { APPEAL_HOURS, PROBLEM_REASONS } from '../../handover/constants.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { Message } from '../../messaging/contract.ts'
import { DeliveryMethod, ItemIds, PURCHASING_CODES, PurchaseState } from '../../purchasing/contract.ts'
import { count, Person, Reason } from '../desk/contract.ts'

const KeptPromises = z.object({ kept: count, of: count })
/** Orders of a member besides the one in question; `together` are those with its other side. */
const EarlierTrades = z.object({
  bought: count,
  sold: count,
  calledOff: count,
  reported: count,
  reportedAbout: count,
  together: count,
})
/** An order whose buyer has reported a problem with things in it; the amounts of tokens are theirs alone. */
export const Dispute = z.object({
  purchaseId: z.uuid(),
  listingId: z.uuid().nullable(),
  title: z.string(),
  /** The things that a decision is awaited about. */
  lines: z.array(
    z.object({
      listingId: z.uuid().nullable(),
      title: z.string(),
      tokenPrice: z.string(),
      tokenFee: z.string(),
      reason: z.string(),
    }),
  ),
  /**
   * The tokens in escrow for the seller, the fee beside it, what the card paid for the order in its currency, what of
   * that goes back where all of `lines` are refunded, and for each where only some are: decimal strings.
   */
  tokenPrice: z.string(),
  tokenFee: z.string(),
  cardAmount: z.string(),
  cardRefund: z.string(),
  cardPerItem: z.string(),
  currency: z.string(),
  deliveryMethod: DeliveryMethod,
  reason: z.string(),
  purchasedAt: z.iso.datetime(),
  disputedAt: z.iso.datetime(),
  /** The buyer's word for it, and the seller's answer; null where they have not said. */
  kind: z.enum(PROBLEM_REASONS).nullable(),
  answer: z.string().nullable(),
  answerUntil: z.iso.datetime(),
  /** The last that was agreed on. */
  appointment: z.object({ start: z.iso.datetime(), missed: z.boolean() }).nullable(),
  /** Whether the seller has shown the code of the door: then only an admin's silence refunds the buyer, at the end of the 7 days. */
  codeShown: z.boolean(),
  /** Wrong codes that were tried at the door. */
  wrongCodes: count,
  /** Appointments that each has kept, of all they had. */
  promises: z.object({ buyer: KeptPromises, seller: KeptPromises }),
  /** Other trades of each. */
  trades: z.object({ buyer: EarlierTrades, seller: EarlierTrades }),
  /** The decision that `lines` were given before, where they are decided anew. */
  appeal: z
    .object({
      decision: z.enum(['release', 'refund']),
      reason: z.string(),
      /** The first name of the admin. */
      decidedBy: z.string().nullable(),
      words: z.string(),
      /** Then the first decision is carried out. */
      until: z.iso.datetime(),
    })
    .nullable(),
  /** Whether the caller may decide: not an appeal against themselves, nor a trade of their own, where there are others. */
  mayDecide: z.boolean(),
  buyer: Person,
  seller: Person,
})
export type Dispute = z.infer<typeof Dispute>

export const listDisputeMessages = endpoint({
  method: 'GET',
  path: '/api/admin/disputes/:id/messages',
  summary:
    'What buyer and seller of a reported purchase wrote to each other, latest first, in pages; only until it is decided.',
  access: 'admin',
  changes: 'The log says who has read it, once an hour.',
  params: z.strictObject({ id: z.uuid() }),
  query: PageQuery,
  response: z.array(Message),
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND] },
})
export const decideDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id',
  summary:
    'Decides a reported problem, or the named things in it, for both sides to read: the tokens go to the seller, or tokens ' +
    `and card fee back to the buyer. It can be undone for a minute. It takes effect after ${APPEAL_HOURS} hours, or once the side ` +
    'that lost accepts it; an appeal is decided by another admin, where there is one: that is final, and takes effect after its minute.',
  access: 'admin',
  changes: 'The decision is announced to both sides after its minute; escrow and card follow when it takes effect.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['release', 'refund']),
    itemIds: ItemIds.optional(),
    reason: Reason,
  }),
  response: z.object({ state: PurchaseState }),
  errors: {
    403: [HANDOVER_CODES.OTHER_ADMIN_DECIDES],
    404: [PURCHASING_CODES.PURCHASE_NOT_FOUND],
    409: [PURCHASING_CODES.DISPUTE_NOT_OPEN],
  },
})
