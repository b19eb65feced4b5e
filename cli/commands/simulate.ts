import { type Command, InvalidArgumentError } from 'commander'
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
    .description('try out what bonuses and a supply target do to a market, in a model of its members')
    .option('--months <N>', 'how many months', between(1, 120), 60)
    .option('--seeds <N>', 'how many markets, each by other chances', between(1, 100), 12)
    .option('--target <TOKENS>', 'the supply target: tokens for each active member', between(1, 1000), 35)
    .option('--moves', 'the target moves by itself, as it can in a market')
    .option(
      '--from-market',
      "with this market's members, listings and prices; without, with those of the documentation",
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      if (options.fromMarket) await withContext(async (ctx) => print(await ratesOf(ctx), options))
      else print(RATES, options)
    })
}

async function ratesOf(ctx: Context): Promise<Rates> {
  const rates = await marketRates(ctx, RATES)
  if (rates) return rates
  throw new Error(
    'This market is too young: a month with 20 active members has to end before it can be asked. Without --from-market, the rates of docs/economy.md are taken.',
  )
}

function print(rates: Rates, options: Options): void {
  const outcomes = run(rates, options)
  if (options.json) {
    console.log(JSON.stringify({ rates, seeds: options.seeds, outcomes }))
    return
  }
  const { members, wants, outgrown, threshold } = rates
  console.log(
    [
      `${members} members, who look for ${wants} and outgrow ${outgrown} things a month, and list below ${threshold / 2} to ${threshold * 1.5} tokens;`,
      `${options.seeds} markets of ${options.months} months. What is assumed, and why: docs/economy.md`,
      '',
      ...tableOf(outcomes),
      '',
      ...plotOf(outcomes),
    ].join('\n'),
  )
}

function between(least: number, most: number) {
  return (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

const HELP = `
Nothing of the market is changed, and without --from-market none is read. The same options print the same figures.

Exit code: 0 done, 2 could not run.

Examples:
  market simulate
  market simulate --target 30 --months 36
  market simulate --target 60 --moves
  market simulate --from-market --json | jq '.outcomes[] | {target, threshold, lowest}'
`
