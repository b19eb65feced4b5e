import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { IDENTITY_CODES } from '../../identity/contract.ts'
import { PURCHASING_CODES } from '../../purchasing/contract.ts'

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  summary: 'All data of the signed-in member, as a JSON file; within five minutes of signing in by code.',
  access: 'member',
  errors: { 403: [IDENTITY_CODES.FRESH_CODE_NEEDED] },
  response: z.looseObject({ exportedAt: z.iso.datetime() }),
})
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary:
    'Deletes the account, within five minutes of signing in by code: personal data goes, the ledger stays. Open purchases and sales must be settled first.',
  access: 'member',
  startsNew: false,
  changes:
    "Profile, listings, sessions, devices and passkeys are gone, remaining tokens can no longer be spent. It can't be undone.",
  status: 204,
  errors: {
    403: [IDENTITY_CODES.FRESH_CODE_NEEDED],
    409: [PURCHASING_CODES.OPEN_TRADES, IDENTITY_CODES.LAST_ADMIN],
  },
})
