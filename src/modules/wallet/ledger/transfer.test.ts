import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, transact, type Database } from '../../../platform/database.ts'
import { cloneDatabase } from '../../../testing/postgres/database.ts'
import { createMember } from '../../identity/index.ts'
import { ESCROW, FEES, MINT } from './account.ts'
import { balanceOf } from './balance.ts'
import { holdTokens, releaseHolds, voidHolds } from './hold.ts'
import { openAccount } from './open-account.ts'
import { post, type Transfer } from './transfer.ts'

const now = new Date('2026-11-20T12:00:00Z')
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = connectDatabase(database.url, { poolMax: 20 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function member(): Promise<string> {
  return transact(db, async (trx) => {
    const { id } = await createMember(trx, { email: `${randomUUID()}@example.com`, now })
    await openAccount(trx, { memberId: id, now })
    return id
  })
}
const hold = (memberId: string, amount: bigint, reference = `purchase:${randomUUID()}`) =>
  transact(db, (trx) =>
    holdTokens(trx, { memberId, holds: [{ amount, reference, facts: { title: 'Doll' } }], now }),
  ).then(() => reference)
const release = (reference: string, sellerId: string, price: bigint, fee: bigint) =>
  transact(db, (trx) =>
    releaseHolds(trx, { sellerId, holds: [{ reference, price, fee, facts: { title: 'Doll' } }], now }),
  )
const giveBack = (reference: string, amount: bigint) =>
  transact(db, (trx) =>
    voidHolds(trx, { holds: [{ reference, amount, facts: { title: 'Doll', why: 'cancelled' } }], now }),
  )
const tokens = async (memberId: string) => (await balanceOf(db, memberId)).tokens
const minted = (memberId: string, id: string, amount = 100n): Transfer => ({
  id,
  kind: 'referral_bonus',
  debit: MINT,
  credit: memberId,
  amount,
  facts: {},
})
async function rejection(work: Promise<unknown>): Promise<{ code?: string; message: string }> {
  return work.then(
    () => expect.fail('should have been refused'),
    (error: unknown) => error as { code?: string; message: string },
  )
}

/** Every account's balance and version against its entries, and the sum of all; empty when the books are right. */
async function mistakes(): Promise<unknown[]> {
  const { rows } = await db.raw<{ rows: unknown[] }>(`
    select id from account left join (
      select account_id, sum(amount) as balance, count(*) as version, max(version) as last from entry group by account_id
    ) chain on chain.account_id = account.id
    where (account.balance, account.version, account.version)
      is distinct from (coalesce(chain.balance, 0), coalesce(chain.version, 0), coalesce(chain.last, 0))
    union all select transfer_id::uuid from entry group by transfer_id having sum(amount) <> 0 or count(*) <> 2
    union all select null from account having sum(balance) <> 0`)
  return rows
}

describe('an account', () => {
  test('opens with the welcome bonus, once, however often and at once it is asked for', async () => {
    const id = await member()
    await Promise.all(Array.from({ length: 10 }, () => transact(db, (trx) => openAccount(trx, { memberId: id, now }))))
    expect(await balanceOf(db, id)).toEqual({ tokens: 1000n, inEscrow: 0n })
  })
})

describe('a transfer', () => {
  test('happens once for its id, though twenty send it at once', async () => {
    const id = await member()
    const key = `referral:${randomUUID()}`
    const posted = await Promise.all(
      Array.from({ length: 20 }, () => transact(db, (trx) => post(trx, [minted(id, key)], now))),
    )
    expect(posted.filter((ids) => ids.has(key))).toHaveLength(1)
    expect(await tokens(id)).toBe(1100n)
  })

  test('is refused when its id was used for something else, at once or later', async () => {
    const [one, other] = [await member(), await member()]
    const key = `referral:${randomUUID()}`
    const attempts = await Promise.allSettled([
      transact(db, (trx) => post(trx, [minted(one, key)], now)),
      transact(db, (trx) => post(trx, [minted(other, key)], now)),
    ])
    expect(attempts.map((attempt) => attempt.status).sort()).toEqual(['fulfilled', 'rejected'])
    const later = await rejection(transact(db, (trx) => post(trx, [minted(one, key, 101n)], now)))
    expect(later.code).toBe('TRANSFER_MISMATCH')
    expect((await tokens(one)) + (await tokens(other))).toBe(2100n)
  })

  test('of several in one call posts all, keeps each account a chain, and doubles none', async () => {
    const id = await member()
    const key = `referral:${randomUUID()}`
    const many = [1, 2, 3, 3].map((part) => minted(id, `${key}:${part}`))
    await transact(db, (trx) => post(trx, many, now))
    const entries = await db('entry').where({ account_id: id }).orderBy('version').select('version', 'balance_after')
    expect(entries).toEqual(
      [1000n, 1100n, 1200n, 1300n].map((balance_after, index) => ({ version: BigInt(index + 1), balance_after })),
    )
  })

  test('needs its accounts', async () => {
    const missing = randomUUID()
    const error = await rejection(transact(db, (trx) => post(trx, [minted(missing, 'referral:x')], now)))
    expect(error.message).toContain(missing)
  })

  test('leaves nothing behind when its transaction fails', async () => {
    const id = await member()
    const key = `referral:${randomUUID()}`
    await rejection(
      db.transaction(async (trx) => {
        await post(trx, [minted(id, key)], now)
        throw new Error('later')
      }),
    )
    expect(await tokens(id)).toBe(1000n)
    await transact(db, (trx) => post(trx, [minted(id, key)], now))
    expect(await tokens(id)).toBe(1100n)
  })
})

describe('a hold', () => {
  test('takes what can be spent, and no more', async () => {
    const id = await member()
    await hold(id, 302n)
    expect(await balanceOf(db, id)).toEqual({ tokens: 698n, inEscrow: 302n })
    expect((await rejection(hold(id, 699n))).code).toBe('INSUFFICIENT_TOKENS')
    expect(await balanceOf(db, id)).toEqual({ tokens: 698n, inEscrow: 302n })
    await hold(id, 698n)
    expect(await balanceOf(db, id)).toEqual({ tokens: 0n, inEscrow: 1000n })
  })

  test('made in fifty tabs at once spends the balance once', async () => {
    const id = await member()
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => hold(id, 300n)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
    expect(await balanceOf(db, id)).toEqual({ tokens: 100n, inEscrow: 900n })
  })

  test('is released to seller and fees to the hundredth', async () => {
    const [buyer, seller] = [await member(), await member()]
    const fees = async () => (await db('account').where({ id: FEES }).first())!.balance
    const before = await fees()
    await release(await hold(buyer, 302n), seller, 300n, 2n)
    expect(await balanceOf(db, buyer)).toEqual({ tokens: 698n, inEscrow: 0n })
    expect(await tokens(seller)).toBe(1300n)
    expect((await fees()) - before).toBe(2n)
  })

  test('is voided back to whom it came from', async () => {
    const buyer = await member()
    await giveBack(await hold(buyer, 302n), 302n)
    expect(await balanceOf(db, buyer)).toEqual({ tokens: 1000n, inEscrow: 0n })
  })

  test('resolves exactly once, though three confirm and three cancel at once', async () => {
    const [buyer, seller] = [await member(), await member()]
    for (let round = 0; round < 20; round += 1) {
      const reference = await hold(buyer, 20n)
      const tries = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) =>
          index % 2 === 0 ? release(reference, seller, 19n, 1n) : giveBack(reference, 20n),
        ),
      )
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      for (const one of tries)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'HOLD_RESOLVED' })
    }
    expect((await balanceOf(db, buyer)).inEscrow).toBe(0n)
  })

  test('of nothing moves nothing, and resolving it too', async () => {
    const [buyer, seller] = [await member(), await member()]
    const reference = await hold(buyer, 0n)
    await release(reference, seller, 0n, 0n)
    await giveBack(reference, 0n)
    expect(await db('transfer').where('reference', reference)).toEqual([])
  })

  test('is not resolved for another amount than it holds, nor where there is none', async () => {
    const [buyer, seller] = [await member(), await member()]
    const reference = await hold(buyer, 302n)
    await rejection(release(reference, seller, 301n, 2n))
    await rejection(giveBack(reference, 301n))
    await rejection(giveBack(`purchase:${randomUUID()}`, 302n))
    expect((await balanceOf(db, buyer)).inEscrow).toBe(302n)
  })
})

describe('the database itself refuses', () => {
  test.each([
    ['update transfer set amount = amount + 1'],
    ['delete from transfer'],
    ['truncate transfer cascade'],
    ['update entry set amount = amount + 1'],
    ['delete from entry'],
    ['truncate entry'],
    ['truncate account cascade'],
  ])('%s', async (statement) => {
    await member()
    expect((await rejection(db.raw(statement))).message).toContain('append-only')
  })

  test('tokens from elsewhere than the mint, a fee without its release, a second resolution by another name', async () => {
    const [buyer, seller] = [await member(), await member()]
    const reference = await hold(buyer, 302n)
    const refused = (transfer: Transfer) => rejection(transact(db, (trx) => post(trx, [transfer], now)))
    const gift = { kind: 'referral_bonus', debit: buyer, credit: seller, amount: 1n, facts: {} } as const
    expect((await refused({ ...gift, id: 'gift' })).message).toContain('transfer_legs')
    const fee: Transfer = {
      id: `${reference}:fee`,
      kind: 'fee',
      debit: ESCROW,
      credit: FEES,
      amount: 2n,
      facts: {},
    }
    expect((await refused({ ...fee, reference })).message).toContain('transfer_resolution')
    const second = { ...fee, kind: 'void', credit: buyer, resolves: `${reference}:hold`, reference } as const
    expect((await refused({ ...second, id: `${reference}:again` })).message).toContain('transfer_resolution')
  })
})

test('of two transfers that stand for each other the one that waits is not posted', async () => {
  const [one, other] = [await member(), await member()]
  const [mine, theirs] = [`referral:${one}`, `referral:${other}`]
  const bonus = (id: string, unless: string) => [{ ...minted(one, id), unless: [unless] }]
  const first = await db.transaction()
  expect(await post(first, bonus(mine, theirs), now)).toEqual(new Set([mine]))
  const second = transact(db, (trx) => post(trx, bonus(theirs, mine), now))
  await expect
    .poll(() => db('pg_stat_activity').whereRaw(`datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(1)
  await first.commit()
  expect(await second).toEqual(new Set())
  expect(await tokens(one)).toBe(1100n)
})

test('random histories keep every token, no balance below zero, and each statement equal to its balance', async () => {
  const step = fc.record({
    what: fc.constantFrom('hold', 'release', 'void', 'bonus'),
    who: fc.nat(3),
    whom: fc.nat(3),
    amount: fc.bigInt(0n, 700n),
    percentage: fc.bigInt(0n, 10000n),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const ids = await Promise.all([member(), member(), member(), member()])
      const model = new Map(ids.map((id) => [id, 1000n]))
      const open: { reference: string; buyer: string; price: bigint; fee: bigint }[] = []
      for (const { what, who, whom, amount, percentage } of steps) {
        const [one, other] = [ids[who]!, ids[whom]!]
        const move = (id: string, by: bigint) => model.set(id, model.get(id)! + by)
        if (what === 'bonus' && amount > 0n) {
          await transact(db, (trx) => post(trx, [minted(one, `referral:${randomUUID()}`, amount)], now))
          move(one, amount)
        } else if (what === 'hold') {
          const fee = (amount * percentage + 5000n) / 10000n
          const enough = model.get(one)! >= amount + fee
          const reference = await hold(one, amount + fee).catch(() => undefined)
          expect(reference !== undefined).toBe(enough)
          if (reference === undefined) continue
          move(one, -amount - fee)
          open.push({ reference, buyer: one, price: amount, fee })
        } else {
          const held = open.shift()
          if (!held) continue
          if (what === 'release') await release(held.reference, other, held.price, held.fee)
          else await giveBack(held.reference, held.price + held.fee)
          if (what === 'release') move(other, held.price)
          else move(held.buyer, held.price + held.fee)
        }
      }
      for (const [id, balance] of model) {
        const held = open.filter((one) => one.buyer === id).reduce((sum, { price, fee }) => sum + price + fee, 0n)
        expect(await balanceOf(db, id)).toEqual({ tokens: balance, inEscrow: held })
      }
    }),
    { numRuns: 25 },
  )
  expect(await mistakes()).toEqual([])
})
