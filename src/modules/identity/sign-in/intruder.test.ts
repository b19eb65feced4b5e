import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { LEFT_BEHIND } from '../constants.ts'
import { newPasskey, signInWithPasskey } from '../../../testing/market/passkeys.ts'

const market = useMarket()
const mailbox = useMailbox(market)

const PASSKEYS = '/api/users/me/passkeys'
const isSignedIn = async (member: TestClient) => (await member.get('/api/auth/user')).status === 200

async function subjects(): Promise<(string | undefined)[]> {
  await market.runJobs({ only: ['identity.notify-of-device', 'identity.say-goodbye'] })
  await mailsLeave(market, 0)
  return mailbox.received.splice(0).map(({ subject }) => subject)
}

async function addPasskey(member: TestClient) {
  const { credential, passkey } = await newPasskey(member)
  expect((await member.post(PASSKEYS, { credential })).status).toBe(201)
  return passkey
}

test('whoever holds a session makes no passkey, takes no data and deletes nothing without a fresh code', async () => {
  const member = await market.signIn()
  market.clock.advance({ minutes: 6 })
  const refused = await Promise.all([
    member.post(`${PASSKEYS}/options`),
    member.get('/api/users/me/export'),
    member.delete('/api/users/me'),
  ])
  for (const { status, body } of refused) expect([status, body['code']]).toEqual([403, 'FRESH_CODE_NEEDED'])
  expect([await isSignedIn(member), (await member.get(PASSKEYS)).body]).toEqual([true, []])
  expect(await subjects()).toEqual([])

  await member.signIn({ email: member.user.email })
  await addPasskey(member)
  expect((await member.get('/api/users/me/export')).status).toBe(200)
  expect((await subjects()).sort()).toEqual(['A passkey was added to your account', 'Your data was downloaded'])
  const told = (await member.get<{ kind: string }[]>('/api/notifications')).body
  expect(told.map(({ kind }) => kind)).toEqual(['account', 'account'])
  expect((await member.delete('/api/users/me')).status).toBe(204)
  expect(await subjects()).toEqual(['Your account is deleted'])
})

test('a passkey is no fresh code, and its first use is told', async () => {
  const member = await market.signIn()
  const passkey = await addPasskey(member)
  await subjects()
  market.clock.advance({ minutes: 60 })
  expect((await signInWithPasskey(member, passkey)).status).toBe(200)
  expect(await subjects()).toEqual(['A sign-in with your passkey'])
  expect((await member.get('/api/users/me/export')).status).toBe(403)
  expect((await signInWithPasskey(member, passkey)).status).toBe(200)
  expect(await subjects()).toEqual([])
  expect((await signInWithPasskey(market.visitor(), passkey)).status).toBe(200)
  expect(await subjects()).toEqual(['A sign-in with your passkey'])
})

/** Rows of a member in each table of the list. */
async function waysInOf({ user: { id, email } }: TestClient): Promise<Record<string, number>> {
  const tables = LEFT_BEHIND.filter((left) => left.where === 'market' && left.ends === 'signing out everywhere')
  expect(tables).toHaveLength(5)
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await market.ctx.db.raw<{ rows: unknown[] }>(
        `select from ${name} t where position(:id in t::text) > 0 or position(:email in t::text) > 0`,
        { id, email },
      )
      return [name, rows.length] as const
    }),
  )
  return Object.fromEntries(counts)
}

test('signing out everywhere ends what an intruder has left behind', async () => {
  const owner = await market.signIn()
  const { email } = owner.user
  const intruder = await market.visitor().signIn({ email })
  const passkey = await addPasskey(intruder)
  const calendar = (await intruder.post<{ url: string }>('/api/users/me/calendar')).body.url
  const address = calendar.slice(calendar.indexOf('/api/'))
  expect((await market.visitor().get(address)).status).toBe(200)
  const before = await waysInOf(owner)
  expect(Object.values(before).map((rows) => rows > 0)).toEqual(Object.values(before).map(() => true))
  await subjects()

  expect((await owner.delete('/api/users/me/sessions')).status).toBe(204)
  expect([await isSignedIn(owner), await isSignedIn(intruder)]).toEqual([false, false])
  expect(await signInWithPasskey(intruder, passkey)).toMatchObject({ status: 400, body: { code: 'PASSKEY_INVALID' } })
  expect((await market.visitor().get(address)).status).toBe(404)
  expect(Object.values(await waysInOf(owner)).join('')).toMatch(/^0+$/)
  // Also a browser that was known is a new one from now on.
  await intruder.signIn({ email })
  expect(await subjects()).toEqual(['A new sign-in to your account'])
  expect((await intruder.get(PASSKEYS)).body).toEqual([])
})

test('what is just being added while the member signs out everywhere ends as well, or is refused', async () => {
  const { db } = market.ctx
  const member = await market.signIn()
  const { email, id } = member.user
  for (let round = 0; round < 3; round += 1) {
    const intruder = await market.visitor().signIn({ email })
    const { credential } = await newPasskey(intruder)
    await Promise.all([
      intruder.post(PASSKEYS, { credential }),
      intruder.post('/api/users/me/calendar'),
      member.delete('/api/users/me/sessions'),
    ])
    expect(await db('passkey').where({ member_id: id })).toEqual([])
    expect(await db('calendar_feed').where({ member_id: id })).toEqual([])
    await member.signIn({ email })
  }
})
