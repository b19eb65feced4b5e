import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import { handlers } from '../../../worker.ts'
import type { Economy } from '../contract.ts'

const market = useMarket()

const months = async (limit = 12) =>
  (await market.visitor().get<Economy>(`/api/economy?months=${limit}`)).body.months.map(
    ({ month, supply, burnt, minted }) => ({ month, supply, burnt, ...minted }),
  )
async function newcomers(count: number): Promise<TestClient[]> {
  const members = []
  for (let index = 0; index < count; index += 1) members.push(await market.signIn())
  return members
}
async function trade(sellerEmail: string, buyerEmail: string): Promise<void> {
  const [seller, buyer] = [await market.signIn({ email: sellerEmail }), await market.signIn({ email: buyerEmail })]
  const { itemId } = await buildPurchase(market, { seller, buyer })
  await confirmDelivery(buyer, itemId)
  await market.runJobs()
}

test('no sum or difference of public figures is about one to four members', async () => {
  market.clock.set('2027-01-10T12:00:00Z')
  const emails = (await newcomers(6)).map(({ user }) => user.email)
  const [first = '', second = '', third = ''] = emails
  await trade(first, second)
  // A month in which one has sold to another, and nobody else has earned anything.
  market.clock.set('2027-02-10T12:00:00Z')
  await trade(third, second)
  // One newcomer; then nothing at all; then five, twice.
  market.clock.set('2027-03-10T12:00:00Z')
  await newcomers(1)
  for (const at of ['2027-05-10T12:00:00Z', '2027-06-10T12:00:00Z']) {
    market.clock.set(at)
    await newcomers(5)
  }
  market.clock.set('2027-07-02T12:00:00Z')
  await handlers(market.ctx)['economy.count-months']({})

  const seen = await months()
  const nothing = {
    burnt: '0.00',
    welcome_bonus: '0.00',
    first_listing: '0.00',
    first_sale: '0.00',
    monthly_combo: '0.00',
    streak_bonus: '0.00',
    referral_bonus: '0.00',
  }
  const ofOne = { burnt: null, first_listing: null, first_sale: null, monthly_combo: null }
  expect(seen).toEqual([
    // The supply says how much six newcomers and the one who sold were given together.
    { month: '2027-01', ...nothing, ...ofOne, welcome_bonus: null, supply: '79.98' },
    // A supply here would say what one was given, and so would the next two.
    { month: '2027-02', ...nothing, ...ofOne, supply: null },
    { month: '2027-03', ...nothing, welcome_bonus: null, supply: null },
    { month: '2027-04', ...nothing, supply: null },
    { month: '2027-05', ...nothing, welcome_bonus: null, supply: '159.96' },
    { month: '2027-06', ...nothing, welcome_bonus: '50.00', supply: '209.96' },
    { month: '2027-07', ...nothing, supply: '209.96' },
  ])
  // Asking for fewer months tells no more.
  expect(await months(5)).toEqual(seen.slice(-5))
})
