import { type Page, chromium, expect } from '@playwright/test'
import sharp from 'sharp'
import type { StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { deployable } from './support/deploy.ts'
import { test } from './support/fixtures.ts'
import {
  expectAccessible,
  expectGoodLooks,
  failOnConsoleErrors,
  openPage,
  payFor,
  phonePhoto,
  reloadPage,
  signUp,
} from './support/steps.ts'

test.use({ serviceWorkers: 'allow' })

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'This is how it looked at' })

/** The paths of all that is kept, once the worker serves the page. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return navigator.serviceWorker.controller ? requests.map(({ url }) => new URL(url).pathname).join(' ') : ''
  })

/** Until the worker serves the page and has kept what a member can open, and these paths. */
async function kept(page: Page, ...more: RegExp[]): Promise<void> {
  for (const path of [/assets\/tokens-/, /\/api\/auth\/user/, ...more])
    await expect.poll(() => keptPaths(page)).toMatch(path)
}

/** A worker that has come after the page of tokens asks for this last. */
const LAST_ASKED = /\/api\/tokens\/progress/

const namesOfCaches = (page: Page) => page.evaluate(() => caches.keys())

test("without reception a page is titled by the site's own name before any script runs", async ({ newMember }) => {
  const page = await newMember('Olga')
  await openPage(page, '/tokens')
  await kept(page, /\/api\/site/)
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith('kept-'))) {
      const cache = await caches.open(name)
      const site = (await (await cache.match('/api/site'))?.json()) as object | undefined
      if (site) await cache.put('/api/site', Response.json({ ...site, name: 'Tür & <Tor>' }))
    }
  })
  await page.context().setOffline(true)
  const answer = await page.reload()
  expect(answer?.fromServiceWorker()).toBe(true)
  expect(await answer?.text()).toContain('<title>Tür &#38; &#60;Tor></title>')
})

test('what has been seen opens without reception, and nothing of it is shown as fresh', async ({
  newMember,
  postItem,
}) => {
  const seller = await newMember('Selma')
  const item = await postItem(seller, { title: 'A rocking horse' })
  const page = await newMember('Otto')
  await openPage(page, item)
  await kept(page)
  await page.getByRole('link', { name: '10 tokens', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Current balance' })).toBeVisible()
  await expect(note(page)).toHaveCount(0)

  await page.context().setOffline(true)
  await expect(page.getByRole('heading', { name: /^Balance as of \d/ })).toBeVisible()
  await page.reload()
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Balance as of \d/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^10 tokens, as of \d/ })).toBeVisible()
  await expect(page.getByRole('link', { name: '10 tokens', exact: true })).toHaveCount(0)
  await page.goto(item)
  await expect(page.getByText(/^Available as of \d/)).toBeVisible()
  await expect(page.getByText('Available', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /A rocking horse/ }).first()).toHaveJSProperty('complete', true)
  const pay = page.getByRole('button', { name: "Can't pay offline" })
  await expect(pay.first()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Purchase Item' })).toHaveCount(0)
  await expectGoodLooks(page)

  await page.context().setOffline(false)
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  await expect(note(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Purchase Item' }).first()).toBeEnabled()
})

test('what is written in a tunnel goes out afterwards, once and in order, also when the page has been closed', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const seller = await newMember('Selma')
  const item = await postItem(seller, { title: 'A dolls’ house' })
  const page = await newMember('Olga')
  const context = page.context()
  const headers = { origin: baseURL }
  const post = async <A>(path: string, data: object): Promise<A> =>
    (await (await page.request.post(path, { headers, data })).json()) as A
  const id = item.slice('/item/'.length)
  await payFor(page, baseURL, await post<StartedPurchase>(`/api/items/${id}/purchase/intent`, {}))
  const { threadId } = await post<{ threadId: string }>(`/api/items/${id}/messages`, { body: 'Hello!' })

  await openPage(page, '/purchases')
  await kept(page)
  await reloadPage(page)
  await expect(page.getByText('12 Alder Street')).toBeVisible()
  await kept(page, /\/api\/purchases( |$)/)
  await openPage(page, `/inbox?conversation=${threadId}`)
  await expect(page.getByRole('log', { name: 'Messages' }).getByText('You: Hello!', { exact: true })).toBeVisible()

  await context.setOffline(true)
  await expect(note(page)).toBeVisible()
  for (const words of ['One', 'Two', 'Three']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(words)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(`You: ${words}`, { exact: true })).toBeVisible()
  }
  await expect(page.getByText("We'll send it once you're back online")).toHaveCount(3)
  await expectGoodLooks(page)
  await page.goto('/purchases')
  await expect(page.getByText(/^Pickup information as of \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Delivery' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm Delivery' }).click()
  await expect(page.getByText(/We'll send your confirmation/)).toBeVisible()
  await expect(note(page)).toContainText('4 things of yours will go out')
  await expectGoodLooks(page)

  const next = await context.newPage()
  await page.close()
  await context.setOffline(false)
  const sync = await backgroundSync(next, baseURL)
  const read = async <A>(path: string): Promise<A> => (await (await next.request.get(path)).json()) as A
  // More than once: what has gone out must not go out again.
  const stateAfterSync = async () => {
    await sync()
    return (await read<{ state: string }[]>('/api/purchases'))[0]?.state
  }
  await expect.poll(stateAfterSync).toBe('delivered')
  await sync()
  const { messages } = await read<{ messages: { body: string; kind: string }[] }>(
    `/api/messages/conversations/${threadId}`,
  )
  const texts = messages.flatMap(({ kind, body }) => (kind === 'text' ? [body] : []))
  expect(texts).toEqual(['Hello!', 'One', 'Two', 'Three'])
  await openPage(next, `/inbox?conversation=${threadId}`)
  await expect(next.getByText('You: Three', { exact: true })).toHaveCount(1)
})

/** The browser's own sync once it sees the connection again; the test's own outage is hidden from it. */
async function backgroundSync(blank: Page, origin: string): Promise<() => Promise<unknown>> {
  const devtools = await blank.context().newCDPSession(blank)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first?.scopeURL.startsWith(origin)) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  return () =>
    devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false })
}

test('photos taken without reception are there afterwards, once each, also when the page has been closed', async ({
  newMember,
  baseURL,
}) => {
  const page = await newMember('Paula')
  await openPage(page, '/batch-upload')
  await kept(page)
  await page.context().setOffline(true)
  const photos = await Promise.all(['#0b5563', '#f4a62a'].map(phonePhoto))
  const files = photos.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  await page.getByLabel(/Add photos/).setInputFiles(files)
  await expect(page.getByText('Waits')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeDisabled()
  await expectGoodLooks(page)
  const next = await page.context().newPage()
  await page.close()
  await next.context().setOffline(false)
  await (
    await backgroundSync(next, baseURL)
  )()
  await openPage(next, '/batch-upload')
  await expect(next.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)
  await expect(next.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
  await reloadPage(next)
  await expect(next.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)
})

test('what another app shares: photos join the batch, words are searched for, an item is opened', async ({
  newMember,
  newPage,
  postItem,
  baseURL,
}) => {
  const page = await newMember('Sara')
  const item = await postItem(page, { title: 'A kite' })
  await openPage(page, '/tokens')
  await kept(page)
  const share = (fields: Record<string, string>, photos = 0) => page.evaluate(fillShare, { fields, photos })

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await share({ title: 'From the gallery' }, 12)
  await page.waitForURL('**/batch-upload')
  await expect(page.getByRole('heading', { name: '10 photos shared with Outgrown' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: /shared with Outgrown/ })).toHaveCount(0)
  await share({ title: 'From the gallery' }, 2)
  await page.waitForURL('**/batch-upload')
  await expect(page.getByRole('heading', { name: '2 photos shared with Outgrown' })).toBeVisible()
  // Nobody knows who has shared them: nothing leaves the device before a tap.
  await reloadPage(page)
  expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([])
  await page.getByRole('button', { name: 'Add these photos' }).click()
  await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(2)
  await expect(page.getByRole('heading', { name: /shared with Outgrown/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
  await share({ title: 'Shop', text: 'Wooden train set https://shop.example/p/1' })
  await page.waitForURL('**/?search=Wooden+train+set')
  await share({ url: 'https://shop.example/toys/red-balance-bike.html' })
  await page.waitForURL('**/?search=red+balance+bike')
  await share({ text: 'Garden chairs https://[' })
  await page.waitForURL('**/?search=Garden+chairs')
  await share({ text: `${baseURL}${item}` })
  await page.waitForURL(`**${item}`)

  const visitor = await newPage()
  await openPage(visitor, '/')
  await expect.poll(() => visitor.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await visitor.evaluate(fillShare, { fields: {}, photos: 1 })
  await visitor.waitForURL('**/api/login?returnTo=%2Fbatch-upload')
  await signUp(visitor, baseURL, 'Vito')
  await openPage(visitor, '/batch-upload')
  await visitor.getByRole('button', { name: 'Add these photos' }).click()
  await expect(visitor.getByRole('img', { name: 'Photo 1: 0.png' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
})

/** As the system does for an app that takes what is shared. Runs in the page. */
async function fillShare({ fields, photos }: { fields: Record<string, string>; photos: number }): Promise<void> {
  const form = document.createElement('form')
  form.action = '/share'
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { name, value })
    form.append(input)
  }
  const canvas = document.createElement('canvas')
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const files = new DataTransfer()
  for (let index = 0; index < photos; index += 1)
    files.items.add(new File([picture ?? ''], `${index}.png`, { type: 'image/png' }))
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', name: 'photos', multiple: true, files: files.files })
  if (photos > 0) form.append(input)
  document.body.append(form)
  form.submit()
}

test('an answer from before signing out brings nothing back', async ({ newPage, market }) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Bela')
    await openPage(page, '/tokens')
    await kept(page)
    // The worker asks one after the other.
    const first = site.hold('/api/site')
    const asked = page.context().waitForEvent('request', (request) => request.url().endsWith('/api/site'))
    await page.evaluate(() =>
      navigator.serviceWorker.controller?.postMessage({ answers: ['/api/site', '/api/baskets'], files: [] }),
    )
    await asked
    site.hold('/api/baskets')
    await page.goto('/api/logout')
    const keptOf = async () => (await namesOfCaches(page)).filter((name) => /^kept-./.test(name))
    expect(await keptOf()).toEqual([])
    const next = page.context().waitForEvent('request', (request) => request.url().endsWith('/api/baskets'))
    await expect.poll(first.count).toBeGreaterThan(0)
    first.release()
    await next
    expect(await keptOf()).toEqual([])
  } finally {
    site.stop()
  }
})

test('nothing that was kept in one language is shown in another, also where an address changes it', async ({
  newMember,
}) => {
  const page = await newMember('Lena')
  await openPage(page, '/tokens')
  await kept(page, LAST_ASKED)
  await page.goto('/?lang=de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect.poll(() => keptPaths(page)).not.toMatch(/\/api\/tokens\//)
})

test('a page that is slow to come in another language is waited for, not opened in the one before', async ({
  newPage,
  market,
}) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Lina')
    await openPage(page, '/account')
    await kept(page)
    const french = site.hold('/account?lang=fr')
    await page.getByRole('main').getByRole('combobox', { name: 'Your language' }).selectOption('fr')
    await expect.poll(french.count).toBe(1)
    // Longer than the worker waits for any other page.
    await page.waitForTimeout(8000)
    french.release()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect.poll(() => readyWorker(page)).toMatch(/language=fr$/)
  } finally {
    site.stop()
  }
})

test('a worker that still fetches files makes way for the next', async ({ newPage, market }) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Lotte')
    const [first = '', second = ''] = await filesOfWorker(page)
    const held = site.hold(first)
    site.hold(second)
    const asked = page.context().waitForEvent('request', (request) => request.url().endsWith(first))
    await openPage(page, '/account')
    await asked
    await page.getByRole('main').getByRole('combobox', { name: 'Your language' }).selectOption('fr')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null))
      .toBe(true)
    await expect.poll(held.count).toBeGreaterThan(0)
    held.release()
    await expect.poll(() => readyWorker(page)).toMatch(/language=fr$/)
  } finally {
    site.stop()
  }
})

/** Two that it fetches late, one after the other, and that no page of a member's own account needs. */
async function filesOfWorker(page: Page): Promise<string[]> {
  const worker = await (await page.request.get('/sw.js')).text()
  for (const [build] of worker.matchAll(/(?<=["'`])[\w-]{6,}(?=["'`])/g)) {
    const list = await page.request.get(`/assets/offline-${build}.json`)
    if (!list.ok()) continue
    const { rest } = (await list.json()) as { rest: string[] }
    return rest.filter((path) => /\/(batch-upload|tokens)-/.test(path))
  }
  return []
}

test('an answer that comes slowly holds up no other', async ({ newPage, market }) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Lore')
    await openPage(page, '/account')
    await kept(page)
    const progress = site.hold('/api/tokens/progress', 'body')
    const slow = page.waitForResponse('/api/tokens/progress')
    await page.getByRole('link', { name: '10 tokens', exact: true }).click()
    await slow
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    await expect(page.getByText("You're all caught up")).toBeVisible()
    expect(progress.count()).toBeGreaterThan(0)
    progress.release()
    await expect.poll(() => keptPaths(page)).toMatch(/\/api\/tokens\/progress/)
  } finally {
    site.stop()
  }
})

test('what a page had asked for before its worker came is kept as well', async ({ newPage, market }) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Lisa')
    const progress = site.hold('/api/tokens/progress')
    await page.goto('/tokens')
    await kept(page)
    await expect.poll(progress.count).toBeGreaterThan(0)
    progress.release()
    await expect.poll(() => keptPaths(page)).toMatch(/\/api\/tokens\/progress/)
  } finally {
    site.stop()
  }
})

test('signing out empties what was kept, and so does another member', async ({ newMember, baseURL }) => {
  const page = await newMember('Berta')
  await openPage(page, '/tokens')
  await kept(page)
  const own = (await namesOfCaches(page)).find((name) => name.startsWith('kept-'))
  expect(own).toHaveLength('kept-'.length + 36)
  await page.goto('/api/logout')
  await page.waitForURL(`${baseURL}/`)
  expect(await namesOfCaches(page)).not.toContain(own)
  // Where the answer took too long, the page sends it once more: that must not be after the next one has signed in.
  await expect.poll(() => page.evaluate(waitsToBeSent)).toBe(0)

  await signUp(page, baseURL, 'Carla')
  await openPage(page, '/tokens')
  await expect.poll(() => namesOfCaches(page)).toContainEqual(expect.stringMatching(/^kept-.{36}$/))
  const carlas = (await namesOfCaches(page)).find((name) => name.startsWith('kept-'))
  await signUp(page, baseURL, 'Dana')
  await openPage(page, '/tokens')
  await expect.poll(() => namesOfCaches(page)).not.toContain(carlas)

  // Without reception the server can't be told; what is kept here goes all the same.
  await kept(page)
  await page.context().setOffline(true)
  await page.goto('/api/logout')
  await expect(page.getByRole('link', { name: /^\d+ tokens/ })).toHaveCount(0)
  expect((await namesOfCaches(page)).filter((name) => /^kept-./.test(name))).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401)
})

/** Counts the entries of the outbox. Runs in the page. */
const waitsToBeSent = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const open = indexedDB.open('device')
    open.onerror = () => reject(open.error ?? new Error('no store'))
    open.onsuccess = () => {
      const entries = open.result.transaction('outbox').objectStore('outbox').count()
      entries.onsuccess = () => {
        open.result.close()
        resolve(entries.result)
      }
    }
  })

test('signing out empties what was kept, also when no page comes after it', async ({ newPage, market }) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Berit')
    await openPage(page, '/tokens')
    await kept(page, LAST_ASKED)
    // The server is told, and then the line is lost.
    const next = ['/', '/api/auth/user']
    for (const path of next) site.hold(path)
    const asked = page.context().waitForEvent('request', (request) => next.includes(new URL(request.url()).pathname))
    const left = page.goto('/api/logout')
    await asked
    await page.context().setOffline(true)
    await left
    await expect(page.getByRole('banner')).toBeVisible()
    expect((await namesOfCaches(page)).filter((name) => /^kept-./.test(name))).toEqual([])
  } finally {
    site.stop()
  }
})

test('a deployment under an open page mixes no builds', async ({ newPage, market }) => {
  const site = await deployable(market.url)
  try {
    const page = await newPage({ baseURL: site.url })
    await signUp(page, site.url, 'Dora')
    await openPage(page, '/')
    await kept(page)
    const before = await filesOf(page)
    site.deploy()
    // The open page goes on with its own files, though the server has them no more.
    await page.getByRole('link', { name: /tokens$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your tokens' })).toBeVisible()
    await openPage(page, '/')
    const after = await filesOf(page)
    expect(after.filter((file) => before.includes(file))).toEqual([])
    await expect.poll(async () => (await namesOfCaches(page)).filter((name) => name.startsWith('site-')).length).toBe(2)
    // The cache is there as the new worker begins to install: going offline before it ends would break that off.
    await expect.poll(() => readyWorker(page)).toMatch(/sw\.js$/)
    await page.context().setOffline(true)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(note(page)).toBeVisible()
    const offline = await filesOf(page)
    expect(offline.length).toBeGreaterThan(2)
    expect(offline.filter((file) => before.includes(file))).toEqual([])
  } finally {
    site.stop()
  }
})

/** The address of the worker in charge; none while another is on its way. */
const readyWorker = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready
    return !installing && !waiting && active?.state === 'activated' ? active.scriptURL : undefined
  })

/** Scripts that the page has run. */
const filesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/assets\/.*\.js$/.test(name) ? [name] : [])),
  )

test('the site can be installed', async ({ launchOptions, baseURL }) => {
  // Other contexts are off the record, where a browser installs nothing.
  const context = await chromium.launchPersistentContext('', { ...launchOptions, baseURL })
  const page = await context.newPage()
  failOnConsoleErrors(page)
  await openPage(page, '/')
  const devtools = await page.context().newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as {
    icons: Picture[]
    screenshots: Picture[]
    shortcuts: { url: string; icons: Picture[] }[]
    start_url: string
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src, sizes } of [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ]) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    expect((await page.request.get(path)).status(), path).toBe(200)
  }
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/javascript/),
  })
  await context.close()
})

interface Picture {
  src: string
  sizes: string
  purpose?: string
}
