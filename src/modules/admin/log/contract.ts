import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { LOG_KINDS, type LogKind } from '../log-sentences.ts'
import { Person } from '../desk/contract.ts'

/** An admin write. `actor` is null for the operators' command line. */
export const AdminAction = z.object({
  id: z.string(),
  actor: Person.nullable(),
  action: z.string(),
  subject: z.string(),
  /** The subject's name, a message's sender, and its place on the site; null where it is gone, or no thing or person. */
  name: z.string().nullable(),
  listingId: z.uuid().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.iso.datetime(),
  /** The time until which it can be undone; null where it can't, or not any more. */
  undoUntil: z.iso.datetime().nullable(),
  /** Whether it was undone. */
  undone: z.boolean(),
})
export type AdminAction = z.infer<typeof AdminAction>

const ActionsQuery = z.strictObject({
  by: z.uuid().optional(),
  /** Only the acts on the problem of one purchase. */
  purchase: z.uuid().optional(),
  kind: z.enum(Object.keys(LOG_KINDS) as [LogKind, ...LogKind[]]).optional(),
})
const limit = z.coerce.number().int().min(1).max(200).default(50)
const cursor = z
  .string()
  .max(80)
  .regex(/^\d{1,18}$/, words('Unknown page'))
  .optional()

export const listActions = endpoint({
  method: 'GET',
  path: '/api/admin/actions',
  summary:
    "What admins have done, and read of members' private data, latest first, also by one admin, of one kind or about one purchase alone; Link " +
    'tells where the next page is.',
  access: 'admin',
  query: ActionsQuery.extend({ limit, cursor }),
  response: z.array(AdminAction),
})
export const downloadActions = endpoint({
  method: 'GET',
  path: '/api/admin/actions.csv',
  summary: 'The same as a table in words, in the language of the answer; the latest 10,000.',
  access: 'admin',
  query: ActionsQuery,
  kind: 'csv',
})
