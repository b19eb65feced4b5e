import { describe, expect, test } from 'vitest'
import { enqueue } from '../src/events.ts'
import { transact } from '../src/platform/database.ts'
import { buildListing } from '../src/testing/market/builders.ts'
import { captureOutput, type Outcome } from '../src/testing/run/capture-output.ts'
import { useMarket } from '../src/testing/market/use-market.ts'
import { recordAudit } from '../src/modules/audit/index.ts'
import type { User } from '../src/modules/identity/contract.ts'
import { runMarket } from './run-market.ts'

const market = useMarket()

function run(...args: string[]): Promise<Outcome> {
  const { DATABASE_URL, DATA_DIR } = market.ctx.config
  return captureOutput({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'warn' }, () => runMarket(args))
}

test('market seed-categories adds what is missing, once, and it is recorded', async () => {
  await market.ctx.db('category_price').where({ category: 'toys' }).delete()
  const added = { code: 0, stdout: expect.stringMatching(/^Added \d of 6 categories\.\n$/) as string, stderr: '' }
  expect(await run('seed-categories')).toEqual(added)
  const again = { ...added, stdout: 'All built-in categories are there already.\n' }
  expect(await run('seed-categories')).toEqual(again)
  const actions = market.ctx.db('admin_action').where({ action: 'category.seed' }).orderBy('id').select('actor_id')
  expect(await actions).toEqual([{ actor_id: null }, { actor_id: null }])
})

describe('market promote-admin', () => {
  test('makes a member admin, which closes the setup', async () => {
    const member = await market.signIn()
    expect(await run('promote-admin', member.user.email.toUpperCase())).toEqual({
      code: 0,
      stdout: `${member.user.email} is an admin now.\n`,
      stderr: '',
    })
    expect((await member.get<User>('/api/auth/user')).body.isAdmin).toBe(true)
    expect((await market.visitor().get('/api/admin/exists')).body).toEqual({ exists: true })
    expect((await run('promote-admin', member.user.email)).stdout).toContain('is an admin already')
  })

  test.each(['nobody@example.com', 'nobody'])('could not promote %s', async (email) => {
    const { code, stdout, stderr } = await run('promote-admin', email)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(email)
  })
})

test('market setup-token prints a token and keeps only its hash; the one before is void', async () => {
  const first = await run('setup-token')
  const second = await run('setup-token')
  expect(second).toMatchObject({ code: 0, stderr: '' })
  expect(second.stdout).toMatch(/^[\w-]{43}\n$/)
  expect(second.stdout).not.toBe(first.stdout)
  const kept = await market.ctx.db('setup_token')
  expect(kept).toHaveLength(1)
  expect(kept[0]?.token_hash).not.toContain(second.stdout.trim())
})

describe('market jobs', () => {
  const queue = 'catalog.remove-orphan-photos'
  interface Report {
    queue: string
    waiting: number
    scheduled: number
    failed: number
  }
  const report = async () =>
    (JSON.parse((await run('jobs', '--json')).stdout) as Report[]).find((one) => one.queue === queue)

  test('counts, shows failures with exit code 1, and tries them again', async () => {
    const { db, boss } = { db: market.ctx.db, boss: market.ctx.queue.boss }
    await transact(db, async (trx) => {
      await enqueue(trx, queue, {})
      await enqueue(trx, queue, {}, { startAfter: new Date('2100-01-01') })
    })
    expect(await report()).toMatchObject({ waiting: 1, scheduled: 1, failed: 0 })
    expect((await run('jobs')).code).toBe(0)

    await db('pgboss.job').where({ name: queue }).update({ retry_limit: 0 })
    const [job] = await boss.fetch(queue)
    await boss.fail(queue, job!.id, { message: 'no disk' })
    expect(await report()).toMatchObject({ waiting: 0, failed: 1 })
    const failed = await run('jobs', '--failed')
    expect(failed).toMatchObject({ code: 1, stderr: '' })
    expect(failed.stdout).toContain(`${queue}  ${job!.id}  1 attempt\n  no disk`)
    expect((await run('jobs')).stdout).toContain('Why they failed: market jobs --failed.')

    expect(await run('jobs', '--retry', 'no.such-queue')).toMatchObject({ code: 2, stdout: '' })
    expect(await run('jobs', '--retry', queue, '--json')).toMatchObject({ code: 0, stdout: '{"retried":1}\n' })
    expect(await report()).toMatchObject({ waiting: 1, failed: 0 })
    expect((await run('jobs', '--failed')).stdout).toBe('No failed jobs.\n')
  })
})

describe('market status', () => {
  interface Status {
    version: string
    market: { members: number; listings: { available: number } }
    jobs: { failed: number }
    lastAudit: { findings: number } | null
    waiting: string[]
  }
  const NO_BACKUP = expect.stringMatching(/^1 missing backup: .* → market backup TARGET$/) as string
  const status = async () => JSON.parse((await run('status', '--json')).stdout) as Status

  test('one screen: what there is, and how the last audit ended', async () => {
    const before = await status()
    expect(before).toMatchObject({ version: '1.0.0', lastAudit: null, waiting: [NO_BACKUP], jobs: { failed: 0 } })
    await buildListing(market)
    expect(await run('audit-ledger')).toMatchObject({ code: 0 })
    const after = await status()
    expect(after.market.members).toBe(before.market.members + 1)
    expect(after.market.listings.available).toBe(before.market.listings.available + 1)
    expect(after.lastAudit).toMatchObject({ findings: 0 })
    const { code, stdout, stderr } = await run('status')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/^Last audit  \d{4}-\S+, clean$/m)
    expect(stdout.split('\n').length).toBeLessThan(25)
  })

  test('what waits for a person is named, with exit code 1', async () => {
    const { listing } = await buildListing(market)
    const reporter = await market.signIn()
    await reporter.post('/api/reports', { subject: { kind: 'listing', id: listing.id }, reason: 'spam' })
    const { db, clock } = market.ctx
    await recordAudit(db, { finishedAt: clock.now(), findings: 2 })
    const { code, stdout } = await run('status')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}1 open report, since \d{4}-.* → http:\S+\/admin$/m)
    expect(stdout).toMatch(/^ {2}2 finding of the last audit: .* → market audit-ledger$/m)
  })

  test('could not run without its database', async () => {
    const { code, stdout } = await captureOutput(
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' },
      () => runMarket(['status']),
    )
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})
