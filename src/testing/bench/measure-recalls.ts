import { STARTER } from '../../modules/recalls/index.ts'
import { measureCheck, ORDINARY, type Slip } from '../recalls/measure-check.ts'
import { titlesOf } from '../searches/fill-neighbourhood.ts'

/** Measures whom the check of recalls asks: sellers of recalled things with a slip in the title, and of ordinary things. */
const RUNS = 5
/** So many more recalls, of as many makers as sources have, more or less. */
const MANY = 20_000

const tell = (line: string) => process.stdout.write(`${line}\n`)
const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)}%)`
type Measured = Awaited<ReturnType<typeof measureCheck>>['ordinary']
const alarms = (titles: Measured) => titles.filter(({ alarms: [first] }) => first !== undefined)

/** Milliseconds of a check: the shortest of some for each title, since whatever else runs here only adds to it. */
function timesOf(runs: Measured[]): string {
  const times = runs.reduce((best, run) =>
    run.map((one, at) => ({ ...one, took: Math.min(one.took, best[at]?.took ?? 0) })),
  )
  const sorted = times.map(({ took }) => took).toSorted((one, other) => one - other)
  return [0.5, 0.99, 1].map((part) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(3)).join(', ')
}

const few = []
for (let run = 0; run < RUNS; run += 1) few.push(await measureCheck(ORDINARY))
const { slips = [], ordinary = [] } = few[0] ?? {}
const { ordinary: others } = await measureCheck(titlesOf(10_000))
const missed = slips.filter(({ asked }) => !asked)
const many = Array.from({ length: MANY }, (_, at) => {
  const { products, ...recall } = STARTER[at % STARTER.length] as (typeof STARTER)[number]
  return {
    ...recall,
    key: `${at}`,
    brand: `Maker${at % 3000} Works`,
    products: products.map((name) => `${name} no${at % 7000}x`),
  }
})
const large = []
for (let run = 0; run < RUNS; run += 1) large.push((await measureCheck(ORDINARY, [...STARTER, ...many], [])).ordinary)

tell('| what | measured | goal |')
tell('|---|---|---|')
tell(
  `| recalled products, one word missing or mistyped: asked about | ${share(slips.length - missed.length, slips.length)} | 95% |`,
)
tell(
  `| ordinary titles, written with the check: false alarms | ${share(alarms(ordinary).length, ordinary.length)} | 1% |`,
)
tell(
  `| titles of a neighbourhood, written apart from it: false alarms | ${share(alarms(others).length, others.length)} | 1% |`,
)
tell(`| a check in ms: half, 99 of 100, all take at most | ${timesOf(few.map((run) => run.ordinary))} | 5 |`)
tell(`| the same with ${MANY} recalls more | ${timesOf(large)} | 5 |`)

tell('\nNot asked about\n')
for (const [product, some] of Map.groupBy(missed, (slip: Slip) => slip.product))
  tell(`- ${product}: ${some.map(({ title }) => title).join('; ')}`)
tell('\nFalse alarms\n')
for (const { title, alarms: meant } of [...alarms(ordinary), ...alarms(others)]) tell(`- ${title}: ${meant.join('; ')}`)
