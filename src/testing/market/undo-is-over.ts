import { handlers } from '../../worker.ts'
import type { TestMarket } from './market.ts'

/** The minute passes in which acts of admins can be undone, and whom they concern is told: what was decided about problems is told and carried out, too. */
export async function undoIsOver({ ctx, clock }: TestMarket): Promise<void> {
  clock.advance({ minutes: 1 })
  await handlers(ctx)['admin.announce-acts']({})
  await handlers(ctx)['handover.follow-problems']({})
}
