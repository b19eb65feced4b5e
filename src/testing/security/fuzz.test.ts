import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountApi } from '../../app.ts'
import { grantAdmin } from '../../modules/identity/index.ts'
import type { Endpoint } from '../../platform/endpoint.ts'
import { NAVIGATIONS } from '../../open-api/navigations.ts'
import { auditFindings } from '../market/audit.ts'
import { useMarket } from '../market/use-market.ts'
import { hostileEncodings, hostileText } from './arbitraries.ts'
import { ask, faultOf, faultOfError } from './ask.ts'
import { buildCast, type Cast } from './cast.ts'
import { fuzzedRequest, type FuzzedRequest } from './fuzzed-request.ts'
import { keepAnalysing } from './keep-analysing.ts'
import { buildPool } from './pool.ts'

/** `npm run drill security-fuzz` sends 10,000; `FUZZ_SEED` repeats a run (what the market holds may differ). */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 300)
const SEED = process.env['FUZZ_SEED']
const AT_ONCE = 10
const CALLERS = ['anonymous', 'owner', 'after', 'admin'] as const
type CallerRole = (typeof CALLERS)[number]

const market = useMarket()
let cast: Cast
let endpoints: Endpoint[]
let pool: string[]
let stopAnalyses: () => Promise<void>
beforeAll(async () => {
  cast = await buildCast(market)
  endpoints = mountApi(market.ctx).endpoints
  pool = await buildPool(cast)
  stopAnalyses = keepAnalysing(market)
})
afterAll(async () => {
  await stopAnalyses()
})

describe('whatever is asked', () => {
  test(
    `${REQUESTS} requests near the contracts: every answer keeps them`,
    { timeout: 600_000 + REQUESTS * 300 },
    async () => {
      const seen = new Map<string, number>()
      const request = fc.constantFrom(...endpoints).chain((endpoint) => fuzzedRequest(endpoint, pool))
      const batch = fc.array(fc.tuple(fc.constantFrom(...CALLERS), request), { minLength: AT_ONCE, maxLength: AT_ONCE })
      const property = fc.asyncProperty(batch, async (calls) => {
        const faults = await Promise.all(calls.map(([role, asked]) => faultOfCall(role, asked, seen)))
        const found = faults.filter((fault) => fault !== undefined)
        if (found.length > 0) throw new Error(found.join('\n'))
      })
      const numRuns = Math.ceil(REQUESTS / AT_ONCE)
      await holds(property, numRuns)
      // Nonsense alone would be refused at the door.
      const successes = [...seen]
        .filter(([status]) => status.startsWith('2'))
        .reduce((sum, [, count]) => sum + count, 0)
      expect(successes, JSON.stringify([...seen])).toBeGreaterThan(REQUESTS / 10)
      expect(await auditFindings(market)).toEqual([])
    },
  )

  test('addresses that a browser goes to never fail', { timeout: 600_000 + REQUESTS * 300 }, async () => {
    const bases = [...NAVIGATIONS.map(({ path }) => path), '/photos/', '/item/', '/unsubscribe', '/api/', '/']
    const tail = fc.oneof(
      hostileEncodings,
      hostileText.map((text) => encodeURIComponent(text.slice(0, 500).toWellFormed())),
      fc
        .tuple(fc.constantFrom('returnTo', 'error', 'code', 'state', 'ref', 'm'), hostileText)
        .map(([name, text]) => `?${name}=${encodeURIComponent(text.slice(0, 500).toWellFormed())}`),
    )
    const property = fc.asyncProperty(fc.constantFrom(...bases), tail, async (base, end) => {
      const { status, text } = await ask(market.visitor(), 'GET', { path: base + end })
      expect(status, text).toBeLessThan(500)
    })
    await holds(property, REQUESTS / 5)
  })
})

/** Without shrinking: each run changes the market. Of a failure it tells the seed, and what went wrong in few words. */
async function holds<T>(property: fc.IAsyncProperty<T>, numRuns: number): Promise<void> {
  const seed = SEED === undefined ? {} : { seed: Number(SEED) }
  const run = await fc.check(property, { numRuns, endOnFailure: true, ...seed })
  if (!run.failed) return
  const reason = run.errorInstance instanceof Error ? run.errorInstance.message : String(run.errorInstance)
  throw new Error(`FUZZ_SEED=${run.seed}: ${reason}`)
}

async function faultOfCall(
  role: CallerRole,
  asked: FuzzedRequest,
  seen: Map<string, number>,
): Promise<string | undefined> {
  const { endpoint, astray, path, headers = {} } = asked
  const given = await ask(cast.clients[role], endpoint.method, asked)
  seen.set(String(given.status), (seen.get(String(given.status)) ?? 0) + 1)
  if (role !== 'anonymous' && given.status === 401) await signInAgain(role)
  const fault = astray ? (given.status < 400 ? undefined : faultOfError(given)) : faultOf(endpoint, given)
  if (fault === undefined) return undefined
  const body = typeof asked.body === 'string' ? asked.body.slice(0, 500) : ''
  return `${role} ${endpoint.method} ${path} ${body} ${JSON.stringify(headers)} -> ${given.status}: ${fault} ${given.text.slice(0, 300)}`
}

/** A call may have ended the session, or the account. */
async function signInAgain(role: Exclude<CallerRole, 'anonymous'>): Promise<void> {
  const { email } = cast.clients[role].user
  // Thousands of requests for codes from one address have used up its limits.
  for (const table of ['rate_limit', 'backoff'] as const) await market.ctx.db(table).delete()
  const client = await market.signIn({ email })
  if (role === 'admin') await market.ctx.db.transaction((trx) => grantAdmin(trx, { memberId: client.user.id }))
  cast.clients[role] = client
}
