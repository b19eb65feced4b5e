import type { Command } from 'commander'
import { words } from '../../src/platform/language/words.ts'
import { inHelp } from '../help.ts'
import { issueSetupToken } from '../../src/modules/admin/index.ts'
import { transact } from '../../src/platform/database.ts'
import { withContext } from '../with-context.ts'

export function setupToken(program: Command): void {
  program
    .command('setup-token')
    .description(words('print a token that lets one member become the first admin'))
    .addHelpText(
      'after',
      inHelp(
        words(`The token works once; printing a new one voids the one before. Who is signed in enters it at /admin.
In production nobody becomes admin without it. Where an admin exists, use \`market promote-admin\`.

Exit code: 0 printed, 2 could not run.

Example:
  market setup-token`),
      ),
    )
    .action(() =>
      withContext(async ({ db, clock }) => {
        console.log(await transact(db, (trx) => issueSetupToken(trx, { now: clock.now() })))
      }),
    )
}
