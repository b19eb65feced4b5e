import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import * as admin from '../../src/modules/admin/index.ts'
import { Email } from '../../src/modules/identity/contract.ts'
import { transact } from '../../src/platform/database.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { withContext } from '../with-context.ts'

export function promoteAdmin(program: Command): void {
  program
    .command('promote-admin')
    .argument('<EMAIL>', words('address of a member, who has signed in at least once'))
    .description(words('make a member an admin'))
    .addHelpText(
      'after',
      inHelp(
        words(`Exit code: 0 the member is an admin now, or was one; 2 could not run.

Example:
  market promote-admin june@example.com`),
      ),
    )
    .action((address: string) =>
      withContext(async ({ db, clock }) => {
        const email = Email.safeParse(address)
        if (!email.success) throw new Refused(say('{address} is not an email address.', { address }))
        const promoted = await transact(db, (trx) => admin.promoteAdmin(trx, { email: email.data, now: clock.now() }))
        const who = { email: email.data }
        console.log(
          inTerminal(promoted ? say('{email} is an admin now.', who) : say('{email} is an admin already.', who)),
        )
      }),
    )
}
