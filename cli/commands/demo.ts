import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { fillDemo } from '../../seeds/demo/index.ts'
import { withContext } from '../with-context.ts'
import { words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'

export function demo(program: Command): void {
  program
    .command('demo')
    .description(words('fill the market with the demo neighbourhood, also beside members of its own'))
    .addHelpText(
      'after',
      inHelp(
        words(`A server with DEMO=on does this by itself on its first start. What was cut short is taken up where it stopped;
where the neighbourhood is complete, nothing happens. Anybody can sign in as a demo neighbour while DEMO is on.

Exit code: 0 the neighbourhood is complete, 2 could not run.

Example:
  market demo`),
      ),
    )
    .action(() =>
      withContext(
        async (ctx) => {
          if (!ctx.config.sandboxAllowed)
            throw new Refused(words('There is no demo in production (ALLOW_SANDBOX=true allows it).'))
          const filled = await fillDemo(ctx, new AbortController().signal)
          console.log(
            inTerminal(
              filled
                ? words('The demo neighbourhood has moved in.')
                : words('The demo neighbourhood is there already.'),
            ),
          )
        },
        { makes: true },
      ),
    )
}
