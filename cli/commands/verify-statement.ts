import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type StatementFault, verifyStatement } from '../../src/modules/wallet/statement-file.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

const FAULTS: Record<StatementFault['kind'], string> = {
  unreadable: 'This is not a statement to check. Save what "Keep the file" gives on the page of your tokens.',
  signature: 'The digest is not signed with the key in the file.',
  gap: 'an entry is missing before this one.',
  balance: 'the balance does not follow from the one before.',
  digest: 'it is not what the digest says.',
}

export function verifyStatementCommand(program: Command): void {
  program
    .command('verify-statement')
    .argument('<FILE>', "a member's statement to check, from /api/tokens/statement.json")
    .description(
      'check a statement: ends with 0 when the digest proves each entry, and with 1 when anything was changed',
    )
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      const { faults, proved, waiting, digest } = await verifyStatement(JSON.parse(readFileSync(file, 'utf8')))
      for (const fault of faults)
        console.log('version' in fault ? `Entry ${fault.version}: ${FAULTS[fault.kind]}` : FAULTS[fault.kind])
      if (digest) console.log(`Digest of ${digest.night}: ${digest.root} (${digest.size} transfers)`)
      if (faults.length > 0) process.exitCode = FOUND_SOMETHING
      else console.log(`Proved by it: ${proved} entries. Not yet in it: ${waiting}.`)
    })
}

const HELP = `
Needs no market, database or environment. Compare the digest with the one in the foot of a mail of that night, or at
https://SITE/api/digests: the file alone can't show that it is the one that everybody was told.

Exit code: 0 each entry is proved, or newer than the digest, 1 something was changed, 2 could not run.

Example:
  market verify-statement outgrown-statement-2026-11-23.json
`
