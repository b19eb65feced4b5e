import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import { handlers } from '../../../worker.ts'
import { translate } from '../../../platform/language/translate.ts'
import { say } from '../../../platform/language/words.ts'
import { bonuses, payBonuses } from '../bonus/bonuses.ts'
import { describe as describeLine } from './describe.ts'
import type { BonusKind, TokenProgress, TokenTransaction } from '../contract.ts'

const market = useMarket()

describe('the progress of a member', () => {
  const progress = async (member: TestClient) => (await member.get<TokenProgress>('/api/tokens/progress')).body
  const of = ({ bonuses }: TokenProgress, wanted: BonusKind) => bonuses.find(({ kind }) => kind === wanted)

  test('begins with the welcome, and everything else open', async () => {
    const found = await progress(await market.signIn())
    expect(found.bonuses.map(({ kind, done, times, earned }) => [kind, done, times, earned])).toEqual([
      ['welcome_bonus', true, 1, '10.00'],
      ['first_listing', false, 0, '0.00'],
      ['first_sale', false, 0, '0.00'],
      ['monthly_combo', false, 0, '0.00'],
      ['streak_bonus', false, 0, '0.00'],
      ['referral_bonus', false, 0, '0.00'],
    ])
    expect(found).toMatchObject({
      thisMonth: { listing: 'open', sale: 'open' },
      streak: 0,
      friends: { joined: 0, traded: 0 },
    })
  })

  test('tells a listing that waits from one that counts, and what the month brings', async () => {
    const [member, friend] = [await market.signIn(), await market.signIn()]
    await market.ctx.db('member').where({ id: friend.user.id }).update({ referred_by: member.user.id })
    const { buyer, itemId } = await buildPurchase(market, { seller: member })
    const bought = [await buildPurchase(market, { buyer: friend }), await buildPurchase(market, { buyer: friend })]
    await market.runJobs()
    expect(of(await progress(member), 'first_listing')).toMatchObject({ done: false, waiting: true, reward: '5.00' })
    expect(await progress(member)).toMatchObject({
      thisMonth: { month: market.clock.now().toISOString().slice(0, 7), listing: 'waiting', sale: 'open' },
      streak: 0,
      friends: { joined: 1, traded: 0 },
    })
    await confirmDelivery(buyer, itemId)
    for (const { itemId: its } of bought) await confirmDelivery(friend, its)
    await market.runJobs()
    const after = await progress(member)
    expect(of(after, 'first_listing')).toMatchObject({ done: true, waiting: false })
    expect(after).toMatchObject({
      thisMonth: { listing: 'done', sale: 'done' },
      streak: 1,
      friends: { joined: 1, traded: 1 },
    })
    expect(of(after, 'monthly_combo')).toMatchObject({ done: true, times: 1, earned: '10.00' })
    expect(of(after, 'streak_bonus')).toMatchObject({ done: false, reward: '0.00' })
    expect(of(after, 'referral_bonus')).toMatchObject({ done: false, reward: '10.00', times: 1, earned: '10.00' })
  })

  test('tells what the streak will bring, whether or not the nightly job has run', async () => {
    const email = `${randomUUID()}@example.com`
    const { user } = await market.signIn({ email })
    const activity = (month: string) => ({
      reference: `listing:${randomUUID()}`,
      kind: 'listing' as const,
      member_id: user.id,
      month,
      occurred_at: new Date(`${month}-10`),
      counted_at: new Date(`${month}-11`),
    })
    await market.ctx.db('activity').insert(['2030-11', '2030-12', '2031-01'].map(activity))
    market.clock.set('2031-02-01T00:00:00Z')
    const member = await market.signIn({ email })
    const before = await progress(member)
    expect(of(before, 'streak_bonus')).toMatchObject({ done: false, reward: '3.00', times: 0 })
    await handlers(market.ctx)['wallet.monthly-streaks']({})
    const after = await progress(member)
    expect(after.streak).toBe(3)
    expect(of(after, 'streak_bonus')).toMatchObject({ done: false, reward: '3.00', times: 2, earned: '3.00' })
    await market.ctx.db('activity').insert(activity('2031-02'))
    expect(of(await progress(member), 'streak_bonus')).toMatchObject({ done: true })
    market.clock.set('2031-04-01T00:00:00Z')
    expect(await progress(await market.signIn({ email }))).toMatchObject({ streak: 0 })
  })

  test('is for members', async () => {
    expect((await market.visitor().get('/api/tokens/progress')).status).toBe(401)
  })
})

test('what costs no tokens stands in the statement with its card fee, in its place, on every page', async () => {
  const buyer = await market.signIn()
  const free = async () =>
    (
      await buildPurchase(market, {
        buyer,
        itemId: (await buildListing(market, { fields: { tokenPrice: '0' } })).listing.id,
      })
    ).paymentId
  const first = [await free(), await free()]
  const bought = (await buildPurchase(market, { buyer })).paymentId
  const last = await free()
  const all = await buyer.get<TokenTransaction[]>('/api/tokens/transactions')
  expect(all.headers.get('x-total-count')).toBe('5')
  expect(
    all.body.map(({ type, amount, balanceAfter, platformFee, stripePaymentIntentId }) => [
      type,
      amount,
      balanceAfter,
      platformFee,
      stripePaymentIntentId,
    ]),
  ).toEqual([
    ['purchase_item', '0.00', '6.98', '3.50', last],
    ['purchase_item', '3.02', '6.98', '3.50', bought],
    ['purchase_item', '0.00', '10.00', '3.50', first[1]],
    ['purchase_item', '0.00', '10.00', '3.50', first[0]],
    ['welcome_bonus', '10.00', '10.00', '0.00', null],
  ])
  const paged: TokenTransaction[] = []
  for (let path: string | undefined = '/api/tokens/transactions?limit=1'; path !== undefined;) {
    const page: Answer<TokenTransaction[]> = await buyer.get<TokenTransaction[]>(path)
    paged.push(...page.body)
    path = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(paged).toEqual(all.body)
})

describe('what a line of the statement is called', () => {
  const linesOf = async (member: TestClient) =>
    (await member.get<TokenTransaction[]>('/api/tokens/transactions')).body.map(({ description, text }) => [
      description,
      text,
    ])

  test('stays in English as its description; its text is in the language of the reader, also of lines of before', async () => {
    const { buyer } = await buildPurchase(market)
    const english = ['Purchase: Wooden train set', 'Welcome bonus']
    expect(await linesOf(buyer)).toEqual(english.map((words) => [words, words]))
    await buyer.patch('/api/users/me', { language: 'de' })
    const german = [
      ['Purchase: Wooden train set', translate('de', say('Purchase: {title}', { title: 'Wooden train set' }))],
      ['Welcome bonus', translate('de', 'Welcome bonus')],
    ]
    expect(await linesOf(buyer)).toEqual(german)
    expect((await buyer.get<string>('/api/tokens/statement.csv')).body).toContain(`"${german[0]?.[1]}"`)

    const own = await market.ctx.db('transfer').where({ debit: buyer.user.id }).orWhere({ credit: buyer.user.id })
    expect(own.map(({ description }) => description)).toEqual(['', ''])
    await market.ctx.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica')
      for (const { id, kind } of own) {
        const description = kind === 'hold' ? english[0]! : english[1]!
        await trx('transfer').where({ id }).update({ facts: null, description })
      }
    })
    expect(await linesOf(buyer)).toEqual(german)
  })

  test.each([
    ['refund', 'Refund: Doll (not paid in time)', { title: 'Doll', why: 'late' }],
    ['monthly_combo', 'Monthly combo bonus for November 2026', { month: { month: '2026-11' } }],
    [
      'streak_bonus',
      'Streak bonus for March 2027: 3 active months in a row',
      { month: { month: '2027-03' }, months: 3 },
    ],
  ] as const)('is found again in what was written of a %s', (type, description, facts) => {
    const german = { language: 'de', timeZone: 'UTC' } as const
    const text = describeLine({ type, facts: null, description }, german)
    expect(text).not.toBe(description)
    expect(text).toBe(describeLine({ type, facts, description: '' }, german))
  })
})

describe('the statement as a table', () => {
  const rowsOf = (csv: string) =>
    csv
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'))

  test('has every line with its signed amount, newest first, as a file to download', async () => {
    const { buyer, itemId, paymentId } = await buildPurchase(market)
    const answer = await buyer.get<string>('/api/tokens/statement.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="outgrown-tokens-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const [head, ...lines] = rowsOf(answer.body)
    expect(head).toContain('Balance')
    expect(lines.map((cells) => cells.slice(1))).toEqual([
      ['purchase_item', 'Purchase: Wooden train set', '-3.02', '6.98', '3.50', itemId, paymentId],
      ['welcome_bonus', 'Welcome bonus', '10.00', '10.00', '0.00', '', ''],
    ])
    const listed = await buyer.get<TokenTransaction[]>('/api/tokens/transactions?limit=1')
    expect(listed.headers.get('x-total-count')).toBe('2')
    expect((await market.visitor().get('/api/tokens/statement.csv')).status).toBe(401)
  })

  test('goes on past what is read at a time, without gap or repetition', async () => {
    const member = await market.signIn()
    const bonus = (n: number) => ({
      ...bonuses.streak(member.user.id, '2026-11', n),
      key: `streak:${member.user.id}:${n}`,
    })
    const many = Array.from({ length: 2100 }, (_, n) => bonus(n + 2))
    await market.ctx.db.transaction((trx) => payBonuses(trx, many, market.clock.now()))
    const [, ...lines] = rowsOf((await member.get<string>('/api/tokens/statement.csv')).body)
    expect(lines.map((cells) => cells[2])).toEqual([
      ...many.map((_, n) => `Streak bonus for November 2026: ${n + 2} active months in a row`).reverse(),
      'Welcome bonus',
    ])
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '"=1', '\t=1', '＝1'])('makes text of %j', async (title) => {
    const member = await market.signIn()
    await market.ctx.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica')
      await trx('transfer').where({ credit: member.user.id }).update({ facts: null, description: title })
    })
    const { body } = await member.get<string>('/api/tokens/statement.csv')
    expect(body).toContain(`"welcome_bonus","'${title.replaceAll('"', '""')}","10.00"`)
  })
})
