import { withoutIsolates } from '../../platform/language/isolates.ts'
import { translate } from '../../platform/language/translate.ts'
import { type Language, type Said, type Saying, say, words } from '../../platform/language/words.ts'
import type { Outcome } from './simulate.ts'

/** Months of which the table tells; the last one is always among them. */
const TOLD = [1, 3, 6, 9, 12, 18, 24, 36, 48, 60, 84, 120]
const THRESHOLD_NAMES = new Map([
  [0.5, words('half the threshold')],
  [1, words('the threshold')],
  [2, words('twice the threshold')],
])

const titleOf = ({ target, moves, threshold }: Outcome) =>
  say('{rules}, {threshold}', {
    rules: rulesOf(target, moves),
    threshold: { message: THRESHOLD_NAMES.get(threshold) ?? '' },
  })

function rulesOf(target: Outcome['target'], moves: boolean): Said {
  if (target === null) return say('all bonuses in full')
  return moves ? say('moving from {target} a member', { target }) : say('held at {target} a member', { target })
}

/** Without marks that have no width, for columns. */
const plain = (language: Language, said: Saying) => withoutIsolates(translate(language, said))

/** Share served, tokens a member and what a combo pays, month by month. */
export function tableOf(outcomes: Outcome[], language: Language = 'en'): string[] {
  const inWords = (said: Saying) => plain(language, said)
  const percent = (share: number) => inWords(say('{share}%', { share }))
  const tenth = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const last = outcomes[0]?.months.length ?? 0
  const told = [...TOLD.filter((month) => month < last), last]
  const titled = outcomes.map((outcome) => ({ outcome, title: inWords(titleOf(outcome)) }))
  const [month, lowest] = [inWords(words('MONTH')), inWords(words('lowest'))]
  const width = Math.max(month.length, ...titled.map(({ title }) => title.length)) + 2
  const row = (title: string, cells: string[], end: string) =>
    title.padEnd(width) + cells.map((cell) => cell.padStart(7)).join('') + end.padStart(Math.max(7, lowest.length + 1))
  const head = row(month, told.map(String), lowest)
  const part = (
    name: string,
    cell: (month: Outcome['months'][number]) => string,
    end: (outcome: Outcome) => string,
  ) => [
    '',
    inWords(name),
    head,
    ...titled.map(({ outcome, title }) => {
      const cells = told.map((one) => {
        const found = outcome.months[one - 1]
        return found ? cell(found) : ''
      })
      return row(title, cells, end(outcome))
    }),
  ]
  return [
    ...part(
      words('Of what members look for, they find and can pay (lowest: of any seed, from month 6)'),
      (one) => percent(Math.round(one.served)),
      (outcome) => percent(Math.floor(outcome.lowest)),
    ),
    ...part(
      words('Tokens for each active member'),
      (one) => String(Math.round(one.tokensAMember)),
      () => '',
    ),
    ...part(
      words('Of 10 tokens, a combo pays'),
      (one) => tenth.format(10 * one.factor),
      () => '',
    ),
  ].slice(1)
}

const LEVELS = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0]
const COLUMNS = 60

/** The share served over the months as assumed: `o` today's rules, `#` held. */
export function plotOf(outcomes: Outcome[], language: Language = 'en'): string[] {
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
  const levels = LEVELS.map((level) => ({ level, share: plain(language, say('{share}%', { share: level })) }))
  const width = Math.max(...levels.map(({ share }) => share.length))
  const lines = levels.map(({ level, share }) => {
    const marks = Array.from({ length: columns }, (_, column) => mark(column, level)).join('')
    return `${share.padStart(width)} |${marks}`.trimEnd()
  })
  const axis = ' '.repeat(width + 1)
  const first = plain(language, say('month {month}', { month: 1 }))
  return [
    plain(language, words('Share served (o all bonuses in full, # held, * both)')),
    ...lines,
    `${axis}+${'-'.repeat(columns)}`,
    `${axis} ${first}${`${months}`.padStart(Math.max(2, columns - first.length))}`,
  ]
}
