import { expect, test } from 'vitest'
import type { TokenProgress } from '../../../src/modules/wallet/contract.ts'
import { earningsOf } from './earnings.ts'

const combo: TokenProgress['bonuses'][number] = {
  kind: 'monthly_combo',
  reward: '5.00',
  done: false,
  waiting: false,
  times: 0,
  earned: '0.00',
}
const progress: TokenProgress = {
  bonuses: [combo],
  thisMonth: { month: '2026-03', listing: 'done', sale: 'open' },
  share: { thisMonth: null, nextMonth: null, moved: null },
  streak: 0,
  friends: { joined: 0, traded: 0 },
}

test('beside "Sold this month" stands why a second sale to one neighbour leaves it open', () => {
  const [earning] = earningsOf(progress)
  expect(earning?.steps).toEqual([
    { label: 'Listed this month', done: true },
    { label: 'Sold this month', done: false },
  ])
  expect(earning?.text).toContain('A second sale to the same neighbour doesn’t count.')
  expect(earningsOf(undefined).map(({ text }) => text)).toContain(earning?.text)
})
