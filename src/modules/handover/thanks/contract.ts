import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { text } from '../../../platform/text/text.ts'
import { THANKS_CHIPS, THANKS_DAYS, THANKS_HIDDEN_DAYS, THANKS_LENGTH } from '../constants.ts'
import { asked, HANDOVER_CODES, notFound } from '../trade/contract.ts'

export const writeThanks = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/thanks',
  who: 'Buyer and seller.',
  changes: 'One thank-you, and the other side is told.',
  summary:
    `Thanks the other side, within ${THANKS_DAYS} days of the handover and once. It is shown when both have written, or ` +
    `after ${THANKS_HIDDEN_DAYS} days.`,
  body: z
    .strictObject({
      chips: z
        .array(z.enum(THANKS_CHIPS))
        .max(THANKS_CHIPS.length)
        .refine((chips) => new Set(chips).size === chips.length, words('Please name each once'))
        .default([]),
      words: text({
        min: 1,
        tooShort: words('Please write a few words'),
        max: THANKS_LENGTH,
        tooLong: words('Please say it in at most 300 characters'),
        lines: true,
      }).optional(),
    })
    .refine(({ chips, words }) => chips.length > 0 || words !== undefined, {
      path: ['chips'],
      message: words('Please choose what was good, or write a few words'),
    }),
  errors: {
    ...notFound,
    409: [HANDOVER_CODES.NOT_HANDED_OVER, HANDOVER_CODES.ALREADY_THANKED, HANDOVER_CODES.TOO_LATE],
  },
})
