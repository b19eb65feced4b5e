import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { words } from '../../../platform/language/words.ts'
import { notify, type NewNotice, toldKeys } from '../../notifications/index.ts'
import { findRecalled, isAmong, isToldElsewhere, lookedThrough, newRecalls } from '../../recalls/index.ts'
import { Listing, lockListing } from '../listing/listing.ts'

/** For how long after a sale its buyer is told. */
const SOLD_MS = 2 * 365 * DAY_MS
const BATCH = 1000

type Found = ReturnType<typeof findRecalled>[number]['recall']

/**
 * Looks through what is listed and was sold within two years for recalls that are new, every hour where there are any, and
 * again for the next two hours: somebody may have posted meanwhile. What is listed goes out of sight until its seller has
 * compared the label: showing it again asks for that. Where nothing is new, nothing is read.
 */
export async function lookForRecalled(ctx: Context): Promise<void> {
  const { recalls, index } = await newRecalls(ctx.db)
  if (recalls.length === 0) return
  const now = ctx.clock.now()
  const late = new Set<string>()
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const rows = await traded(ctx.db, { after, since: new Date(now.getTime() - SOLD_MS) })
    for (const { id, title, description } of rows) {
      for (const { recall } of findRecalled(index, { title, description })) {
        const told = await transact(ctx.db, (trx) => notifyOf(trx, { listingId: id, recall, now }))
        if (!told) late.add(recall.key)
      }
    }
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined
  }
  await transact(ctx.db, (trx) => lookedThrough(trx, { recalls: recalls.filter(({ key }) => !late.has(key)), now }))
}

const traded = (reader: Reader, { after, since }: { after: string; since: Date }) =>
  Listing.query(reader)
    .where('id', '>', after)
    .where((open) =>
      open
        .whereIn('status', ['available', 'reserved'])
        .orWhere((sold) => sold.where({ status: 'claimed' }).where('claimed_at', '>', since)),
    )
    .orderBy('id')
    .limit(BATCH)
    .select('id', 'title', 'description')

/** @returns false while somebody is buying it: how that ends says whom to tell */
async function notifyOf(
  trx: Trx,
  { listingId, recall, now }: { listingId: string; recall: Found; now: Date },
): Promise<boolean> {
  const listing = await lockListing(trx, listingId)
  if (listing.status === 'reserved') return false
  if (listing.status === 'withdrawn' || isAmong(recall, listing.recallsCompared)) return true
  const told = listing.status === 'available' ? [] : await toldOf(trx, listing)
  if (await isToldElsewhere(trx, recall, [...listing.recallsCompared, ...told])) return true
  if (listing.status === 'available')
    await listing.$query(trx).patch({ status: 'withdrawn', withdrawnAt: now, updatedAt: now })
  await notify(trx, ...noticesOf(listing, recall, now))
  return true
}

/** The keys of recalls of which somebody has been told for this listing. */
async function toldOf(trx: Trx, { id, sellerId, buyerId }: Listing): Promise<string[]> {
  const members = buyerId === null ? [sellerId] : [sellerId, buyerId]
  const keys = await toldKeys(trx, members, `recall:%:${id}%`)
  return keys.map((key) => key.slice('recall:'.length, key.indexOf(`:${id}`)))
}

function noticesOf({ id, title, sellerId, buyerId, status }: Listing, recall: Found, now: Date): NewNotice[] {
  const notice = {
    kind: 'account' as const,
    facts: {
      things: { quoted: [title] },
      date: recall.date,
      recall: [recall.brand, recall.products.join(', ')].filter(Boolean).join(' '),
      address: recall.url,
    },
    path: `/item/${id}`,
    button: words('Look at it'),
    now,
  }
  const listed = status === 'withdrawn'
  // A recall that its source took back may come again: whose listing goes out of sight is told each time.
  const key = `recall:${recall.key}:${id}${listed ? `:${now.toISOString()}` : ''}`
  const passedOn = buyerId === null ? 'recall: given away' : 'recall: sold'
  return [
    { ...notice, memberId: sellerId, key, told: listed ? 'recall: listed' : passedOn },
    ...(buyerId === null ? [] : [{ ...notice, memberId: buyerId, key, told: 'recall: bought' as const }]),
  ]
}
