import type { Page } from '@playwright/test'
import { LEFT_BEHIND } from '../../src/modules/identity/constants.ts'
import { expect, test } from './support/fixtures.ts'
import { openPage, phonePhoto, send } from './support/steps.ts'

/** All that this browser holds for the site, as text, and the keys of both storages. Runs in the page. */
async function everythingKept() {
  const databases = await indexedDB.databases()
  const entries = await Promise.all(
    databases.map(
      ({ name = '' }) =>
        new Promise((resolve) => {
          indexedDB.open(name).onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result
            const stores = [...database.objectStoreNames]
            const all = stores.map(
              (store) =>
                new Promise((done) => {
                  const found = database.transaction(store).objectStore(store).getAll()
                  found.onsuccess = () => done([store, found.result])
                }),
            )
            void Promise.all(all).then(resolve)
          }
        }),
    ),
  )
  const cached: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    cached.push(name)
    for (const request of await cache.keys()) {
      if (!request.url.includes('/api/')) continue
      cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
  }
  const storages = [Object.entries(localStorage), Object.entries(sessionStorage)]
  return {
    keys: storages.map((storage) => storage.map(([key]) => key)),
    text: JSON.stringify([storages, entries, cached, history.state, document.cookie]),
  }
}

const kept = (page: Page) => page.evaluate(everythingKept)
const keysIn = (where: string) =>
  LEFT_BEHIND.filter((left) => left.where === where && left.ends === 'never').map(({ name }) => name)

test('signing out leaves nothing of the member in this browser, in no tab', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const item = await postItem(await newMember('Nora'), { title: 'A kite' })
  const page = await newMember('Sina')
  const user = (await (await page.request.get('/api/auth/user')).json()) as { id: string; email: string }
  await send(page.request, baseURL, `/api/items/${item.split('/').at(-1)}/messages`, { body: 'Does it fly?' })

  await openPage(page, '/inbox')
  await page.getByRole('link', { name: /A kite/ }).click()
  await page.getByLabel('Message', { exact: true }).fill('An unsent secret')
  const other = await page.context().newPage()
  await openPage(other, '/post')
  await other.setInputFiles('input[type=file]', {
    name: 'toy.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto('#337799'),
  })
  await other.getByRole('button', { name: 'Analyze with AI' }).click()
  await other.getByLabel('Pickup address').fill('12 Secret Alley')
  await other.getByLabel('Contact name').fill('Sina Secret')
  await other.getByLabel('Contact email').fill('secret@sina.example')
  await other.getByLabel('Contact phone').fill('555-0199')
  await other.getByLabel('Title').fill('A secret drum')
  await expect.poll(async () => (await kept(other)).text).toContain('A secret drum')
  const before = (await kept(other)).text
  for (const place of ['Alley', 'Sina Secret', 'secret@sina', '555-0199']) expect(before).not.toContain(place)
  expect((await kept(page)).text).toContain('An unsent secret')

  await openPage(page, '/')
  await page.goto('/api/logout')
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
  await expect(other.getByText('Please log in to post.')).toBeVisible()
  for (const tab of [page, other]) {
    // The worker empties its own when the answer comes.
    await expect.poll(async () => (await kept(tab)).text).not.toContain(user.id)
    const { keys, text } = await kept(tab)
    for (const secret of [user.id, user.email, 'Sina', 'Alley', '555-0199', 'secret', 'Does it fly?'])
      expect(text, secret).not.toContain(secret)
    // The place to which the page was scrolled since then is nobody's secret.
    const [browser = [], own = []] = keys
    expect(browser.filter((key) => !keysIn('localStorage').includes(key))).toEqual([])
    expect(own.filter((key) => !keysIn('sessionStorage').includes(key) && !key.startsWith('scroll:'))).toEqual([])
  }
})
