import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { ItemIds, PURCHASING_CODES } from '../../purchasing/contract.ts'
import { CODE_DIGITS, KEPT_CODE_HOURS } from '../constants.ts'
import { asked, HANDOVER_CODES, notFound, purchaseParams, time } from '../trade/contract.ts'

export const HandoverCode = z.object({
  /** Six digits. */
  digits: z.string(),
  /** An address on this site, for a QR code. */
  url: z.url(),
  /** The moment of the next code. */
  changesAt: time,
})
export type HandoverCode = z.infer<typeof HandoverCode>

export const getHandoverCode = endpoint({
  method: 'GET',
  path: '/api/purchases/:id/code',
  summary: 'The code that the seller shows at the door, new every 30 seconds; for the seller alone.',
  access: 'member',
  who: 'The seller.',
  params: purchaseParams,
  response: HandoverCode,
  errors: { ...notFound, 409: [HANDOVER_CODES.TRADE_OVER] },
})
const CODE = `^\\d{${CODE_DIGITS}}$`
const Code = z
  .string()
  .refine((code) => new RegExp(CODE).test(code), {
    message: words('The code has {digits, plural, one {# digit} other {# digits}}'),
    params: { digits: CODE_DIGITS },
  })
  .meta({ pattern: CODE })

export const handOver = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/handover',
  who: 'The buyer.',
  changes: 'The things become delivered and their tokens go to the seller. A wrong code is counted.',
  summary:
    "The buyer confirms with the seller's code, at the door: the tokens of the named things, or of all that is awaited, " +
    "go to the seller. This can't be undone. Five wrong codes pause it for five minutes. Without reception it is sent later, " +
    `within ${KEPT_CODE_HOURS} hours: \`at\` is when the code was taken.`,
  body: z.strictObject({
    code: Code,
    itemIds: ItemIds.optional(),
    at: time.optional(),
  }),
  errors: {
    403: [HANDOVER_CODES.WRONG_CODE, HANDOVER_CODES.NOT_YOUR_PURCHASE],
    ...notFound,
    409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY],
    429: [HANDOVER_CODES.CODE_PAUSED],
  },
})
