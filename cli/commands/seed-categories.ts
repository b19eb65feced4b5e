import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { seedMissingCategories } from '../../src/modules/admin/index.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { withContext } from '../with-context.ts'

export function seedCategories(program: Command): void {
  program
    .command('seed-categories')
    .description(words('add the six built-in categories where they are missing'))
    .addHelpText(
      'after',
      inHelp(
        words(`Prices that are there stay as they are, so this may be run at any time.

Exit code: 0 all six are there, 2 could not run.

Example:
  market seed-categories`),
      ),
    )
    .action(() =>
      withContext(async (ctx) => {
        const added = await seedMissingCategories(ctx, null)
        console.log(
          inTerminal(
            added === 0
              ? words('All built-in categories are there already.')
              : say('Added {added} of 6 categories.', { added }),
          ),
        )
      }),
    )
}
