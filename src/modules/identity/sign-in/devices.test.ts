import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Session } from '../contract.ts'

const market = useMarket()
const mailbox = useMailbox(market)

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const path = '/api/users/me/sessions'
const sessions = async (member: TestClient) => (await member.get<Session[]>(path)).body
const isSignedIn = async (member: TestClient) => (await member.get('/api/auth/user')).status === 200

async function signInWith(browser: TestClient, email: string): Promise<TestClient> {
  const { body } = await browser.post<{ code: string }>('/api/auth/code', { email })
  const headers = { 'user-agent': FIREFOX }
  expect((await browser.post('/api/auth/session', { email, code: body.code }, { headers })).status).toBe(200)
  return browser
}

async function mails(): Promise<(string | undefined)[]> {
  await market.runJobs({ only: ['identity.notify-of-device'] })
  await mailsLeave(market, 0)
  return mailbox.received.splice(0).map(({ subject, text }) => `${subject}: ${text}`)
}

test('a member sees where they are signed in, and signs out elsewhere, one by one or everywhere', async () => {
  const email = 'devices@example.com'
  const [here, there] = [await signInWith(market.visitor(), email), await market.signIn({ email })]
  const stranger = await market.signIn()
  const listed = await sessions(here)
  expect(listed.map(({ device, current }) => [device, current]).sort()).toEqual([
    ['Firefox on Linux', true],
    ['Unknown device', false],
  ])
  const other = listed.find(({ current }) => !current)!
  expect((await stranger.delete(`${path}/${other.id}`)).status).toBe(404)
  expect(await isSignedIn(there)).toBe(true)
  expect((await here.delete(`${path}/${other.id}`)).status).toBe(204)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])

  const again = await market.signIn({ email })
  expect((await here.delete(path)).status).toBe(204)
  expect([await isSignedIn(here), await isSignedIn(again), await isSignedIn(stranger)]).toEqual([false, false, true])
  expect(here.cookies.has('outgrown.session')).toBe(false)
  expect(await mails()).toHaveLength(2)
})

test('a sign-in on a new device is told by mail, the first one and known ones are not', async () => {
  const email = 'alert@example.com'
  const home = await signInWith(market.visitor(), email)
  await signInWith(home, email)
  expect(await mails()).toEqual([])
  await signInWith(market.visitor(), email)
  expect(await mails()).toEqual([
    expect.stringMatching(/^A new sign-in to your account: .*Firefox on Linux/s) as string,
  ])
  await signInWith(home, email)
  expect(await mails()).toEqual([])
})
