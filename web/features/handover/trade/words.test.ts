import { expect, test } from 'vitest'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { wordsFor } from './words.ts'

const NOW = Date.parse('2026-11-22T22:10:00Z')
const nobody = { buyer: null, seller: null }
const APPOINTMENT: NonNullable<Trade['appointment']> = {
  id: '0196b0de-7d2c-7c2c-9a52-31f1a5b8f7a1',
  start: '2026-11-23T01:00:00Z',
  end: '2026-11-23T02:00:00Z',
  agreedAt: '2026-11-22T20:00:00Z',
  late: { buyer: null, seller: null },
  onTheWay: nobody,
  here: nobody,
  absentFrom: '2026-11-23T01:30:00Z',
}
const PAID: Trade = {
  purchaseId: '0196b0de-7d2c-7c2c-9a52-31f1a5b8f7a2',
  stage: 'paid',
  side: 'buyer',
  title: 'Wooden train',
  takesMore: true,
  lines: [{ id: null, title: 'Wooden train', photo: null, state: 'paid', tokenPrice: '3.00' }],
  buyer: { id: '0196b0de-7d2c-7c2c-9a52-31f1a5b8f7a3', firstName: 'Ben', picture: null },
  seller: { id: '0196b0de-7d2c-7c2c-9a52-31f1a5b8f7a4', firstName: 'Nora', picture: null },
  next: { by: 'both', step: 'offer_times', at: null },
  deliveryMethod: 'message',
  pickup: null,
  deliveryAddress: null,
  courierFee: null,
  courier: null,
  timeZone: 'America/Los_Angeles',
  offer: null,
  appointment: null,
  tokensHeld: '3.02',
  autoReleaseAt: null,
  problem: null,
  handedOverAt: null,
  absence: null,
  thanks: { until: null, mine: null, theirs: null, theyHaveWritten: false },
}

const said = (trade: Trade) => {
  const { turn, title, note = '' } = wordsFor(trade, NOW)
  return [turn, title, note].map((words) => words.replaceAll('\u00a0', ' '))
}
const bothSides = (changed: Partial<Trade>) =>
  (['buyer', 'seller'] as const).map((side) => said({ ...PAID, ...changed, side }))

test('an offer is for the other side to take', () => {
  const times = [{ start: APPOINTMENT.start, end: APPOINTMENT.end }]
  const offer: Trade['offer'] = { id: APPOINTMENT.id, by: 'seller', times, offeredAt: APPOINTMENT.agreedAt }
  const next: Trade['next'] = { by: 'buyer', step: 'take_time', at: null }
  expect(bothSides({ stage: 'times_offered', offer, next })).toEqual([
    ['Your turn', 'Nora can make it at this time', 'Tap the one that suits you.'],
    ['Waiting for Ben', 'You offered 1 time', 'Ben confirms one, or suggests others.'],
  ])
})

test('who is on the way is said to the other side, and what was agreed to both', () => {
  const appointment = { ...APPOINTMENT, onTheWay: { buyer: '2026-11-23T00:30:00Z', seller: null } }
  const next: Trade['next'] = { by: 'both', step: 'meet', at: null }
  expect(bothSides({ stage: 'today', appointment, next })).toEqual([
    ['Time agreed', 'Today, 5–6 PM', 'Nora is expecting you.'],
    ['Time agreed', 'Ben is on the way', 'Today, 5–6 PM.'],
  ])
})

test('once the time has come there is a word for being late, and once it is over nobody is expected any more', () => {
  const at = (time: string) => wordsFor({ ...PAID, stage: 'today', appointment: APPOINTMENT }, Date.parse(time)).note
  expect(at('2026-11-23T00:59:00Z')).toBe('Nora is expecting you.')
  expect(at('2026-11-23T01:10:00Z')).toBe('Nora is expecting you. Running late? Say so in one tap.')
  expect(at('2026-11-23T03:00:00Z')).toBe('That time has passed. If you have not met, agree on another one.')
})

test('the next morning nobody is late or at the door any more: it was yesterday', () => {
  const next: Trade['next'] = { by: 'both', step: 'offer_times', at: null }
  const appointment = { ...APPOINTMENT, late: { buyer: '2026-11-23T01:00:00Z', seller: null }, here: nobody }
  const seen = wordsFor(
    { ...PAID, side: 'seller', stage: 'agreed', appointment, next },
    Date.parse('2026-11-23T17:00:00Z'),
  )
  expect([seen.turn, seen.title.replaceAll('\u00a0', ' '), seen.note]).toEqual([
    'Agree on a time',
    'Yesterday, 5–6 PM',
    'That time has passed. If you have not met, agree on another one.',
  ])
})

test('a courier is booked and paid by the buyer, and the seller reads when they come', () => {
  const next: Trade['next'] = { by: 'buyer', step: 'book_courier', at: null }
  const courier = { deliveryMethod: 'doordash', courierFee: '6.50' } as const
  expect(bothSides({ ...courier, stage: 'today', appointment: APPOINTMENT, next })).toEqual([
    ['Your turn', 'Today, 5–6 PM', 'Book a courier for then. You book and pay them yourself, about $6.50.'],
    ['Waiting for Ben', 'Courier comes today, 5–6 PM', 'Ben books and pays them.'],
  ])
})

test('of several things they are spoken of as several', () => {
  const several = (state: 'paid' | 'delivered') => [...PAID.lines, ...PAID.lines].map((line) => ({ ...line, state }))
  expect(bothSides({ lines: several('paid') }).map(([, title]) => title)).toEqual([
    'When could you pick them up?',
    'When could Ben pick them up?',
  ])
  expect(said({ ...PAID, stage: 'handed_over', lines: several('delivered') })).toContain('They are yours')
})

test('the end names the tokens that have gone over, and whose they are', () => {
  const lines = PAID.lines.map((line) => ({ ...line, state: 'delivered' as const }))
  const next: Trade['next'] = { by: 'nobody', step: 'nothing', at: null }
  expect(bothSides({ stage: 'handed_over', lines, next })).toEqual([
    ['', 'It is yours', '3 tokens went to Nora.'],
    ['', 'Handed over', 'You got 3 tokens.'],
  ])
})
