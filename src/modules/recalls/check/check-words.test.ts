import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../../platform/language/words.ts'
import { translate } from '../../../platform/language/translate.ts'
import { measureCheck, ORDINARY } from '../../../testing/recalls/measure-check.ts'
import { titlesOf } from '../../../testing/searches/fill-neighbourhood.ts'
import type { Recall } from '../recall.ts'
import { STARTER } from '../starter.ts'
import { BANNED } from './banned.ts'
import { checkWords } from './check-words.ts'
import { KINDS } from './kinds.ts'
import { indexRecalls } from './recall-index.ts'

const index = await indexRecalls(STARTER)
const US = { country: 'US', month: '2026-11' }
const check = (title: string, description = '', where = US, brand?: string) =>
  checkWords(index, { title, description, brand }, where)

// `npm run bench:recalls` prints the titles.
test('at least 95 of 100 recalled products are asked about, each with a word missing or mistyped', async () => {
  const { slips } = await measureCheck([])
  const missed = slips.filter(({ asked }) => !asked)
  expect(slips.length).toBeGreaterThan(1500)
  expect(missed.length / slips.length, missed.map(({ title }) => title).join('\n')).toBeLessThanOrEqual(0.05)
})

test('at most 1 of 100 ordinary titles is asked about, and none is refused anywhere', async () => {
  expect(ORDINARY).toHaveLength(2000)
  for (const titles of [ORDINARY, titlesOf(2000)]) {
    const alarms = (await measureCheck(titles)).ordinary.filter(({ alarms: [first] }) => first !== undefined)
    expect(alarms.length, alarms.map(({ title }) => title).join('\n')).toBeLessThanOrEqual(20)
  }
  for (const country of ['US', 'CA', 'DE'])
    expect(ORDINARY.filter((title) => check(title, '', { country, month: '2026-11' }).banned)).toEqual([])
})

describe('a recall is found', () => {
  const found = (title: string, description?: string, brand?: string) =>
    check(title, description, US, brand).recalls.map(({ recall, by }) => `${recall.products[0]} by ${by}`)
  test.each([
    ['by a model number alone', 'Chest', 'Model HI4DR, white.', undefined, ['HI4DR chest of drawers by model']],
    ['by a model number written apart', 'Baby swing', 'No. 4M-005.', undefined, ['MamaRoo Swing by model']],
    [
      'by a number of digits with its brand',
      'Little Tikes swing',
      'It says 615573',
      undefined,
      ["2-in-1 Snug 'n Secure Swing pink by model"],
    ],
    ['not by digits alone', 'Puzzle', '615573 pieces, almost', undefined, []],
    [
      'by brand and product, the likeliest first',
      'Fisher price rock n play',
      '',
      undefined,
      ["Rock 'n Play Sleeper by name", "Newborn Rock 'n Play Sleeper by name"],
    ],
    [
      'by what the description adds',
      'White dresser',
      'It is the Malm by Ikea.',
      undefined,
      ['MALM chest of drawers by name'],
    ],
    ['by the brand that was read on the photo', 'Pliko stroller', '', 'Peg Perego', ['Pliko-P3 Stroller by name']],
    ['in German', 'Graco Quattro Kinderwagen', '', undefined, ['Quattro Stroller by name']],
    ['in French', 'Poussette Maclaren Volo', '', undefined, ['Volo Stroller by name']],
    ['in Spanish', 'Trona Polly de Chicco', '', undefined, ['Polly High Chair by name']],
    ['in Portuguese', 'Cômoda Malm da Ikea', '', undefined, ['MALM chest of drawers by name']],
    ['in Arabic', 'عربة أطفال Graco Quattro', '', undefined, ['Quattro Stroller by name']],
    [
      'not where words of a description lie near by chance',
      'Four floor puzzles',
      'Farm, sea, town and space.',
      undefined,
      [],
    ],
    ['not where it is something else', 'IKEA Malm bed', '', undefined, []],
    ['not where two words are nearly there', 'Nike jersey, red, of the Rams', '', undefined, []],
    ['not where a name is nearly there, and the thing is not', 'IKEA Mala easel', '', undefined, []],
    ['not by a noun that a maker shares with others', 'Toddler bed with guard rail', '', undefined, []],
    ['not by a part of a brand that is the thing itself', 'Red baby carrier, like new', '', undefined, []],
    ['not by a size', 'Mountain bike, 14 inch wheels', '', undefined, []],
    ['not by a word that is the same for many things', 'Full size crib sheet, both sides', '', undefined, []],
    ['not where another word says which one it is', 'Fisher-Price Snugapuppy Deluxe swing', '', undefined, []],
  ])('%s', (_, title, description, brand, recalls) => {
    expect(found(title, description, brand)).toEqual(recalls)
  })
})

describe('what may not be passed on', () => {
  test.each([
    ['US', 'Cot with drop side', '', 'drop-side-crib'],
    ['CA', 'White crib', 'Sturdy. The drop side works.', 'drop-side-crib'],
    ['DE', 'Cot with drop side', '', undefined],
    ['US', 'White crib', 'It is not a drop-side crib.', undefined],
    ['US', 'Gitterbett mit absenkbarem Gitter', '', 'drop-side-crib'],
    ['US', 'Lit à barreaux, côté coulissant', '', 'drop-side-crib'],
    ['US', 'Cuna con barandilla abatible', '', 'drop-side-crib'],
    ['US', 'Berço com grade móvel', '', 'drop-side-crib'],
    ['US', 'سرير أطفال بجانب متحرك', '', 'drop-side-crib'],
    ['US', 'Crib bumper pads', '', 'crib-bumper'],
    ['US', 'Mesh crib bumper', '', undefined],
    ['US', 'Padded jumper', '', undefined],
    ['US', 'Inclined sleepr for a baby', '', 'inclined-sleeper'],
    ['CA', 'Baby walker with toys', '', 'baby-walker'],
    ['CA', 'Marchette pour bébé', '', 'baby-walker'],
    ['CA', 'Wooden push walker for a baby', '', undefined],
    ['US', 'Baby walker with toys', '', undefined],
    ['DE', 'Kindersitz, abgelaufen', '', 'expired-car-seat'],
    ['DE', 'Car seat', 'Exp. date 2020-03.', 'expired-car-seat'],
    ['DE', 'Car seat', 'Expires in 2031, bought in 2023.', undefined],
    ['DE', 'Car seat', 'It has not expired.', undefined],
    ['US', 'Lawn darts', '', 'lawn-darts'],
    ['US', 'Jam jars', '', undefined],
  ])('in %s: %s %s', (country, title, description, type) => {
    expect(check(title, description, { country, month: '2026-11' }).banned?.type).toBe(type)
  })
})

test('a kind of thing alone gets advice, in every language, and nothing else does', () => {
  for (const title of ['Car seat', 'Kindersitz', 'Siège auto', 'Silla de coche', 'Cadeirinha de carro', 'مقعد سيارة'])
    expect(check(title), title).toEqual({ banned: null, recalls: [], advice: KINDS.get('car seat')?.advice })
  expect(check('Wooden puzzle')).toEqual({ banned: null, recalls: [], advice: null })
})

test('nothing that is said calls a thing safe, in any language', () => {
  const said = [
    ...Object.values(BANNED).map(({ reason }) => reason),
    ...[...KINDS.values()].flatMap(({ advice }) => advice ?? []),
  ]
  for (const language of LANGUAGES)
    for (const message of said)
      expect(translate(language, message)).not.toMatch(/\b(safe|sicher|ungefährlich|sûre?s?|segur[oa]s?)\b|آمن/i)
})

/** Each recall is of the same brand, of one of four kinds, and has a name of its own. */
const ofOneBrand = (count: number): Recall[] =>
  Array.from({ length: count }, (_, at) => ({
    ...STARTER[0]!,
    key: `many:${at}`,
    brand: 'Wobblo',
    models: ['26.1', `WS-${1000 + at}`],
    products: [`Slumbra Nova${at}x ${['Crib', 'Stroller', 'Swing', 'High Chair'][at % 4]}`],
  }))

test('a brand with thousands of recalls costs no more than one with a few, and is found all the same', async () => {
  const many = await indexRecalls([...ofOneBrand(10_000), ...STARTER])
  const costOf = (title: string, description = '') => {
    const before = many.compared
    const { recalls } = checkWords(many, { title, description }, US)
    return { compared: many.compared - before, found: recalls.map(({ recall }) => recall.key) }
  }
  const said = Array.from({ length: 30 }, (_, at) => `The Wobblo Slumbra crib number ${at} is white.`).join(' ')
  const long = costOf('Wobblo Slumbra crib', said)
  expect(long.compared).toBeLessThanOrEqual(21 * 100)
  expect(long.found).toHaveLength(3)
  expect(costOf('Wobblo Slumbra Nova4711x high chair').found[0]).toBe('many:4711')
  expect(costOf('Wobblo Nova4711x high chair').found).toContain('many:4711')
  expect(costOf('Wobblo stroller').compared).toBeLessThanOrEqual(100)
  expect(costOf('A thing by Wobblo', 'No. 261').compared).toBeLessThanOrEqual(300)
  expect(costOf('Graco Quattro stroller').found[0]).toBe(check('Graco Quattro stroller').recalls[0]?.recall.key)
})

test('20,000 recalls are made ready in many turns, between which others go on', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    ...STARTER[at % STARTER.length]!,
    key: `many ${at}`,
    brand: `Brand${at} Works`,
    products: [`Model${at % 7000} cradle of oak`],
  }))
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const ready = await indexRecalls(many)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(100)
  expect(ready.find(['Brand777 Model777 cradle'])).toMatchObject([{ recall: { key: 'many 777' } }])
})
