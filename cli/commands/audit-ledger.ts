import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { comparePayments, isOrphaned } from '../../src/modules/purchasing/index.ts'
import { refundOrphans, type Repair } from '../refund-orphans.ts'
import {
  auditLedger,
  describeCounts,
  describeFinding,
  recordAudit,
  type AuditReport,
  type Finding,
} from '../../src/modules/audit/index.ts'
import type { Context } from '../../src/platform/context.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal, listInTerminal } from '../../src/platform/language/terminal.ts'
import { withContext } from '../with-context.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

interface Options {
  json?: boolean
  payments?: boolean
  repair?: boolean
  since?: string
}

export function auditLedgerCommand(program: Command): void {
  program
    .command('audit-ledger')
    .description(words('prove the books: ends with 0 when all is right, and with 1 when something is wrong'))
    .option('--json', words('print one JSON document'))
    .option('--payments', words('also compare open and recent purchases with the card provider'))
    .option('--repair', words('with --payments: refund card payments that belong to no purchase'))
    .option('--since <DIGEST>', words('also compare history with the digest that an earlier audit has printed'))
    .addHelpText(
      'after',
      inHelp(
        words(`Reads one state of the whole ledger while the market goes on; nothing in it is changed or repaired. Every finding names
the ids it is about. How it ended is kept for \`market status\`.

After an old backup was restored, the card provider knows payments that belong to no purchase. --payments --repair
refunds them (on a terminal it asks first) and prints each. A repeat changes nothing; the books are never touched.

Exit code: 0 all is right (or is now), 1 something is wrong, 2 could not run.

Examples:
  market audit-ledger
  market audit-ledger --payments       also ask the card provider
  market audit-ledger --payments --repair   refund payments that belong to no purchase
  market audit-ledger --json | jq .findings
  market audit-ledger --since DIGEST   has history been rewritten since that audit?`),
      ),
    )
    .action((options: Options) =>
      withContext(async (ctx) => {
        if (options.repair && !options.payments) throw new Refused(words('--repair needs --payments'))
        const printer = options.json ? jsonPrinter() : textPrinter()
        printer.begin()
        const report = await auditLedger(ctx.db, {
          since: options.since,
          onFinding: (finding) => printer.print(finding),
          onProgress: showProgress,
        })
        let wrong = report.checks.reduce((sum, check) => sum + check.findings, 0)
        if (options.payments) {
          const { orphans, ...check } = await auditPayments(ctx, (finding) => printer.print(finding))
          report.checks.push(check)
          const repairs = options.repair ? await refundOrphans(ctx, orphans) : []
          for (const repair of repairs) printer.repaired(repair)
          wrong += check.findings - repairs.filter(({ refund }) => refund !== 'failed').length
        }
        await recordAudit(ctx.db, { finishedAt: ctx.clock.now(), findings: wrong })
        printer.end(report)
        if (wrong > 0) process.exitCode = FOUND_SOMETHING
      }),
    )
}

async function auditPayments(
  ctx: Context,
  print: (finding: Finding) => void,
): Promise<AuditReport['checks'][number] & { orphans: string[] }> {
  let findings = 0
  const orphans: string[] = []
  for await (const difference of comparePayments(ctx)) {
    const { subject, problem } = difference
    print({ check: 'payments', ids: [subject], problem, since: null })
    findings += 1
    if (isOrphaned(difference)) orphans.push(subject)
  }
  return {
    orphans,
    name: 'payments',
    rule: words('a payment has succeeded and is not refunded exactly if its purchase is paid'),
    findings,
  }
}

interface Printer {
  begin(): void
  print(finding: Finding): void
  repaired(repair: Repair): void
  end(report: AuditReport): void
}

/** For people. */
function textPrinter(): Printer {
  return {
    begin: () => undefined,
    print: (finding) => {
      const { since } = finding
      const found = describeFinding(finding)
      console.log(since === null ? found : inTerminal(say('{found} (since {since})', { found, since })))
    },
    repaired: ({ payment, refund }) =>
      console.log(inTerminal(say('repair: {payment}: refund {refund}', { payment, refund }))),
    end: ({ counts, checks, digest }) => {
      const findings = checks.reduce((sum, check) => sum + check.findings, 0)
      const wrong = checks.filter((check) => check.findings > 0)
      console.log(
        [
          listInTerminal(describeCounts(counts)),
          ...wrong.map(({ name, rule, findings: found }) =>
            inTerminal(say('wrong: {name} ({found}): {rule}', { name, found, rule: { message: rule } })),
          ),
          inTerminal(
            findings === 0
              ? say('All {count} checks are clean.', { count: checks.length })
              : say('{findings} findings in {wrong} of {count} checks.', {
                  findings,
                  wrong: wrong.length,
                  count: checks.length,
                }),
          ),
          inTerminal(say('Digest of the history until now, for --since: {digest}', { digest })),
        ].join('\n'),
      )
    },
  }
}

/** For programs. Findings are written as they come, so that any number of them fits. */
function jsonPrinter(): Printer {
  let separator = ''
  const repairs: Repair[] = []
  return {
    begin: () => process.stdout.write('{"findings":['),
    print: (finding) => {
      process.stdout.write(separator + JSON.stringify(finding))
      separator = ','
    },
    repaired: (repair) => void repairs.push(repair),
    end: (report) => {
      const clean = report.checks.every((check) => check.findings === 0)
      process.stdout.write(`],${JSON.stringify({ clean, ...report, repairs }).slice(1)}\n`)
    },
  }
}

const WIDTH = 24

/** A bar, where somebody looks. */
function showProgress({ done, total, name }: { done: number; total: number; name: string }): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((done / total) * WIDTH)
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${name}`
  process.stderr.write(done === total ? '\r\u001b[K' : `\r\u001b[K${bar}`)
}
