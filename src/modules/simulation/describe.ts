import type { Outcome } from './simulate.ts'

/** Months of which the table tells; the last one is always among them. */
const TOLD = [1, 3, 6, 9, 12, 18, 24, 36, 48, 60, 84, 120]
const THRESHOLD_NAMES = new Map([
  [0.5, 'half the threshold'],
  [1, 'the threshold'],
  [2, 'twice the threshold'],
])

const titleOf = ({ target, moves, threshold }: Outcome) =>
  `${target === null ? 'all bonuses in full' : `${moves ? 'moving from' : 'held at'} ${target} a member`}, ${THRESHOLD_NAMES.get(threshold) ?? ''}`

/** Share served, tokens a member and what a combo pays, month by month. */
export function tableOf(outcomes: Outcome[]): string[] {
  const last = outcomes[0]?.months.length ?? 0
  const told = [...TOLD.filter((month) => month < last), last]
  const width = Math.max(...outcomes.map((outcome) => titleOf(outcome).length)) + 2
  const row = (title: string, cells: string[]) => title.padEnd(width) + cells.map((cell) => cell.padStart(7)).join('')
  const head = row('MONTH', [...told.map(String), 'lowest'])
  const part = (
    name: string,
    cell: (month: Outcome['months'][number]) => string,
    lowest: (outcome: Outcome) => string,
  ) => [
    '',
    name,
    head,
    ...outcomes.map((outcome) =>
      row(titleOf(outcome), [
        ...told.map((month) => {
          const found = outcome.months[month - 1]
          return found ? cell(found) : ''
        }),
        lowest(outcome),
      ]),
    ),
  ]
  return [
    ...part(
      'Of what members look for, they find and can pay (lowest: of any seed, from month 6)',
      (one) => `${Math.round(one.served)}%`,
      ({ lowest }) => `${Math.floor(lowest)}%`,
    ),
    ...part(
      'Tokens for each active member',
      (one) => String(Math.round(one.tokensAMember)),
      () => '',
    ),
    ...part(
      'Of 10 tokens, a combo pays',
      (one) => (10 * one.factor).toFixed(1),
      () => '',
    ),
  ].slice(1)
}

const LEVELS = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0]
const COLUMNS = 60

/** The share served over the months as assumed: `o` today's rules, `#` held. */
export function plotOf(outcomes: Outcome[]): string[] {
  const shown = outcomes.filter(({ threshold }) => threshold === 1)
  const months = shown[0]?.months.length ?? 0
  const columns = Math.min(COLUMNS, months)
  const at = (outcome: Outcome, column: number) =>
    outcome.months[Math.round((column * (months - 1)) / Math.max(1, columns - 1))]?.served ?? 0
  const mark = (column: number, level: number) => {
    const hit = shown.filter((outcome) => Math.round(at(outcome, column) / 10) * 10 === level)
    if (hit.length === 0) return ' '
    return hit.length > 1 ? '*' : hit[0]?.target === null ? 'o' : '#'
  }
  const lines = LEVELS.map((level) => {
    const marks = Array.from({ length: columns }, (_, column) => mark(column, level)).join('')
    return `${String(level).padStart(3)}% |${marks}`.trimEnd()
  })
  return [
    'Share served (o all bonuses in full, # held, * both)',
    ...lines,
    `     +${'-'.repeat(columns)}`,
    `      month 1${`${months}`.padStart(Math.max(2, columns - 7))}`,
  ]
}
