import { seedMissingCategories } from '../../src/modules/admin/index.ts'
import { countTitleWords } from '../../src/modules/catalog/index.ts'
import { countMonths } from '../../src/modules/economy/index.ts'
import { countListings, payStreaks, takeDigest } from '../../src/modules/wallet/index.ts'
import type { Context } from '../../src/platform/context.ts'
import { LISTINGS } from './listings.ts'
import { moveIn } from './move-in.ts'
import { NEIGHBOURS, type NeighbourKey } from './neighbours.ts'
import { givePicture } from './portraits.ts'
import { post, withdraw } from './post.ts'
import { endTalk, say } from './say.ts'
import { TALKS, TRADES } from './story.ts'
import { arrange, pay, receive } from './trade.ts'
import { daysAgo, type When, YEAR_BEGINS } from './when.ts'
import { worldOf, type World } from './world.ts'
import { YEAR } from './year.ts'

/**
 * Fills a market without members with the demo neighbourhood, made through the modules' public functions at the times of
 * its story. A seeding that was interrupted resumes where it stopped; a finished one, or a market that has members of its
 * own, stays as it is. Of several processes one does it.
 * @param signal stops it after the step at hand
 */
export async function seedDemo(ctx: Context, signal: AbortSignal): Promise<void> {
  const begun = await ctx.db('demo_seed').first()
  if (!begun && (await ctx.db('member').first('id'))) return
  await fillDemo(ctx, signal)
}

/** As `seedDemo`, also where members are. @returns whether the neighbourhood is complete because of this call */
export async function fillDemo(ctx: Context, signal: AbortSignal): Promise<boolean> {
  await ctx.db('demo_seed').insert({ started_at: ctx.clock.now() }).onConflict().ignore()
  return ctx.db.transaction(async (lock) => {
    // This transaction only keeps others out, and idles while the story is told.
    await lock.raw('set local idle_in_transaction_session_timeout = 0')
    const seed = await lock('demo_seed').whereNull('finished_at').forUpdate().skipLocked().first()
    if (!seed) return false
    for (const step of storyOf(worldOf(ctx, seed.started_at))) {
      if (signal.aborted) return false
      await step()
    }
    // So that a search with a typo finds something at once.
    await countTitleWords(ctx.db)
    // So that the page of its figures has some.
    await countMonths(ctx)
    // So that a statement can be checked at once.
    await takeDigest(ctx)
    await lock('demo_seed').update({ finished_at: ctx.clock.now() })
    return true
  })
}

/** Everything that happens, in order of time. Each step may have been done before, and then changes nothing. */
function storyOf(world: World): (() => Promise<unknown>)[] {
  const steps: { daysAgo: number; run: () => Promise<unknown> }[] = []
  const at = (when: When, run: () => Promise<unknown>, later = 0) => {
    const days = daysAgo(when, world.startedAt) - later
    if (days > 0) steps.push({ daysAgo: days, run })
  }

  at(YEAR_BEGINS, () => seedMissingCategories(world.ctx, null))
  for (const [index, key] of (Object.keys(NEIGHBOURS) as NeighbourKey[]).entries()) {
    // One after the other.
    at(NEIGHBOURS[key].joined, () => moveIn(world, key), index / 100)
    at(NEIGHBOURS[key].joined, () => givePicture(world, key), index / 100)
  }
  for (const listing of LISTINGS) {
    at(listing.posted, () => post(world, listing))
    at(listing.posted, () => countListings(world.ctx), 1)
    if (listing.withdrawn !== undefined) at(listing.withdrawn, () => withdraw(world, listing))
  }
  for (const when of YEAR.settled) at(when, () => payStreaks(world.ctx))
  // Real cards can't be charged for a story.
  for (const trade of world.present.config.stripe ? [] : TRADES) {
    at(trade.paid, () => pay(world, trade))
    if (trade.times) at(trade.paid, () => arrange(world, trade), 0.1)
    if (trade.delivered !== undefined) at(trade.delivered, () => receive(world, trade))
  }
  for (const talk of TALKS) {
    for (const [line, [daysAgo]] of talk.lines.entries()) at(daysAgo, () => say(world, talk, line))
    const last = talk.lines.at(-1)
    if (last && !talk.unread) at(last[0] - 0.1, () => endTalk(world, talk))
  }
  return steps
    .toSorted((one, other) => other.daysAgo - one.daysAgo)
    .map(({ daysAgo, run }) => () => {
      world.setTime(daysAgo)
      return run()
    })
}
