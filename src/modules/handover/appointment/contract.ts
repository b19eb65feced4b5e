import { z } from 'zod'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { text } from '../../../platform/text/text.ts'
import { PURCHASING_CODES } from '../../purchasing/contract.ts'
import {
  ABSENT_AFTER_MINUTES,
  ANSWER_HOURS,
  ARRIVAL_HOURS,
  LATE_MINUTES,
  LONGEST_HOURS,
  MAX_TIMES,
  SHORTEST_MINUTES,
  WEEKS_AHEAD,
} from '../constants.ts'
import { asked, HANDOVER_CODES, type Interval, notFound, purchaseParams } from '../trade/contract.ts'

const lengthOf = ({ start, end }: Interval) => Date.parse(end) - Date.parse(start)
/** From the start to the end; both with their offset. */
const OfferedTime = z
  .strictObject({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })
  .refine((interval) => lengthOf(interval) >= SHORTEST_MINUTES * MINUTE_MS, {
    path: ['end'],
    message: words('A time lasts at least {minutes, plural, one {# minute} other {# minutes}}'),
    params: { minutes: SHORTEST_MINUTES },
  })
  .refine((interval) => lengthOf(interval) <= LONGEST_HOURS * 60 * MINUTE_MS, {
    path: ['end'],
    message: words('A time lasts at most {hours, plural, one {# hour} other {# hours}}'),
    params: { hours: LONGEST_HOURS },
  })

export const offerTimes = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/times',
  who: 'Buyer and seller.',
  changes: 'The offered times; the other side is told.',
  summary:
    `Offers the other side up to ${MAX_TIMES} times within ${WEEKS_AHEAD} weeks. \`seen\` is the open offer that this one ` +
    'answers: a newer one is not overlooked. What was agreed before stands until another time is taken.',
  body: z.strictObject({
    times: z
      .array(OfferedTime)
      .min(1, words('Please offer at least one time'))
      .max(MAX_TIMES, words('Please offer at most {maximum, plural, one {# time} other {# times}}'))
      .refine((times) => new Set(times.map(({ start }) => Date.parse(start))).size === times.length, {
        message: words('Please offer each time once'),
      }),
    seen: z.uuid().nullable().default(null),
  }),
  errors: {
    400: [HANDOVER_CODES.TIME_PASSED],
    ...notFound,
    409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.TIMES_CHANGED],
  },
})
export const takeTime = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment',
  who: 'The side that was offered the times.',
  changes: 'The appointment is agreed, and the other side is told.',
  summary: 'Takes one of the times that the other side has offered: it is agreed. A repeat does nothing.',
  body: z.strictObject({ offerId: z.uuid(), start: z.iso.datetime({ offset: true }) }),
  errors: {
    ...notFound,
    409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.TIMES_CHANGED, HANDOVER_CODES.TIME_PASSED],
  },
})
export const callOff = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/call-off',
  who: 'Buyer and seller.',
  changes: 'The appointment is off; the other side is told. No tokens move.',
  summary: 'Calls the appointment off, and offered times with it; the purchase stays as it is.',
  body: z.strictObject({
    reason: text({
      min: 3,
      tooShort: words('Please say why in a few words'),
      max: 300,
      tooLong: words('Please say it in at most 300 characters'),
      lines: true,
    }).optional(),
  }),
  errors: { ...notFound, 409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.NO_APPOINTMENT] },
})
export const sayArrival = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/arrival',
  who: 'Buyer and seller.',
  changes: 'What the other side sees on the card; they are told.',
  summary:
    `"I'm on my way", "${LATE_MINUTES} minutes late", "I'm here", from ${ARRIVAL_HOURS} hours before the appointment until ` +
    `${ARRIVAL_HOURS} hours after it; the other side sees it at once.`,
  body: z.strictObject({ say: z.enum(['on_the_way', 'late', 'here']) }),
  errors: {
    ...notFound,
    409: [
      HANDOVER_CODES.TRADE_OVER,
      HANDOVER_CODES.NO_APPOINTMENT,
      HANDOVER_CODES.TOO_EARLY,
      HANDOVER_CODES.TOO_LATE,
      HANDOVER_CODES.BOTH_WERE_THERE,
    ],
  },
})
export const getAppointmentFile = endpoint({
  method: 'GET',
  path: '/api/purchases/:id/appointment.ics',
  summary: 'The appointment as a file for a calendar (RFC 5545), with the address for those who may see it.',
  access: 'member',
  who: 'Buyer and seller.',
  kind: 'calendar',
  params: purchaseParams,
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND, HANDOVER_CODES.NO_APPOINTMENT] },
})

const optionalWord = text({
  min: 0,
  tooShort: '',
  max: 300,
  tooLong: words('Please say it in at most 300 characters'),
  lines: true,
}).optional()

export const sayAbsent = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/absent',
  who: 'Buyer and seller.',
  changes: 'The other side is asked whether they were there; unanswered, it counts against them.',
  summary:
    `Says that the other side did not come, from ${ABSENT_AFTER_MINUTES} minutes after the beginning on; they may answer ` +
    `for ${ANSWER_HOURS} hours.`,
  body: z.strictObject({ word: optionalWord }),
  errors: {
    ...notFound,
    409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.NO_APPOINTMENT, HANDOVER_CODES.TOO_EARLY],
  },
})
export const answerAbsent = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/absent/answer',
  who: 'The side that is said not to have come.',
  changes: 'It counts against nobody.',
  summary: 'Says "I was there" to it: then it counts against nobody.',
  body: z.strictObject({ word: optionalWord }),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_ANSWER, HANDOVER_CODES.TOO_LATE] },
})
