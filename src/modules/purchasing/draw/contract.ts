import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { CATALOG_CODES, itemParams } from '../../catalog/contract.ts'
import { IDENTITY_CODES } from '../../identity/contract.ts'

export const DRAW_CODES = {
  NO_DRAW: 'NO_DRAW',
  DRAW_OPEN: 'DRAW_OPEN',
  DRAW_CLOSED: 'DRAW_CLOSED',
  DRAW_FULL: 'DRAW_FULL',
  ENTERED_ALREADY: 'ENTERED_ALREADY',
  NOT_YOUR_TURN: 'NOT_YOUR_TURN',
  CLOSE_TO_GIVER: 'CLOSE_TO_GIVER',
  OWN_LISTING: 'OWN_LISTING',
  INSUFFICIENT_TOKENS: 'INSUFFICIENT_TOKENS',
} as const

/** More would make a list that nobody checks. */
export const MOST_ENTRIES = 500
/** Hours that each has to buy, one after the other. */
export const TURN_HOURS = 24

/**
 * A draw as everybody sees it. `open` until it closes; `closed` once its tickets are published; `drawn` once its seed is,
 * while they take turns, and while who has bought it has not received it; `over` when somebody has it or nobody wants it
 * any more.
 */
export const Draw = z.object({
  state: z.enum(['open', 'closed', 'drawn', 'over']),
  hours: z.number().int(),
  closesAt: z.iso.datetime(),
  /** Its giver has chosen somebody themselves: nobody was drawn, or what was drawn decided nothing. */
  byHand: z.boolean(),
  entries: z.number().int(),
  /** SHA-256 of the seed, published when the listing was posted. */
  commitment: z.string(),
  tickets: z.array(z.object({ ticket: z.uuid(), weight: z.number().int() })).nullable(),
  /** SHA-256 of the tickets with their weights, published before the seed. */
  ticketsDigest: z.string().nullable(),
  seed: z.string().nullable(),
  /** The tickets as they were drawn. */
  order: z.array(z.uuid()).nullable(),
  /** The place whose turn it is, from 1, and until when. */
  turn: z.object({ place: z.number().int(), until: z.iso.datetime() }).nullable(),
  /** The caller's own ticket; null for who has none. */
  mine: z
    .object({ ticket: z.uuid(), weight: z.number().int().nullable(), place: z.number().int().nullable() })
    .nullable(),
})
export type Draw = z.infer<typeof Draw>

export const readDraw = endpoint({
  method: 'GET',
  path: '/api/items/:id/draw',
  summary:
    'The draw of a listing: state, number of entries and commitment; once closed its tickets, then seed and order, by which anybody can replay it.',
  access: 'public',
  params: itemParams,
  response: Draw,
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND, DRAW_CODES.NO_DRAW] },
})

export const enterDraw = endpoint({
  method: 'PUT',
  path: '/api/items/:id/draw/entry',
  summary: 'Enters the draw of a listing; twice is once. Nothing is held.',
  access: 'member',
  startsNew: true,
  who: 'Members who do not own the listing, are not close to its giver, and have the tokens for it; a mailbox once.',
  changes: 'The caller takes part in the draw.',
  params: itemParams,
  response: Draw,
  errors: {
    403: [DRAW_CODES.OWN_LISTING, IDENTITY_CODES.BLOCKED, DRAW_CODES.CLOSE_TO_GIVER],
    404: [CATALOG_CODES.LISTING_NOT_FOUND, DRAW_CODES.NO_DRAW],
    409: [DRAW_CODES.DRAW_CLOSED, DRAW_CODES.ENTERED_ALREADY, DRAW_CODES.DRAW_FULL, DRAW_CODES.INSUFFICIENT_TOKENS],
  },
})

export const leaveDraw = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/draw/entry',
  summary: 'Leaves the draw of a listing, or passes where it is drawn already: the next may buy. Twice is once.',
  access: 'member',
  startsNew: false,
  changes: 'The caller takes no part in the draw any more.',
  params: itemParams,
  response: Draw,
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND, DRAW_CODES.NO_DRAW] },
})
