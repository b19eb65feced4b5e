import { describe, expect, test } from 'vitest'
import { captureOutput, type Outcome } from '../src/testing/run/capture-output.ts'
import { useMarket } from '../src/testing/market/use-market.ts'
import { runMarket } from './run-market.ts'

const market = useMarket()

function run(...args: string[]): Promise<Outcome> {
  const { DATABASE_URL, DATA_DIR } = market.ctx.config
  return captureOutput({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'warn' }, () => runMarket(args))
}

describe('market jobs run monthly-streaks', () => {
  test('pays the streaks of a month, and nothing the second time', async () => {
    const { user } = await market.signIn()
    const activity = (month: string) => ({
      reference: `listing:${month}`,
      kind: 'listing' as const,
      member_id: user.id,
      month,
      occurred_at: new Date(`${month}-10`),
      counted_at: new Date(`${month}-11`),
    })
    await market.ctx.db('activity').insert(['2025-09', '2025-10'].map(activity))
    const args = ['jobs', 'run', 'monthly-streaks', '--month', '2025-10']
    expect(await run(...args)).toEqual({ code: 0, stdout: '2025-10: 1 member, 1 streak bonus paid\n', stderr: '' })
    const again = await run(...args, '--json')
    expect(JSON.parse(again.stdout)).toEqual({ month: '2025-10', members: 1, paid: 0 })
    expect(await market.ctx.db('transfer').where({ kind: 'streak_bonus' }).pluck('id')).toEqual([
      `streak:${user.id}:2025-10`,
    ])
  })

  test.each([
    ['2025-13', 'A month looks like'],
    ['2999-01', 'has not ended yet'],
  ])('could not run for %s', async (month, why) => {
    const { code, stdout, stderr } = await run('jobs', 'run', 'monthly-streaks', '--month', month)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
  })
})
