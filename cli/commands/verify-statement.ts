import type { Command } from 'commander'
import { z } from 'zod'
import { DAY_MS } from '../../src/platform/durations.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { type Said, say, words } from '../../src/platform/language/words.ts'
import { inHelp } from '../help.ts'
import { type StatementFault, verifyStatement } from '../../src/modules/wallet/statement-file.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'
import { readJson } from '../read-json.ts'

const FAULTS: Record<StatementFault['kind'], string> = {
  unreadable: words('This is not a statement to check. Save what "Keep the file" gives on the page of your tokens.'),
  signature: words('The digest is not signed with the key in the file.'),
  key: words('It is signed with another key than the market has published.'),
  published: words('The market has published another digest of that night, or none.'),
  gap: words('an entry is missing before this one.'),
  balance: words('the balance does not follow from the one before.'),
  digest: words('it is not what the digest says.'),
  unplaced: words('it is older than the digest, yet has no place in it.'),
}

export function verifyStatementCommand(program: Command): void {
  program
    .command('verify-statement')
    .argument('<FILE>', words("a member's statement to check, from /api/tokens/statement.json"))
    .option(
      '--published <FILE>',
      words('what /api/digests answers: its key and digests are compared with those in the statement'),
    )
    .description(
      words('check a statement: ends with 0 when the digest proves each entry, and with 1 when anything was changed'),
    )
    .addHelpText('after', inHelp(HELP))
    .action(async (file: string, options: { published?: string }) => {
      const published = options.published === undefined ? undefined : readDigests(options.published)
      const { faults, proved, waiting, digest } = await verifyStatement(readJson(file), published)
      if (options.published !== undefined && published && digest)
        refuseTooRecent(options.published, published, digest.night)
      for (const fault of faults) console.log(inTerminal(described(fault)))
      if (digest)
        console.log(
          inTerminal(
            say('Digest of {night}: {root} ({size} transfers)', {
              night: digest.night,
              root: digest.root,
              size: digest.size,
            }),
          ),
        )
      if (faults.length > 0) process.exitCode = FOUND_SOMETHING
      else if (proved === 0)
        throw new Refused(words('This digest proves none of the entries. Please save the statement by a later one.'))
      else
        console.log(inTerminal(say('Proved by it: {proved} entries. Not yet in it: {waiting}.', { proved, waiting })))
    })
}

const described = (fault: StatementFault): string | Said =>
  'version' in fault
    ? say('Entry {version}: {fault}', { version: fault.version, fault: { message: FAULTS[fault.kind] } })
    : FAULTS[fault.kind]

function readDigests(file: string): z.infer<typeof Digests> {
  const { success, data } = Digests.safeParse(readJson(file))
  if (!success) throw new Refused(say('{file} is not what GET /api/digests answers. Please save that anew.', { file }))
  return data
}

/** Older nights are on further pages of that answer: what isn't on this one may have been published all the same. */
function refuseTooRecent(file: string, { digests }: z.infer<typeof Digests>, night: string): void {
  if (digests.length === 0 || digests.some((one) => one.night <= night)) return
  const dayAfter = new Date(Date.parse(night) + DAY_MS).toISOString().slice(0, 10)
  throw new Refused(
    say('{file} does not go back to {night}. Please save what GET /api/digests?before={dayAfter} answers.', {
      file,
      night,
      dayAfter,
    }),
  )
}

const Digests = z.looseObject({
  publicKey: z.string().nullable(),
  digests: z.array(z.looseObject({ night: z.string(), size: z.number(), root: z.string() })),
})

const HELP =
  words(`Needs no market, database or environment. Compare the digest with the one in the foot of a mail of that night, or at
https://SITE/api/digests: the file alone can't show that it is the one that everybody was told.

Exit code: 0 each entry is proved, or newer than the digest, 1 something was changed, 2 could not run.

Example:
  market verify-statement outgrown-statement-2026-11-23.json`)
