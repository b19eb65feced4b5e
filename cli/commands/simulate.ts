import { type Command, InvalidArgumentError } from 'commander'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal, terminalLanguage } from '../../src/platform/language/terminal.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { inHelp } from '../help.ts'
import type { Context } from '../../src/platform/context.ts'
import { marketRates } from '../../src/modules/economy/index.ts'
import { plotOf, RATES, simulate as run, tableOf, type Rates } from '../../src/modules/simulation/index.ts'
import { withContext } from '../with-context.ts'

interface Options {
  months: number
  seeds: number
  target: number
  moves?: boolean
  fromMarket?: boolean
  json?: boolean
}

export function simulate(program: Command): void {
  program
    .command('simulate')
    .description(words('try out what bonuses and a supply target do to a market, in a model of its members'))
    .option('--months <N>', words('how many months'), between(1, 120), 60)
    .option('--seeds <N>', words('how many markets, each by other chances'), between(1, 100), 12)
    .option('--target <TOKENS>', words('the supply target: tokens for each active member'), between(1, 1000), 35)
    .option('--moves', words('the target moves by itself, as it can in a market'))
    .option(
      '--from-market',
      words("with this market's members, listings and prices; without, with those of the documentation"),
    )
    .option('--json', words('print JSON'))
    .addHelpText('after', inHelp(HELP))
    .action(async (options: Options) => {
      if (options.fromMarket) await withContext(async (ctx) => print(await ratesOf(ctx), options))
      else print(RATES, options)
    })
}

async function ratesOf(ctx: Context): Promise<Rates> {
  const rates = await marketRates(ctx, RATES)
  if (rates) return rates
  throw new Refused(
    words(
      'This market is too young: a month with 20 active members has to end before it can be asked. Without --from-market, the rates of docs/economy.md are taken.',
    ),
  )
}

function print(rates: Rates, options: Options): void {
  const outcomes = run(rates, options)
  if (options.json) {
    console.log(JSON.stringify({ rates, seeds: options.seeds, outcomes }))
    return
  }
  const { members, wants, outgrown, threshold } = rates
  const figures = new Intl.NumberFormat(terminalLanguage())
  console.log(
    [
      inTerminal(
        say(
          '{members} members, who look for {wants} and outgrow {outgrown} things a month, and list below {least} to {most} tokens;',
          {
            members: figures.format(members),
            wants: figures.format(wants),
            outgrown: figures.format(outgrown),
            least: figures.format(threshold / 2),
            most: figures.format(threshold * 1.5),
          },
        ),
      ),
      inTerminal(
        say(
          '{seeds, plural, one {# market} other {# markets}} of {months, plural, one {# month} other {# months}}. What is assumed, and why: docs/economy.md',
          {
            seeds: options.seeds,
            months: options.months,
          },
        ),
      ),
      '',
      ...tableOf(outcomes, terminalLanguage()),
      '',
      ...plotOf(outcomes, terminalLanguage()),
    ].join('\n'),
  )
}

function between(least: number, most: number) {
  return (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(inTerminal(say('It is a whole number from {least} to {most}.', { least, most })))
    }
    return value
  }
}

const HELP =
  words(`Nothing of the market is changed, and without --from-market none is read. The same options print the same figures.

Exit code: 0 done, 2 could not run.

Examples:
  market simulate
  market simulate --target 30 --months 36
  market simulate --target 60 --moves
  market simulate --from-market --json | jq '.outcomes[] | [.target, .threshold, .lowest]'`)
