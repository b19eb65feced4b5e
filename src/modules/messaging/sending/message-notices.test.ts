import { beforeEach, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Notice } from '../../notifications/contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const mailbox = useMailbox(market)
beforeEach(() => {
  mailbox.received.length = 0
  market.clock.toNoon()
})

async function write(from: TestClient, itemId: string, body: string, threadId?: string): Promise<string> {
  const sent = await from.post<{ threadId: string }>(`/api/items/${itemId}/messages`, { body, threadId })
  return sent.body.threadId
}

async function talk() {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Blue bicycle' } })
  const asker = await market.signIn({ firstName: 'Ada', lastName: 'Lovelace' })
  const threadId = await write(asker, listing.id, 'My telephone number is 555-7788')
  return { listing, seller, asker, threadId }
}
const notices = async (member: TestClient) => (await member.get<Notice[]>('/api/notifications')).body
const read = (member: TestClient, threadId: string) => member.patch(`/api/messages/conversations/${threadId}/read`)

test('a message is told by who and about what, with a link and without what was written', async () => {
  const { seller, threadId } = await talk()
  const [notice] = await notices(seller)
  expect(notice).toMatchObject({
    kind: 'messages',
    title: 'A neighbour wrote to you',
    body: 'Ada has sent you a message about "Blue bicycle".',
    path: `/inbox?conversation=${threadId}`,
    button: 'Read and answer',
  })
  await mailsLeave(market, 9)
  expect(mailbox.received).toEqual([])
  await mailsLeave(market, 1)
  const [mail] = mailbox.received
  expect(mailbox.received).toHaveLength(1)
  expect(mail?.to?.map(({ address }) => address)).toEqual([seller.user.email])
  expect(mail?.subject).toBe('A neighbour wrote to you')
  expect(mail?.text).toContain(`${market.url}/inbox?conversation=${threadId}`)
  expect(JSON.stringify(mail)).not.toMatch(/555-7788|Lovelace/)
})

test('one notice a conversation while it is unread, not one a message; once it is read, the next is told', async () => {
  const { listing, seller, asker, threadId } = await talk()
  await Promise.all(['Hello?', 'Are you there?'].map((body) => write(asker, listing.id, body)))
  await mailsLeave(market, 120)
  await write(asker, listing.id, 'Still?')
  await mailsLeave(market)
  expect(await notices(seller)).toHaveLength(1)
  expect(mailbox.received).toHaveLength(1)
  expect((await read(seller, threadId)).status).toBe(204)
  expect((await notices(seller))[0]?.readAt).not.toBeNull()

  await write(seller, listing.id, 'Yes', threadId)
  await write(asker, listing.id, 'Fine')
  await mailsLeave(market)
  expect([(await notices(seller)).length, (await notices(asker)).length]).toEqual([2, 1])
  expect(mailbox.received.map(({ to }) => to?.[0]?.address).sort()).toEqual(
    [seller.user.email, seller.user.email, asker.user.email].sort(),
  )
})

test('who reads the conversation within ten minutes gets no mail about it', async () => {
  const { seller, threadId } = await talk()
  await read(seller, threadId)
  await mailsLeave(market)
  expect(mailbox.received).toEqual([])
})

test('a message that is sent again is not told again', async () => {
  const { listing, seller, asker } = await talk()
  await seller.patch('/api/notifications/read', {})
  const again = { body: 'Twice', messageId: crypto.randomUUID() }
  for (let n = 0; n < 2; n += 1) {
    await asker.post(`/api/items/${listing.id}/messages`, again)
    await seller.patch('/api/notifications/read', {})
  }
  expect(await notices(seller)).toHaveLength(2)
})
