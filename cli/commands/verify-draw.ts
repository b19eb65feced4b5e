import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { z } from 'zod'
import { type DrawFault, replayDraw } from '../../src/modules/purchasing/draw-order.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

const Published = z.looseObject({
  commitment: z.string(),
  seed: z.string(),
  tickets: z.array(z.strictObject({ ticket: z.uuid(), weight: z.number().int().min(1) })).min(1),
  ticketsDigest: z.string(),
  order: z.array(z.uuid()),
})

const FAULTS: Record<DrawFault, string> = {
  seed: 'The seed is not the one whose hash was published when the item was posted.',
  tickets: 'The tickets are not those that were published before the seed: one was added, dropped or changed.',
  order: 'The order is not the one that seed and tickets give.',
}

const ByHand = z.looseObject({ byHand: z.literal(true) })

export function verifyDraw(program: Command): void {
  program
    .command('verify-draw')
    .argument('<FILE>', 'what GET /api/items/ID/draw has answered after the draw')
    .description('replay a draw: ends with 0 when it was drawn as published, and with 1 when anything was changed')
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      const published: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (ByHand.safeParse(published).success) {
        console.log('Not drawn: its giver has chosen by hand who gets it.')
        process.exitCode = FOUND_SOMETHING
        return
      }
      const draw = read(file, published)
      const faults = await replayDraw(draw)
      for (const fault of faults) console.log(FAULTS[fault])
      if (faults.length > 0) process.exitCode = FOUND_SOMETHING
      else console.log(`Drawn as published: ${draw.tickets.length} tickets, ${draw.order[0]} first.`)
    })
}

function read(file: string, published: unknown): z.infer<typeof Published> {
  const { success, data } = Published.safeParse(published)
  if (!success)
    throw new Error(`${file} is not a draw that has been drawn. Save what GET /api/items/ID/draw answers once it is.`)
  return data
}

const HELP = `
Needs no market, database or environment. docs/verify-draw.mjs does the same in less than sixty lines.

Exit code: 0 drawn as published, 1 something was changed or nobody was drawn, 2 could not run.

Example:
  market verify-draw draw.json    after: curl https://SITE/api/items/ID/draw > draw.json
`
