import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { ListingCard } from '../../catalog/contract.ts'
import { THANKS_CHIPS, TRADES_OF_A_NEIGHBOUR } from '../constants.ts'
import { HANDOVER_CODES, time } from '../trade/contract.ts'

/** A neighbour as everybody may see them: no last name, no address, nothing of what they have bought. */
export const Neighbour = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  picture: z.string().nullable(),
  memberSince: time,
  /** Fewer than three trades: no figures are shown then. */
  isNew: z.boolean(),
  /** Things of theirs that changed hands. */
  passedOn: z.int().nullable(),
  /** Appointments that they have kept, of all they had; null where there were none. */
  appointments: z.object({ kept: z.int(), of: z.int() }).nullable(),
  /** Their usual time to answer a first message, in words. */
  repliesIn: z.string().nullable(),
  thanks: z.array(
    z.object({
      id: z.uuid(),
      from: z.object({ firstName: z.string().nullable(), picture: z.string().nullable() }),
      chips: z.array(z.enum(THANKS_CHIPS)),
      words: z.string().nullable(),
      writtenAt: time,
    }),
  ),
  /** The newest that they offer now. */
  listings: z.array(ListingCard),
})
export type Neighbour = z.infer<typeof Neighbour>

export const getNeighbour = endpoint({
  method: 'GET',
  path: '/api/neighbours/:id',
  summary:
    'A neighbour, for everybody: since when they are here, what they have passed on, promises kept and thank-yous; with ' +
    `fewer than ${TRADES_OF_A_NEIGHBOUR} trades they are new here. Whom they have blocked, or who has blocked them, sees nothing.`,
  access: 'public',
  params: z.strictObject({ id: z.uuid() }),
  response: Neighbour,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND] },
})
