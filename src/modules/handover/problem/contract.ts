import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { text } from '../../../platform/text/text.ts'
import { photoForm, uploadErrors } from '../../catalog/contract.ts'
import { ItemIds, PURCHASING_CODES } from '../../purchasing/contract.ts'
import {
  APPEAL_DAYS,
  APPEAL_HOURS,
  MAX_PROBLEM_PHOTOS,
  PROBLEM_ANSWER_HOURS,
  PROBLEM_PHOTO_DAYS,
  PROBLEM_REASONS,
} from '../constants.ts'
import { asked, HANDOVER_CODES, notFound } from '../trade/contract.ts'

const problemWords = (min: number, tooShort: string) =>
  text({ min, tooShort, max: 1000, tooLong: words('Please describe it in at most 1000 characters'), lines: true })

export const reportTradeProblem = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem',
  who: 'The buyer.',
  changes: 'The tokens stay in escrow, the seller is told, and the clock of the automatic release stops.',
  summary:
    'The buyer reports a problem, with the named things or all that is awaited: the tokens stay in escrow. The seller ' +
    `answers within ${PROBLEM_ANSWER_HOURS} hours, or everything goes back by itself; where the seller has shown the code of the ` +
    'door, an admin decides. Of two who both said that they were there, neither says that the other did not come.',
  body: z.strictObject({
    reason: z.enum(PROBLEM_REASONS, words('Please choose what is wrong')),
    words: problemWords(10, words('Please describe the problem in at least 10 characters')),
    itemIds: ItemIds.optional(),
  }),
  errors: { ...notFound, 409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY, HANDOVER_CODES.BOTH_WERE_THERE] },
})
export const answerProblem = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/answer',
  who: 'The seller.',
  changes: 'The buyer reads the answer; with `refund` tokens and card fee go back to them.',
  summary:
    'The seller answers a problem, once; with `refund` they agree, and everything goes back to the buyer at once.',
  body: z.strictObject({
    words: problemWords(3, words('Please answer in a few words')),
    refund: z.boolean().default(false),
  }),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_ANSWER, HANDOVER_CODES.TOO_LATE] },
})

export const acceptDecision = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/accept',
  who: 'The side that the decision is against.',
  changes: 'The decision takes effect: tokens and card follow.',
  summary: 'The side that has lost accepts what an admin has decided: it takes effect at once.',
  body: z.strictObject({}),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_APPEAL] },
})
export const appealDecision = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/appeal',
  who: 'The side that the decision is against.',
  changes: 'The decision waits for another admin; both sides are told.',
  summary:
    `The side that has lost appeals, within ${APPEAL_HOURS} hours and once: another admin decides within ${APPEAL_DAYS} ` +
    'days, for good, or the first decision takes effect.',
  body: z.strictObject({
    words: problemWords(10, words('Please explain in at least 10 characters why the decision should change')),
  }),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_APPEAL, HANDOVER_CODES.TOO_LATE] },
})

export const addProblemPhotos = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/photos',
  who: 'Buyer and seller.',
  changes: 'The photos are stored with the problem.',
  summary:
    `Either side of an open problem shows up to ${MAX_PROBLEM_PHOTOS} photos, to the other and to admins alone; they are ` +
    `erased after ${PROBLEM_PHOTO_DAYS} days.`,
  kind: 'multipart',
  body: photoForm(MAX_PROBLEM_PHOTOS),
  errors: {
    ...uploadErrors,
    ...notFound,
    409: [HANDOVER_CODES.NO_PROBLEM, HANDOVER_CODES.PHOTOS_FULL],
  },
})
