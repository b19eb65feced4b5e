import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { WALLET_CODES } from '../../wallet/contract.ts'
import { ADMIN_CODES } from '../desk/contract.ts'

const actionId = z.string().regex(/^\d{1,18}$/, words('There is no such act'))
const shared = {
  access: 'admin',
  who: 'Admins, but not whom it is about.',
  status: 204,
  errors: {
    404: [ADMIN_CODES.ACTION_NOT_FOUND],
    409: [
      ADMIN_CODES.UNDO_OVER,
      ADMIN_CODES.UNDO_OVERTAKEN,
      ADMIN_CODES.OWN_SUBJECT,
      WALLET_CODES.TARGET_TOO_FAR,
      CATALOG_CODES.CATEGORY_KEPT,
    ],
  },
} as const

export const undoAction = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/admin/actions/:id/undo',
  summary:
    'Undoes an act of an admin within its minute, before whom it concerns is told: what can be undone says so by ' +
    '`Link: <…>; rel="undo"` in the answer to the act, and by `undoUntil` in the log.',
  changes: 'Everything is as it was before the act, and nobody is told. The log keeps both.',
  params: z.strictObject({ id: actionId }),
  body: z.strictObject({}),
})
export const undoActions = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/admin/actions/undo',
  summary: 'Undoes up to 100 acts of admins within their minute, all of them or none.',
  changes: 'Everything is as it was before the acts, and nobody is told. The log keeps all.',
  body: z.strictObject({ actionIds: z.array(actionId).min(1).max(100) }),
})
