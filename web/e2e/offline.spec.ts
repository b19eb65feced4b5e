import { type Page, expect } from '@playwright/test'
import sharp from 'sharp'
import { deployable } from './deploy.ts'
import { test } from './fixtures.ts'
import { expectGoodLooks, openPage, signUp } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'What you see is as of' })

/** Until the worker serves the page and has kept what a member can open. */
async function kept(page: Page): Promise<void> {
  const paths = () =>
    page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
      const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
      return navigator.serviceWorker.controller ? requests.map(({ url }) => new URL(url).pathname).join(' ') : ''
    })
  await expect.poll(paths).toMatch(/(?=.*assets\/tokens-)(?=.*\/api\/auth\/user)/)
}

const namesOfCaches = (page: Page) => page.evaluate(() => caches.keys())

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
  const pay = page.getByRole('button', { name: "Offline: you can't pay now" })
  await expect(pay.first()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Purchase Item' })).toHaveCount(0)
  await expectGoodLooks(page)

  await page.context().setOffline(false)
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  await expect(note(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Purchase Item' }).first()).toBeEnabled()
})

test('signing out empties what was kept, and so does another member', async ({ newMember, baseURL }) => {
  const page = await newMember('Berta')
  await openPage(page, '/tokens')
  await kept(page)
  const own = (await namesOfCaches(page)).find((name) => name.startsWith('kept-'))
  expect(own).toHaveLength('kept-'.length + 36)
  await page.goto('/api/logout')
  await page.waitForURL(`${baseURL}/`)
  expect((await namesOfCaches(page)).filter((name) => name.startsWith('kept-'))).not.toContain(own)

  await signUp(page, baseURL, 'Carla')
  await openPage(page, '/tokens')
  await expect.poll(() => namesOfCaches(page)).toContainEqual(expect.stringMatching(/^kept-.{36}$/))
  const carlas = (await namesOfCaches(page)).find((name) => name.startsWith('kept-'))
  await signUp(page, baseURL, 'Dana')
  await openPage(page, '/tokens')
  expect(await namesOfCaches(page)).not.toContain(carlas)

  // Without reception the server can't be told; what is kept here goes all the same.
  await kept(page)
  await page.context().setOffline(true)
  await page.goto('/api/logout')
  await expect(page.getByRole('link', { name: /^\d+ tokens/ })).toHaveCount(0)
  expect((await namesOfCaches(page)).filter((name) => /^kept-./.test(name))).toEqual([])
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
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      if (active?.state !== 'activated') await new Promise((go) => active?.addEventListener('statechange', go))
    })
    await page.context().setOffline(true)
    await page.reload()
    await expect(note(page)).toBeVisible()
    const offline = await filesOf(page)
    expect(offline.length).toBeGreaterThan(2)
    expect(offline.filter((file) => before.includes(file))).toEqual([])
  } finally {
    site.stop()
  }
})

/** Scripts that the page has run. */
const filesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/assets\/.*\.js$/.test(name) ? [name] : [])),
  )

test('the site can be installed', async ({ newPage }) => {
  const page = await newPage()
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
})

interface Picture {
  src: string
  sizes: string
  purpose?: string
}
