import { promoteAdmin } from '../../modules/admin/index.ts'
import { transact } from '../../platform/database.ts'
import type { TestClient } from './client.ts'
import type { TestMarket } from './market.ts'

/** Makes a member admin, as operators do. */
export const promote = ({ ctx }: TestMarket, { user }: TestClient): Promise<boolean> =>
  transact(ctx.db, (trx) => promoteAdmin(trx, { email: user.email, now: ctx.clock.now() }))
