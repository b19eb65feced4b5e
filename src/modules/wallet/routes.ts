import { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createLimiter } from '../../platform/http/limits/limiter.ts'
import { linkNext } from '../../platform/http/pages/link-next.ts'
import * as contract from './contract.ts'
import { readDigests } from './digest/read-digests.ts'
import { readStatementFile } from './digest/read-statement-file.ts'
import { monthOf } from './bonus/month.ts'
import { readProgress } from './bonus/read-progress.ts'
import { mannerFor } from '../../platform/language/manner.ts'
import { statementTable } from './statement/statement-table.ts'
import { readStatement, statementLength } from './statement/statement.ts'

/** Each proof hashes a row of the tree anew. */
const FILES = { keyPrefix: 'statement-file', points: 30, duration: 3600 }

export function walletRoutes(api: Api, ctx: Context): void {
  api.on(contract.listTokenTransactions, async ({ query, caller, http }) => {
    const { transactions, next } = await readStatement(ctx.db, { memberId: caller.id, ...query }, mannerFor(ctx, http))
    http.set('X-Total-Count', String(await statementLength(ctx.db, caller.id)))
    linkNext(http, query, next)
    return transactions
  })

  api.on(contract.readTokenProgress, ({ caller }) =>
    readProgress(ctx.db, caller.id, monthOf(ctx.clock.now(), ctx.site.timeZone)),
  )

  api.on(contract.downloadStatement, ({ caller, http }) => {
    http.attachment(`outgrown-tokens-${ctx.clock.now().toISOString().slice(0, 10)}.csv`)
    http.type = 'text/csv; charset=utf-8'
    http.body = Readable.from(statementTable(ctx.db, caller.id, mannerFor(ctx, http)))
    return Promise.resolve(undefined)
  })
  const files = createLimiter(ctx, FILES)
  api.on(contract.listDigests, ({ query }) => readDigests(ctx.db, query))

  api.on(contract.downloadCheckableStatement, async ({ caller, query, http }) => {
    await files.consume(caller.id)
    const file = await readStatementFile(ctx.db, caller.id, query.night)
    http.attachment(`outgrown-statement-${file.digest.night}.json`)
    return file
  })
}
