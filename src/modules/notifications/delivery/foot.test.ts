import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { listFiles } from '../../../platform/list-files.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import { notify } from '../index.ts'

const market = useMarket()
const mailbox = useMailbox(market)

let told = 0
/** @param from whose doing it is */
async function tell(to: TestClient, from?: TestClient): Promise<void> {
  const notice = {
    memberId: to.user.id,
    kind: 'trades' as const,
    key: `${from ? 'favourite' : 'test'}:${(told += 1)}`,
    told: 'purchase: sold' as const,
    facts: { things: { quoted: ['Blue bicycle'] }, count: 1 },
    path: '/purchases?tab=sold',
    button: 'See the sale',
    ...(from && { fromId: from.user.id }),
    now: market.clock.now(),
  }
  await transact(market.ctx.db, (trx) => notify(trx, notice))
}

/** Every mail that leaves this site, by the file that lays it out: how it comes about, and its subject. */
const MAILS: Record<string, Record<string, (member: TestClient) => Promise<unknown>>> = {
  'identity/sign-in/request-code.ts': {
    'is your sign-in code': async () => {
      const { config } = market.ctx
      const { onScreenCodes, SMTP_URL } = config
      Object.assign(config, { onScreenCodes: false, SMTP_URL: 'smtp://double' })
      const { status } = await market.visitor().post('/api/auth/code', { email: 'nora@example.com' })
      Object.assign(config, { onScreenCodes, SMTP_URL })
      expect(status).toBe(202)
    },
  },
  'identity/sign-in/notify-owner.ts': {
    'Your account is deleted': async (member) => {
      expect((await member.delete('/api/users/me')).status).toBe(204)
      await market.runJobs({ only: ['identity.say-goodbye'] })
    },
  },
  'notifications/delivery/letters.ts': {
    'You sold something': async (member) => {
      await tell(member)
      await mailsLeave(market)
    },
    'News from a neighbour': async (member) => {
      const neighbour = await market.signIn()
      await tell(member, neighbour)
      await tell(member, neighbour)
      await mailsLeave(market)
    },
    'Your day at Outgrown': async (member) => {
      await member.patch('/api/notifications/preferences', { kinds: { trades: { mail: 'daily' } } })
      await tell(member)
      await mailsLeave(market, 24 * 60)
    },
  },
}

/** The newest of the published digests, as a mail's last line says it. */
async function newest(): Promise<string> {
  const { body } = await market.visitor().get<{ digests: { night: string; root: string }[] }>('/api/digests')
  const [last] = body.digests
  return `Digest of all token movements, ${last?.night}: ${last?.root}.`
}

test.each(Object.values(MAILS).flatMap((mails) => Object.entries(mails)))(
  "last night's digest ends the foot of “%s”, as text and as HTML",
  async (subject, send) => {
    const member = await market.signIn()
    market.clock.advance({ days: 1 })
    await handlers(market.ctx)['wallet.take-digest']({})
    await member.signIn({ email: member.user.email })
    mailbox.received.length = 0
    await send(member)
    const foot = await newest()
    expect(mailbox.received.map((mail) => mail.subject)).toEqual([expect.stringContaining(subject)])
    const [mail] = mailbox.received
    const page = `${market.url}/verify-statement`
    expect(mail?.text?.trim().endsWith(`\n\n${foot} ${page}`)).toBe(true)
    expect(mail?.html).toContain(foot)
    expect(mail?.html?.split(foot)[1]).toContain(`href="${page}"`)
  },
)

test('no other file lays out a mail', async () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const makers: string[] = []
  for await (const file of listFiles(folder)) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = await readFile(join(folder, file), 'utf8')
    if (text.includes("sending/mail-layout.ts'") && text.includes('layOut(')) makers.push(file)
  }
  expect(makers.toSorted()).toEqual(Object.keys(MAILS).toSorted())
})

test('each mail of the samples has a foot with a digest', async () => {
  const list = await (await fetch(`${market.url}/dev/mails`)).text()
  const paths = [...list.matchAll(/href="([^"?]+)"/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(9)
  for (const path of paths)
    for (const as of ['html', 'text'])
      expect(await (await fetch(`${market.url}${path}?as=${as}`)).text()).toMatch(
        /Digest of all token movements, \d{4}-\d\d-\d\d: [0-9a-f]{64}\./,
      )
})
