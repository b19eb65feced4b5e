import type { Measured } from './measure.ts'
import type { MeasuredPage } from './pages.ts'

export interface Line {
  name: string
  /** The length of the answer's JSON. */
  bytes: number
  /** The statements alone, one after the other. */
  statements: Measured
  route: Measured
  /** The route's requests a second, divided by those of a bare server that runs the same statements … */
  toJson: number
  /** … of one that parses rows … */
  toRows: number
  /** … and of one that parses rows and has the database keep its plans. */
  toKept: number
}

type Tell = (line: string) => void

export function printTable(
  tell: Tell,
  { size, rounds, seconds, lines }: { size: number; rounds: number; seconds: number; lines: Line[] },
): void {
  tell(`\n${size.toLocaleString('en')} listings; ${rounds} rounds of ${seconds} s, medians; times in ms\n`)
  tell(
    '| query | bytes | SQL p50 | SQL p99 | route req/s | p50 | p99 | × bare, same SQL | × bare, rows | × bare, rows, plans kept |',
  )
  tell('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const { name, bytes, statements, route, toJson, toRows, toKept } of lines) {
    const figures = [
      bytes,
      statements.p50.toFixed(2),
      statements.p99.toFixed(2),
      route.rate.toFixed(0),
      route.p50.toFixed(1),
      route.p99.toFixed(1),
      toJson.toFixed(2),
      toRows.toFixed(2),
      toKept.toFixed(2),
    ]
    tell(`| ${name} | ${figures.join(' | ')} |`)
  }
}

/** The price of growing: the last size beside the first. */
export function printComparison(tell: Tell, results: Map<number, Line[]>): void {
  const [first, ...others] = [...results]
  const last = others.at(-1)
  if (!first || !last) return
  tell(`\n${last[0].toLocaleString('en')} listings beside ${first[0].toLocaleString('en')}\n`)
  tell('| query | SQL p50 × | SQL p99 × | route p99 × |')
  tell('|---|--:|--:|--:|')
  for (const [index, large] of last[1].entries()) {
    const small = first[1][index]
    if (!small) continue
    const ratios = [
      large.statements.p50 / small.statements.p50,
      large.statements.p99 / small.statements.p99,
      large.route.p99 / small.route.p99,
    ]
    tell(`| ${large.name} | ${ratios.map((ratio) => ratio.toFixed(2)).join(' | ')} |`)
  }
}

/** Pages of the site, painted by the server. */
export function printPages(tell: Tell, size: number, pages: MeasuredPage[]): void {
  tell(`\n| page at ${size.toLocaleString('en')} | KB | req/s | p50 | p99 | ms CPU, server |`)
  tell('|---|--:|--:|--:|--:|--:|')
  for (const { page, bytes, rate, p50, p99, cpu } of pages) {
    const figures = [bytes / 1024, rate, p50, p99, cpu].map((figure, place) => figure.toFixed([1, 0, 1, 1, 3][place]))
    tell(`| ${page} | ${figures.join(' | ')} |`)
  }
}
