import { handlers } from '../../worker.ts'
import type { TestMarket } from './market.ts'

/** The minute passes in which acts of admins can be undone, and whom they concern is told. */
export async function undoIsOver({ ctx, clock }: TestMarket): Promise<void> {
  clock.advance({ minutes: 1 })
  await handlers(ctx)['admin.announce-acts']({})
}
