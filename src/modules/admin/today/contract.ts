import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { ADMIN_CODES, Person } from '../desk/contract.ts'

export const Taken = z.object({ subject: z.string(), by: Person, until: z.iso.datetime() })
export type Taken = z.infer<typeof Taken>

/** As the desk names what waits: `listing:<id>` and the like for what was reported, `purchase:<id>`, `appeal:<id>`, `alarm:…`. */
const subjectParams = z.strictObject({
  subject: z
    .string()
    .max(200)
    .regex(/^[a-z]+:[\w:.-]+$/, words('There is nothing of that name on the desk')),
})

export const listTaken = endpoint({
  method: 'GET',
  path: '/api/admin/taken',
  summary: 'What admins are on at the moment; the latest 200.',
  access: 'admin',
  response: z.array(Taken),
})
export const takeWork = endpoint({
  method: 'PUT',
  path: '/api/admin/taken/:subject',
  summary: 'Says for half an hour that the caller is on it; whoever is on it already renews that.',
  access: 'admin',
  changes: 'The other admins see who is on it. Everybody can still decide.',
  params: subjectParams,
  body: z.strictObject({}),
  response: Taken,
  errors: { 409: [ADMIN_CODES.TAKEN] },
})
export const letGo = endpoint({
  method: 'DELETE',
  path: '/api/admin/taken/:subject',
  summary: 'Lets go of what the caller is on.',
  access: 'admin',
  changes: 'The others can take it.',
  params: subjectParams,
  status: 204,
})
