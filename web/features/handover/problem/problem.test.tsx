import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from '../../../lib/navigation.tsx'
import { expect, test } from 'vitest'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { SwrRoot } from '../../../lib/swr-root.tsx'
import { NextActions } from '../trade/next-actions.tsx'
import { Decision, Problem } from './problem.tsx'

const problem: NonNullable<Trade['problem']> = {
  reason: 'broken',
  words: 'One of the wheels is broken.',
  reportedAt: '2026-12-01T09:00:00Z',
  answerUntil: '2026-12-03T09:00:00Z',
  codeShown: false,
  answer: null,
  photos: [],
  decidedBy: '2026-12-08T09:00:00Z',
  announced: null,
  decision: null,
}
const IN_TIME = '2026-12-02T09:00:00Z'
const TOO_LATE = '2026-12-04T09:00:00Z'

/** The words for one side about who is to act, without the times. */
function said(side: Trade['side'], now: string, changed: Partial<typeof problem>): string {
  const trade = {
    purchaseId: 'an order',
    side,
    buyer: { id: 'ben', firstName: 'Ben', picture: null },
    seller: { id: 'nora', firstName: 'Nora', picture: null },
    problem: { ...problem, ...changed },
  } as Trade
  const html = renderToString(
    <SwrRoot data={{}}>
      <Problem trade={trade} now={Date.parse(now)} />
    </SwrRoot>,
  )
  const paragraphs = [...html.matchAll(/<p[^>]*>(.*?)<\/p>/g)].flatMap(([, words]) => words ?? [])
  const paragraph = paragraphs.find((words) => words.includes('an admin decides')) ?? ''
  return paragraph
    .replace(/<time[^>]*>.*?<\/time>/g, 'then')
    .replace(/<!-- -->|<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
}

const AN_ADMIN = "If the two of you don't agree, an admin decides by then."

test.each([
  {
    how: 'no code was shown',
    now: IN_TIME,
    changed: {},
    buyer: `Nora can answer until then. Without an answer, everything comes back to you. ${AN_ADMIN}`,
    seller: `Please answer by then. Without an answer, tokens and card payment go back to Ben. ${AN_ADMIN}`,
  },
  {
    how: 'the code was shown',
    now: IN_TIME,
    changed: { codeShown: true },
    buyer: `Nora can answer until then. ${AN_ADMIN} Without a decision, everything comes back to you then.`,
    seller: `Please answer by then. ${AN_ADMIN} Without a decision, tokens and card payment go back to Ben then.`,
  },
  {
    how: 'the code was shown and the 48 hours are over',
    now: TOO_LATE,
    changed: { codeShown: true },
    buyer: `Nora hasn't answered. ${AN_ADMIN} Without a decision, everything comes back to you then.`,
    seller: `The time for your answer is over. ${AN_ADMIN} Without a decision, tokens and card payment go back to Ben then.`,
  },
  {
    how: 'the seller has answered',
    now: TOO_LATE,
    changed: { answer: { words: 'It was fine here.', at: IN_TIME } },
    buyer: `${AN_ADMIN} Without a decision, everything comes back to you then.`,
    seller: `${AN_ADMIN} Without a decision, tokens and card payment go back to Ben then.`,
  },
])('both read what silence leads to where $how', ({ now, changed, buyer, seller }) => {
  expect([said('buyer', now, changed), said('seller', now, changed)]).toEqual([buyer, seller])
})

test.each([
  ['silence', "The seller didn't answer within 48 hours."],
  ['date', 'No admin decided in time.'],
] as const)('whose silence it was is said afterwards: %s', (by, words) => {
  const decision = { outcome: 'refund', by, reason: null, final: false, at: TOO_LATE, announced: null } as const
  const trade = {
    side: 'buyer',
    buyer: { firstName: 'Ben' },
    seller: { firstName: 'Nora' },
    problem: { ...problem, decision },
  } as Trade
  expect(renderToString(<Decision trade={trade} />)).toContain(words.replaceAll("'", '&#x27;'))
})

const ANNOUNCED: NonNullable<typeof problem.announced> = {
  outcome: 'refund',
  things: ['Scooter'],
  reason: 'The photo shows it.',
  at: '2026-12-03T09:00:00Z',
  against: 'seller',
  takesEffectAt: '2026-12-11T09:00:00Z',
  appeal: { words: 'That is another one.', at: '2026-12-04T09:00:00Z' },
}
const answeredTrade = (changed: Partial<typeof problem>) =>
  ({
    side: 'seller',
    lines: [{ title: 'Scooter' }],
    buyer: { firstName: 'Ben' },
    seller: { firstName: 'Nora' },
    problem: { ...problem, answer: { words: 'It was fine here.', at: '2026-12-02T09:00:00Z' }, ...changed },
  }) as Trade

function pointsOf(story: ReactNode) {
  const html = renderToString(<SwrRoot data={{}}>{story}</SwrRoot>)
  return [...html.matchAll(/<li([^>]*)>(.*?)<\/li>/g)].map(([, attributes, point]) => ({
    times: [...(point ?? '').matchAll(/<time dateTime="([^"]+)"/g)].map(([, at]) => at),
    words: (point ?? '').replace(/<!-- -->|<[^>]+>/g, ''),
    current: attributes?.includes('aria-current="step"'),
  }))
}
const point = (at: string, words: string, current = false) => ({
  times: [at],
  words: expect.stringContaining(words) as string,
  current,
})
const UP_TO_APPEAL = [
  point('2026-12-01T09:00:00Z', 'One of the wheels is broken.'),
  point('2026-12-02T09:00:00Z', 'You answered: It was fine here.'),
  point('2026-12-03T09:00:00Z', 'The admin writes: The photo shows it.'),
  point('2026-12-04T09:00:00Z', 'Your appeal: That is another one.'),
]

test('a problem is read as a list in the order of time, and what comes next is its last point', () => {
  const trade = answeredTrade({ announced: ANNOUNCED })
  expect(pointsOf(<Problem trade={trade} now={Date.parse('2026-12-04T10:00:00Z')} />)).toEqual([
    ...UP_TO_APPEAL,
    point('2026-12-11T09:00:00Z', 'An admin decides again by', true),
  ])
})

test('an admin reads the words of both as theirs', () => {
  const decision = { ...DECIDED, by: 'agreement', reason: null, announced: { ...ANNOUNCED, against: 'buyer' } } as const
  const trade = { ...answeredTrade({ decision }), side: 'admin' } as Trade
  expect(pointsOf(<Decision trade={trade} />).map(({ words }) => words)).toEqual([
    expect.stringContaining('One of the wheels is broken.'),
    expect.stringContaining('Nora answered'),
    expect.stringContaining('The admin writes'),
    expect.stringMatching(/Ben.+s appeal: That is/),
    expect.stringContaining('They settled it between them.'),
  ])
})

const DECIDED = { outcome: 'release', by: 'admin', final: false, at: '2026-12-05T09:00:00Z' } as const

test('what was decided about one thing can be read while the others are still to be handed over', () => {
  const decision = { ...DECIDED, final: true, reason: 'It is another one, indeed.', announced: ANNOUNCED }
  const trade = {
    ...answeredTrade({ decision }),
    stage: 'agreed',
    deliveryMethod: 'message',
    timeZone: 'UTC',
    lines: [
      { title: 'Scooter', state: 'refunded' },
      { title: 'Helmet', state: 'paid' },
    ],
  } as Trade
  const now = Date.parse('2026-12-06T09:00:00Z')
  const points = pointsOf(
    <StaticRouter location="/">
      <NextActions trade={trade} now={now} />
    </StaticRouter>,
  )
  expect(points).toHaveLength(5)
  expect(points.at(-1)?.words).toContain('It is another one, indeed.')
})

test.each([
  {
    how: 'and decided again',
    decision: { ...DECIDED, final: true, reason: 'It is another one, indeed.', announced: ANNOUNCED },
    points: [...UP_TO_APPEAL, 'The admin writes, after the appeal: It is another one, indeed.'],
  },
  {
    how: 'which nobody decided in time',
    decision: { ...DECIDED, reason: ANNOUNCED.reason, announced: ANNOUNCED },
    points: [...UP_TO_APPEAL, 'Nobody decided again in time'],
  },
  {
    how: 'and the two agreed meanwhile',
    decision: { ...DECIDED, by: 'agreement', reason: null, announced: ANNOUNCED },
    points: [...UP_TO_APPEAL, 'The two of you settled it.'],
  },
  {
    how: 'not at all, and it took effect',
    decision: { ...DECIDED, reason: ANNOUNCED.reason, announced: { ...ANNOUNCED, appeal: null } },
    points: [...UP_TO_APPEAL.slice(0, 3), 'It took effect.'],
  },
] as const)('the first decision stays in the story when it is over: appealed $how', ({ decision, points }) => {
  const last = points.at(-1) as string
  expect(pointsOf(<Decision trade={answeredTrade({ decision })} />)).toEqual([
    ...points.slice(0, -1),
    point(DECIDED.at, last),
  ])
})
