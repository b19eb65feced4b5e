import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { expectAccessible, openPage, reloadPage, send } from './support/steps.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'

/** A toast's words are also read out from a hidden place for a moment. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

test('a message whose answer got lost is sent again, and arrives once', async ({ postItem, newMember }) => {
  const owner = await newMember('Olga')
  const item = await postItem(owner, { title: 'Spinning top' })
  const asker = await newMember('Arne')
  // The live stream would bring the message back from the server, and with it the news that it has arrived.
  await asker.route('**/api/messages/stream', (route) => route.abort())
  await openPage(asker, item)
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  await asker.getByPlaceholder('Hi, is this item still available?').fill('Does it hum?')
  await asker.getByRole('button', { name: 'Send Message' }).click()
  await asker.waitForURL('**/inbox?*')
  await expect(asker.getByRole('heading', { name: 'Olga' })).toBeVisible()

  await asker.route('**/messages', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const box = asker.getByRole('textbox', { name: 'Message' })
  await box.fill('And how loud?')
  await box.press('Enter')
  await expect(toast(asker, 'Failed to send message')).toBeVisible()
  await expect(asker.getByText('Not sent', { exact: true })).toBeVisible()
  await expectAccessible(asker)
  await asker.unroute('**/messages')
  await asker.getByRole('button', { name: 'Try again' }).click()
  await expect(asker.getByText('Not sent', { exact: true })).toHaveCount(0)

  await openPage(owner, '/inbox')
  await expect(owner.getByTestId('unread-badge').first()).toHaveText('2')
  await owner.getByRole('link', { name: /Spinning top/ }).click()
  await expect(owner.getByRole('log').getByText('And how loud?')).toHaveCount(1)
  await expect(owner.getByTestId('unread-badge')).toHaveCount(0)
})

test('two neighbours talk without a reload, also while the stream is away', async ({ postItem, newMember }) => {
  const owner = await newMember('Live')
  const item = await postItem(owner, { title: 'Humming top' })
  await openPage(owner, '/')
  const asker = await newMember('Asta')
  await openPage(asker, item)
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  await asker.getByPlaceholder('Hi, is this item still available?').fill('Is it loud?')
  await asker.getByRole('button', { name: 'Send Message' }).click()
  await asker.waitForURL('**/inbox?*')
  await expect(owner.getByTestId('unread-badge').first()).toHaveText('1')
  await owner
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()
  await owner.getByRole('link', { name: /Humming top/ }).click()
  await expect(asker.getByText(/· Read$/)).toBeVisible()

  const say = async (from: Page, words: string) => {
    await from.getByRole('textbox', { name: 'Message' }).fill(words)
    await from.getByRole('textbox', { name: 'Message' }).press('Enter')
  }
  await say(owner, 'As a bee.')
  await expect(asker.getByRole('log').getByText('As a bee.')).toBeVisible()
  await expect(asker.getByTestId('unread-badge')).toHaveCount(0)
  await say(asker, 'I will take it.')
  await expect(owner.getByRole('log').getByText('I will take it.')).toBeVisible()

  await owner.clock.install({ time: ordinaryTime() })
  await owner.route('**/api/messages/stream', (route) => route.fulfill({ status: 503, json: {} }))
  const refused = owner.waitForResponse('**/api/messages/stream')
  await reloadPage(owner)
  await refused
  await expect(owner.getByRole('log').getByText('I will take it.')).toBeVisible()
  await say(asker, 'Tomorrow?')
  await expect(asker.getByText(/· Sent$/)).toBeVisible()
  await owner.clock.runFor(31_000)
  await expect(owner.getByRole('log').getByText('Tomorrow?')).toBeVisible()
})

test('a long conversation is read upwards, page by page, and nothing moves under the eyes', async ({
  postItem,
  newMember,
  baseURL,
}) => {
  const owner = await newMember('Ole')
  const item = await postItem(owner, { title: 'Spinning top' })
  const asker = await newMember('Ava')
  const path = `/api/items/${item.split('/').at(-1)}/messages`
  const write = async (from: Page, body: string, threadId?: string) => {
    const answer = await from.request.post(path, { headers: { origin: baseURL }, data: { body, threadId } })
    return ((await answer.json()) as { threadId: string }).threadId
  }
  const threadId = await write(asker, 'Message 1.')
  for (let n = 2; n <= 60; n += 1) await write(n % 2 === 0 ? owner : asker, `Message ${n}.`, threadId)

  const log = owner.getByRole('log')
  const message = (n: number) => log.getByText(new RegExp(`Message ${n}\\.$`))
  await openPage(owner, `/inbox?conversation=${threadId}`)
  await expect(message(60)).toBeInViewport()
  await expect(message(10)).toHaveCount(0)
  // The page before comes when the start of this one is near; the reader stays where they are.
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  await owner.route(/cursor=/, (route) => held.then(() => route.continue()))
  await message(11).scrollIntoViewIfNeeded()
  const before = await message(11).boundingBox()
  release(undefined)
  await expect(message(1)).toBeAttached()
  await expect.poll(async () => (await message(11).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await write(asker, 'Message 61.', threadId)
  await expect(message(61)).toBeAttached()
  await expect.poll(async () => (await message(11).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await expect(message(1)).toHaveCount(1)
  await expect(log.getByRole('button', { name: 'Show older messages' })).toHaveCount(0)
})

test('an inbox of two pages, and a conversation that is on neither', async ({ postItem, newMember, baseURL }) => {
  const owner = await newMember('Ina')
  const asker = await newMember('Ari')
  const threads: string[] = []
  for (const title of ['First top', 'Second top', 'Third top']) {
    const id = (await postItem(owner, { title })).split('/').at(-1)
    const data = { body: `Is the ${title} there?` }
    const answer = await asker.request.post(`/api/items/${id}/messages`, { headers: { origin: baseURL }, data })
    threads.push(((await answer.json()) as { threadId: string }).threadId)
  }
  await owner.route(/conversations\?limit=30/, (route) =>
    route.continue({ url: route.request().url().replace('limit=30', 'limit=1') }),
  )
  await openPage(owner, `/inbox?conversation=${threads[0]}`)
  const list = owner.getByRole('navigation', { name: 'Conversations' })
  await expect(owner.getByRole('log').getByText('Is the First top there?')).toBeVisible()
  // A conversation that waits for an answer is there at once, on whichever page it is.
  await expect(list.getByRole('link')).toHaveText([/Third top/, /Second top/])
  const second = owner.waitForResponse(/conversations\?.*cursor=/)
  await list.getByRole('button', { name: 'Show older conversations' }).click()
  await second
  // A key does not wait for the button, as a click does.
  await expect(list.getByRole('button', { name: 'Show older conversations' })).toBeEnabled()
  await list.getByRole('button', { name: 'Show older conversations' }).press('Enter')
  await expect(list.getByRole('link')).toHaveCount(3)
  // The last page takes the button away: who has pressed it reads on at the first of what has come.
  await expect(list.getByRole('button')).toHaveCount(0)
  await expect(list.getByRole('link', { name: /First top/ })).toBeFocused()
  await openPage(owner, `/inbox?conversation=${crypto.randomUUID()}`)
  await expect(owner.getByText('Conversation not found')).toBeVisible()
})

test('account settings are checked, saved and shown', async ({ newMember }) => {
  const page = await newMember('Ada')
  await openPage(page, '/account')
  await page.getByLabel('Contact email').fill('nowhere')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('City is required')
  await expectAccessible(page)
  await page.getByRole('alert').getByRole('button', { name: 'Valid email is required' }).click()
  await expect(page.getByLabel('Contact email')).toBeFocused()
  await page.getByLabel('Contact email').fill('ada@example.com')
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toast(page, 'Settings saved!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Info' })).toBeFocused()

  await page.getByLabel('Age range', { exact: true }).selectOption('newborn')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, "Children's age ranges have been updated.")).toBeVisible()
  await reloadPage(page)
  await expect(page.getByText('12 Alder Street')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Newborn' }).click()
  await expect(page.getByText('No age ranges added yet')).toBeVisible()
})

test('the first member to ask becomes the admin, and sets prices', async ({ newMember, postItem, baseURL }) => {
  const page = await newMember('Ines')
  await openPage(page, '/admin')
  await page.getByRole('button', { name: 'Become Admin' }).click()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await openPage(page, '/admin/settings')
  await expect(page.getByRole('heading', { name: 'Category prices' })).toBeVisible()

  await page.getByRole('button', { name: 'Seed Categories' }).click()
  const toys = page.getByRole('form', { name: 'Toys' })
  await expect(toys.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await toys.getByLabel('Tokens').fill('4')
  await toys.getByLabel('Retail price').fill('10001')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await toys.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ tokenPrice: 4 })
  await expect(toast(page, 'Category prices have been updated.')).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Garden Tools')
  await page.getByRole('button', { name: 'Create Category' }).click()
  const added = page.getByRole('form', { name: 'Garden Tools' })
  await expect(added).toContainText('garden-tools')
  const question = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.accept()
    })
  })
  await added.getByRole('button', { name: 'Delete' }).click()
  expect(await question).toContain('Garden Tools')
  await expect(toast(page, 'Category deleted successfully')).toBeVisible()
  await expect(added).toHaveCount(0)

  const other = await newMember('Otto')
  await openPage(other, '/admin')
  await expect(other.getByText('You do not have admin access to this page')).toBeVisible()
  await hearOfDecision({
    admin: page,
    owner: other,
    item: await postItem(other, { title: 'Recalled toy' }),
    origin: baseURL,
  })
})

interface Decision {
  admin: Page
  owner: Page
  item: string
  origin: string
}

/** An admin's decision about a listing reaches its owner once they appeal, on every device, and is read on all. */
async function hearOfDecision({ admin, owner, item, origin }: Decision): Promise<void> {
  await openPage(owner, '/notifications')
  await expect(owner.getByText("You're all caught up")).toBeVisible()
  const elsewhere = await owner.context().newPage()
  await openPage(elsewhere, '/tokens')
  const hidden = await admin.request.post(`/api/admin/listings/${item.split('/').at(-1)}/hide`, {
    headers: { origin },
    data: { reason: 'Its maker has recalled it' },
  })
  expect(hidden.status()).toBe(200)
  const [decision] = (await (await owner.request.get('/api/decisions')).json()) as { id: string }[]
  await send(owner.request, origin, `/api/decisions/${decision?.id}/appeal`, { words: 'It is another model' })
  await expect(owner.getByRole('heading', { name: 'Your listing was hidden (new)' })).toBeVisible()
  await expect(owner.getByText('The reason: Its maker has recalled it')).toBeVisible()
  for (const page of [owner, elsewhere]) {
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(page.getByTestId('bell-badge')).toHaveCount(0)
  }
  await elsewhere.close()
  await expectAccessible(owner)
  await owner.getByRole('link', { name: 'See the decision' }).click()
  await expect(owner).toHaveURL(/\/decisions$/)
  await expect(owner.getByText('You have appealed: It is another model')).toBeVisible()
}

test('visitors are asked to log in, and come back to where they were', async ({ page, baseURL }) => {
  for (const [path, words] of [
    ['/purchases', 'Login Required'],
    ['/account', 'Login Required'],
    ['/admin', 'Admin Access Required'],
  ] as const) {
    await openPage(page, path)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
  }
  for (const path of ['/tokens', '/inbox', '/profile']) {
    await openPage(page, path)
    await page.waitForURL(`${baseURL}/api/login?returnTo=${encodeURIComponent(path)}`)
  }
})

test('a new member finds every screen in order, on a phone and in the dark', async ({ newMember }) => {
  const page = await newMember('Dora')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  for (const [path, words] of [
    ['/tokens', 'Welcome bonus'],
    ['/purchases', 'No purchases yet'],
    ['/purchases?tab=sold', 'Nothing sold yet'],
    ['/inbox', 'No conversations yet'],
    ['/profile', 'Post Your First Item'],
    ['/account', 'Default Location & Contact Info'],
  ] as const) {
    await openPage(page, path)
    await expect(page.getByText(words).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await expectAccessible(page)
  }
})
