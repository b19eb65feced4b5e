import type { Command } from 'commander'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { inHelp } from '../help.ts'
import { z } from 'zod'
import { type DrawFault, replayDraw } from '../../src/modules/purchasing/draw-order.ts'
import { MOST_ENTRIES } from '../../src/modules/purchasing/draw/contract.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'
import { readJson } from '../read-json.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Published = z.looseObject({
  commitment: Hash,
  seed: Hash,
  tickets: z
    .array(z.strictObject({ ticket: z.uuid(), weight: z.number().int().min(1) }))
    .min(1)
    .max(MOST_ENTRIES),
  ticketsDigest: Hash,
  order: z.array(z.uuid()),
})

const FAULTS: Record<DrawFault, string> = {
  seed: words('The seed is not the one whose hash was published when the item was posted.'),
  tickets: words('The tickets are not those that were published before the seed: one was added, dropped or changed.'),
  order: words('The order is not the one that seed and tickets give.'),
}

const ByHand = z.looseObject({ byHand: z.literal(true) })

export function verifyDraw(program: Command): void {
  program
    .command('verify-draw')
    .argument('<FILE>', words('what GET /api/items/ID/draw has answered after the draw'))
    .description(
      words('replay a draw: ends with 0 when it was drawn as published, and with 1 when anything was changed'),
    )
    .addHelpText('after', inHelp(HELP))
    .action(async (file: string) => {
      const published = readJson(file)
      if (ByHand.safeParse(published).success) {
        console.log(inTerminal(words('Not drawn: its giver has chosen by hand who gets it.')))
        process.exitCode = FOUND_SOMETHING
        return
      }
      const draw = read(file, published)
      const faults = await replayDraw(draw)
      for (const fault of faults) console.log(inTerminal(FAULTS[fault]))
      if (faults.length > 0) process.exitCode = FOUND_SOMETHING
      else
        console.log(
          inTerminal(
            say('Drawn as published: {tickets} tickets, {first} first.', {
              tickets: draw.tickets.length,
              first: draw.order[0] ?? '',
            }),
          ),
        )
    })
}

function read(file: string, published: unknown): z.infer<typeof Published> {
  const { success, data } = Published.safeParse(published)
  if (!success)
    throw new Refused(
      say('{file} is not a draw that has been drawn. Save what GET /api/items/ID/draw answers once it is.', { file }),
    )
  return data
}

const HELP =
  words(`Needs no market, database or environment. docs/verify-draw.mjs does the same in less than sixty lines.

Exit code: 0 drawn as published, 1 something was changed, 2 could not run.

Example:
  market verify-draw draw.json    after: curl https://SITE/api/items/ID/draw > draw.json`)
