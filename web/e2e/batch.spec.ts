import { type Locator, type Page, expect } from '@playwright/test'
import sharp from 'sharp'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { RED, isRed, picture, test } from './support/gemini.ts'
import { expectAccessible, openPage, reloadPage } from './support/steps.ts'

const itemsOf = (page: Page) => page.getByRole('list', { name: 'Items' }).locator('> li')
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Analysis' })
/** The items under review, as rows. */
const rows = (page: Page) => page.getByRole('main').locator('button[aria-expanded]')
/** Opens the fields of an item. */
async function edit(page: Page, position: number): Promise<Locator> {
  const editor = page.getByRole('region', { name: `Item ${position}` })
  if (!(await editor.isVisible()))
    await rows(page)
      .nth(position - 1)
      .click()
  return editor
}
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function saveDefaults(page: Page): Promise<void> {
  await openPage(page, '/account')
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByLabel('Contact name').fill('Nora')
  await page.getByLabel('Contact email').fill('nora@example.com')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toast(page, 'Settings saved!')).toBeVisible()
}

test('photos become items, one of which the AI refuses; nothing is lost on the way', async ({
  newMember,
  baseURL,
  gemini,
}) => {
  const page = await newMember('Nora')
  await saveDefaults(page)
  await openPage(page, '/batch-upload')
  const photos = await Promise.all(['#0b5563', '#f4a62a', RED, '#050505'].map(picture))
  photos[3] = {
    ...photos[3]!,
    buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#050505' } })
      .jpeg()
      .toBuffer(),
  }
  await page.getByLabel(/Add photos/).setInputFiles(photos)
  await expect(itemsOf(page)).toHaveCount(4)
  await expect(page.getByText('Very dark: another photo may show more.')).toHaveCount(1)

  // By dragging, and by the menu.
  await page.getByRole('img', { name: /^Photo 2/ }).dragTo(page.getByRole('img', { name: /^Photo 1/ }))
  await expect(itemsOf(page)).toHaveCount(3)
  const menu = page.getByRole('button', { name: 'Photo 2: move or remove' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Make it an item of its own' }).press('Enter')
  await expect(itemsOf(page)).toHaveCount(4)
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to item 1' }).press('Enter')
  await expect(itemsOf(page)).toHaveCount(3)
  await expect(itemsOf(page).first().getByRole('img')).toHaveCount(2)
  await expectAccessible(page)

  const held = Promise.withResolvers<undefined>()
  gemini.decide = async ({ photos: [photo] }) => {
    if (photo && (await isRed(photo))) return 'blocked'
    await held.promise
    return 'good'
  }
  const analyze = page.getByRole('button', { name: 'Analyze with AI' })
  await analyze.click()
  await expect(page.getByText('0 of 3 items done, 1 failed.')).toBeVisible()
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '30')
  await expect(page.getByText('This takes 2 to 3 minutes.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const cancelled = page.waitForResponse(/\/api\/ai\/batches\/[\w-]+\/cancel$/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await cancelled).status()).toBe(200)
  await expect(analyze).toBeVisible()
  await analyze.click()
  await expect(bar(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:batch'))).toContain('"step":"analyze"')
  await reloadPage(page)
  await expect(bar(page)).toBeVisible()
  held.resolve(undefined)
  await expect(toast(page, '2 of 3 item(s) analyzed by AI. 1 item(s) need manual entry.')).toBeVisible()
  expect(gemini.questions.filter(({ photos }) => photos.length === 2)).toHaveLength(1)

  await expect(page.getByRole('status').getByText('2 need a size · 1 needs a title')).toBeVisible()
  await expect((await edit(page, 1)).getByLabel('Title')).toHaveValue('Brio Wooden train set')
  await expect(rows(page).nth(1)).toContainText('Manual entry required')
  // The price is the category's: no other is suggested.
  await expect(rows(page).nth(1)).toContainText(/\d tokens?/)
  await expect(page.getByText(/suggested/i)).toHaveCount(0)
  await expectAccessible(page)
  const refused = await edit(page, 2)
  await refused.getByRole('button', { name: 'Reanalyze' }).click()
  await expect(toast(page, 'Reanalysis failed')).toBeVisible()
  await expect(toast(page, 'The AI does not comment on these photos. Please choose others.')).toBeVisible()

  await refused.getByLabel('Title').fill('A red thing')
  await page.getByRole('button', { name: 'Submit All Items (3)' }).click()
  await expect(toast(page, 'Some items failed to post. Please try again.')).toBeVisible()
  const left = page.getByRole('region', { name: 'Item 1' })
  await expect(left.getByLabel('Description')).toBeFocused()
  await expect(left.getByText('Description must be at least 10 characters')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:batch'))).toContain('Description must be')
  await reloadPage(page)
  await page.getByRole('button', { name: '1 needs a description' }).click()
  await expect(left.getByLabel('Description')).toBeFocused()
  await expect(left.getByLabel('Title')).toHaveValue('A red thing')
  await left.getByLabel('Description').fill('It is red, round in the middle, and nobody knows why.')
  await page.getByRole('button', { name: 'Submit All Items (1)' }).click()
  await page.waitForURL(`${baseURL}/`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Brio Wooden train set' })).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('link', { name: 'A red thing' })).toHaveCount(1)
  expect(gemini.complaints).toEqual([])

  await openPage(page, '/batch-upload')
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeDisabled()
})

test('where the AI is away altogether, the items can be entered by hand', async ({ newMember, gemini }) => {
  gemini.decide = () => 'bad key'
  const page = await newMember('Hanna')
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(['#0b5563', '#f4a62a'].map(picture)))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await expect(toast(page, 'Failed to analyze photos. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue without AI' }).click()
  await expect(page.getByText('Manual entry required')).toHaveCount(2)
  await (await edit(page, 2)).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Submit All Items (1)' })).toBeDisabled()
  await page.getByRole('button', { name: 'A pickup address is missing' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Where can neighbours pick them up?' })).toBeFocused()
  await page.getByRole('button', { name: 'Start Over' }).click()
  await expect(page.getByRole('list', { name: 'Items' })).toHaveCount(0)
})

test('of a batch, what is posted is posted once: where answers are lost, and where the rest is refused', async ({
  newMember,
  baseURL,
  gemini,
}) => {
  gemini.decide = () => 'good'
  const page = await newMember('Lisa')
  await saveDefaults(page)
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(['#0b5563', '#f4a62a', '#225522'].map(picture)))
  const analyze = page.getByRole('button', { name: 'Analyze with AI' })
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#404040'))
  await expect(analyze).toBeEnabled()
  await page.getByRole('button', { name: 'Photo 3: move or remove' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
  const photo = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Photo 3: 404040.jpg' }) })
  await expect(photo.last()).toBeFocused()
  await expect(page.getByText('Photo 3 removed.')).toBeAttached()
  await analyze.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: '3. Review & Submit' })).toBeFocused()
  for (const [index, title] of ['A kite', 'A swing', 'A sledge'].entries()) {
    await (await edit(page, index + 1)).getByLabel('Title').fill(title)
  }
  await page.route('**/api/items', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const { title } = request.postDataJSON() as { title: string }
    if (title === 'A sledge') return route.fulfill({ status: 401, json: { code: 'X', error: 'Please log in again.' } })
    await route.fetch()
    return title === 'A kite' ? route.abort() : route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await page.getByRole('button', { name: 'Submit All Items (3)' }).press('Enter')
  await expect(toast(page, 'Some items failed to post. Please try again.')).toBeVisible()
  const left = page.getByRole('region', { name: 'Item 1' })
  await expect(left.getByLabel('Title')).toHaveValue('A sledge')
  await expect(left.getByText('Please log in again.')).toBeVisible()
  await expect(left).toBeFocused()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Submit All Items (1)' }).click()
  await page.waitForURL(`${baseURL}/`)
  const posted = (await (await page.request.get('/api/items/user/me')).json()) as { title: string }[]
  expect(posted.map(({ title }) => title).toSorted()).toEqual(['A kite', 'A sledge', 'A swing'])

  // Listings from elsewhere come as a list; an answer that is lost on the way is asked for again.
  await openPage(page, '/batch-upload')
  await page.getByRole('button', { name: 'Import a list' }).press('Enter')
  const chosen = page.getByLabel('Choose list and photos')
  const list = [
    'Photo;Name;Description;Price',
    'a0a0a0.jpg;A rocking horse;It rocks, and neighs no more.;20',
    'b0b0b0.jpg;A drum;It is loud enough for a house.;5',
    'c0c0c0.jpg;A cat;Purrs.;1',
  ].join('\r\n')
  await chosen.setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  const problems = page.getByRole('table', { name: "What can't be imported" })
  await expect(problems.getByRole('row', { name: '4 description Description must be at least 10' })).toBeVisible()
  await expect(problems.getByRole('row', { name: '2 photos a0a0a0.jpg is not among the photos' })).toBeVisible()
  await chosen.setInputFiles(await Promise.all(['#a0a0a0', '#b0b0b0'].map(picture)))
  await expect(page.getByText("mine.csv: 2 items can be taken, 1 row can't.")).toBeVisible()
  await expect(page.getByText("Columns we don't use: Price.")).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/upload-batch', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Import 2 items' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('2 ready')).toBeVisible()
  await (await edit(page, 1)).getByLabel('Title').fill('A rocking horse, oak')
  const mine = async () =>
    ((await (await page.request.get('/api/items/user/me')).json()) as { title: string }[]).map(({ title }) => title)
  expect(await mine()).toHaveLength(3)
  await page.getByRole('button', { name: 'Submit All Items (2)' }).click()
  await page.waitForURL(`${baseURL}/`)
  expect((await mine()).slice(0, 2).toSorted()).toEqual(['A drum', 'A rocking horse, oak'])
})

test('items that are posted leave the batch at once, and who goes elsewhere is left there', async ({
  newMember,
  gemini,
}) => {
  gemini.decide = () => 'good'
  const page = await newMember('Gerda')
  await saveDefaults(page)
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(['#0b5563', '#f4a62a'].map(picture)))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  const first = await edit(page, 1)
  await first.getByLabel('Title').fill('A quick one')
  await first.getByRole('button', { name: 'Next' }).click()
  await (await edit(page, 2)).getByLabel('Title').fill('A slow one')
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/items', async (route) => {
    if (route.request().postData()?.includes('A slow one')) await held.promise
    return route.continue()
  })
  await page.getByRole('button', { name: 'Submit All Items (2)' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('A slow one')
  // A change that comes while it is being posted would be lost.
  await expect(page.locator('li[inert] button[aria-expanded]')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:batch'))).not.toContain('A quick one')
  await page.getByRole('link', { name: /tokens$/ }).click()
  await expect(page).toHaveURL(/\/tokens$/)
  held.resolve(undefined)
  await expect(toast(page, '2 items posted.')).toBeVisible()
  await expect(page).toHaveURL(/\/tokens$/)
  await openPage(page, '/batch-upload')
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeDisabled()
})

test('an item that is looked at again keeps what was typed and hidden meanwhile', async ({ newMember, gemini }) => {
  gemini.decide = () => 'good'
  const page = await newMember('Rosa')
  await saveDefaults(page)
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  const editor = await edit(page, 1)
  const [asked, answer] = [Promise.withResolvers<null>(), Promise.withResolvers<'good'>()]
  gemini.decide = () => {
    asked.resolve(null)
    return answer.promise
  }
  await editor.getByRole('button', { name: 'Reanalyze' }).click()
  await asked.promise
  await editor.getByLabel('Title').fill('A train with a face')
  await editor.getByRole('button', { name: 'Hide parts of photo 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide parts of the photo' })
  await dialog.getByRole('button', { name: 'Add a box' }).click()
  const sent = page.waitForResponse('**/api/upload/hidden?*')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  const { urls } = (await (await sent).json()) as { urls: [string] }
  await expect(editor.getByRole('img').first()).toHaveAttribute('src', urls[0])
  const seen = page.waitForResponse('**/api/ai/analyze-photos')
  answer.resolve('good')
  await (await seen).finished()
  await expect(editor.getByRole('button', { name: 'Reanalyze' })).toBeEnabled()
  await expect(editor.getByLabel('Title')).toHaveValue('A train with a face')
  await editor.getByLabel('Age/Size').selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Submit All Items (1)' }).click()
  await expect(toast(page, '1 item posted.')).toBeVisible()
  const [listing] = (await (await page.request.get('/api/items/user/me')).json()) as [Listing]
  expect([listing.title, listing.photos]).toEqual(['A train with a face', urls])
})

/** A member's thumb: each is counted, and so is each field. */
function thumb() {
  const done = { taps: 0, fields: 0 }
  return {
    done,
    tap: async (target: Locator) => {
      done.taps += 1
      await target.click()
    },
    fill: async (field: Locator, text: string) => {
      done.fields += 1
      await field.fill(text)
    },
    choose: async (field: Locator, label: string) => {
      done.fields += 1
      await field.selectOption({ label })
    },
  }
}

const TEN = ['0b5563', 'f4a62a', '225522', '404040', '901090', '10a0a0', 'a0a010', '2020c0', 'c0c0c0', 'e08080']

test('ten things from ten photos take at most 12 taps and 4 fields of a member with a default address', async ({
  newMember,
  baseURL,
  gemini,
}) => {
  gemini.decide = () => 'good'
  const page = await newMember('Tina')
  await page.setViewportSize({ width: 390, height: 844 })
  await saveDefaults(page)
  await openPage(page, '/batch-upload')
  const { tap, fill, choose, done } = thumb()
  const chooser = page.waitForEvent('filechooser')
  await tap(page.getByText('Add photos'))
  await (await chooser).setFiles(await Promise.all(TEN.map((colour) => picture(`#${colour}`))))
  await tap(page.getByRole('button', { name: 'Analyze with AI' }))
  await expect(rows(page)).toHaveCount(10)
  for (const row of await rows(page).all()) expect((await row.boundingBox())?.height).toBe(88)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2200)

  await tap(page.getByRole('button', { name: '10 need a size' }))
  await expect(page.getByRole('region', { name: 'Item 1' }).getByLabel('Age/Size')).toBeFocused()
  await fill(page.getByRole('region', { name: 'Item 1' }).getByLabel('Title'), 'A train of two generations')
  await tap(page.getByRole('region', { name: 'Item 1' }).getByRole('button', { name: 'Next' }))
  await choose(page.getByRole('region', { name: 'Apply to all' }).getByLabel('Age/Size'), '2T-3T')
  await expect(page.getByText('10 ready')).toBeVisible()
  await tap(page.getByRole('button', { name: 'Submit All Items (10)' }))
  await page.waitForURL(`${baseURL}/`)
  expect(done.taps).toBeLessThanOrEqual(12)
  expect(done.fields).toBeLessThanOrEqual(4)
  const posted = (await (await page.request.get('/api/items/user/me')).json()) as { ageSize: string; city: string }[]
  expect(posted).toHaveLength(10)
  expect(new Set(posted.map(({ ageSize, city }) => `${ageSize} ${city}`))).toEqual(new Set(['2T-3T Portland']))
})

test('what is ready is posted, and the rest stays with its gaps', async ({ newMember, gemini }) => {
  gemini.decide = async ({ photos: [photo] }) => (photo && (await isRed(photo)) ? 'blocked' : 'good')
  const page = await newMember('Rita')
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all([RED, '#f4a62a'].map(picture)))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Where can neighbours pick them up?')).toHaveCount(0)
  await (await edit(page, 2)).getByLabel('Category').selectOption('toys')
  await page.getByRole('button', { name: 'Post 1 ready' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Manual entry required')
  const described = page.getByRole('region', { name: 'Apply to all' })
  await expect(described).toHaveCount(0)
  await expect(page.getByRole('button', { name: '1 needs a title' })).toBeVisible()
})

test('what is typed while the photos are looked at outlives the end of the analysis', async ({ newMember, gemini }) => {
  const answer = Promise.withResolvers<'good'>()
  gemini.decide = () => answer.promise
  const page = await newMember('Tilda')
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#123456'))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await expect(page.getByText('Looking at your photos…')).toBeVisible()
  await page.getByLabel('City').fill('Portland')
  const address = page.getByLabel('Pickup address')
  await address.pressSequentially('12 Alder')
  answer.resolve('good')
  await expect(rows(page)).toHaveCount(1)
  await expect(address).toBeFocused()
  await expect(address).toBeInViewport()
  await page.keyboard.type(' Street')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Where can neighbours pick them up?')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: '3. Review & Submit' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Submit All Items (1)' })).toBeEnabled()
  const me = (await (await page.request.get('/api/auth/user')).json()) as Record<string, string>
  expect(me).toMatchObject({ defaultCity: 'Portland', defaultPickupAddress: '12 Alder Street' })
})

test('where nothing could be analysed, what was typed meanwhile is still there with the items', async ({
  newMember,
  gemini,
}) => {
  const answer = Promise.withResolvers<'bad key'>()
  gemini.decide = () => answer.promise
  const page = await newMember('Vera')
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#123457'))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await expect(page.getByText('Looking at your photos…')).toBeVisible()
  await page.getByLabel('City').fill('Portland')
  answer.resolve('bad key')
  await page.getByRole('button', { name: 'Continue without AI' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Portland')
})

test('a bag in a batch is asked for its count, and posted beside single things', async ({
  newMember,
  baseURL,
  gemini,
}) => {
  gemini.decide = () => 'good'
  const page = await newMember('Bagna')
  await page.setViewportSize({ width: 390, height: 844 })
  await saveDefaults(page)
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(['#0b5563', '#f4a62a'].map(picture)))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByRole('region', { name: 'Apply to all' }).getByLabel('Age/Size').selectOption('12-18mo')
  await expect(page.getByText('2 ready')).toBeVisible()
  const bag = await edit(page, 2)
  await bag.getByLabel('A bag of several things').check()
  await bag.getByLabel('Up to size').selectOption('2T-3T')
  await page.getByRole('button', { name: '1 ready · 1 needs a count' }).click()
  await expect(bag.getByLabel('How many things')).toBeFocused()
  await expect(bag.getByText('A bag holds 2 to 50 things')).toBeVisible()
  await expectAccessible(page)
  await bag.getByLabel('How many things').fill('12')
  await expect(rows(page).nth(1)).toContainText('A bag of 12 · 12-18 months · up to 2T-3T')
  await page.getByRole('button', { name: 'Submit All Items (2)' }).click()
  await page.waitForURL(`${baseURL}/`)
  const posted = (await (await page.request.get('/api/items/user/me')).json()) as Listing[]
  const sizes = posted.map(({ ageSize, sizeTo, bagCount }) => [ageSize, sizeTo, bagCount].join())
  expect(sizes.toSorted()).toEqual(['12-18mo,,', '12-18mo,2T-3T,12'])
})
