import { createInterface } from 'node:readline/promises'
import { refundOrphan } from '../src/modules/purchasing/index.ts'
import { inTerminal } from '../src/platform/language/terminal.ts'
import { say } from '../src/platform/language/words.ts'
import type { Context } from '../src/platform/context.ts'

/** The outcome of a payment's refund; `failed`: the provider refused. */
export interface Repair {
  payment: string
  refund: 'succeeded' | 'pending' | 'failed'
}

/** Refunds card payments that belong to no purchase. On a terminal it asks first. */
export async function refundOrphans(ctx: Context, payments: string[]): Promise<Repair[]> {
  if (payments.length === 0) return []
  if (
    !(await confirmed(
      inTerminal(
        say(
          'Refund {count, plural, one {# card payment that belongs} other {# card payments that belong}} to no purchase?',
          { count: payments.length },
        ),
      ),
    ))
  )
    return []
  const repairs: Repair[] = []
  for (const payment of payments) repairs.push({ payment, refund: (await refundOrphan(ctx, payment)).status })
  return repairs
}

/** In a script nobody can answer: there the option is the confirmation. */
async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
