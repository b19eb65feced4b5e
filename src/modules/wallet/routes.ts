import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { readStatement } from './statement.ts'

export function walletRoutes(api: Api, ctx: Context): void {
  api.on(contract.listTokenTransactions, async ({ query, caller, http }) => {
    const { transactions, next } = await readStatement(ctx.db, { memberId: caller.id, ...query })
    if (next !== undefined) http.append('Link', `<${http.path}?limit=${query.limit}&cursor=${next}>; rel="next"`)
    return transactions
  })
}
