import { type Page, expect } from '@playwright/test'
import sharp from 'sharp'
import { RED, isRed, picture, test } from './support/gemini.ts'
import { expectAccessible, openPage, toast } from './support/steps.ts'

const submitButton = (page: Page) =>
  page.getByRole('main').locator('form').getByRole('button', { name: 'Post Item', exact: true })

/** Chooses a photo for each colour, and waits until they are sent. */
async function choosePhotos(page: Page, ...colours: string[]): Promise<void> {
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(colours.map(picture)))
  await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(colours.length)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

async function fillDetails(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByLabel('Contact name').fill('Pia Neighbour')
  await page.getByLabel('Contact email').fill('pia@example.com')
}

async function titlesOf(page: Page): Promise<string[]> {
  const items = (await (await page.request.get('/api/items/user/me')).json()) as { title: string }[]
  return items.map(({ title }) => title)
}

test.beforeEach(({ gemini }) => {
  gemini.decide = () => 'good'
})

test('one photo is not sent at first, and later the AI refuses it; the rest is kept and posted', async ({
  newMember,
  gemini,
}) => {
  const page = await newMember('Pia')
  await openPage(page, '/post')
  const form = page.getByRole('main').locator('form').filter({ hasText: 'Add photos' })
  let refused = 0
  await page.route('**/api/upload', async (route) => {
    const isSecond = route
      .request()
      .postDataBuffer()
      ?.includes(`filename="${RED.slice(1)}.jpg"`)
    if (!isSecond || refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', error: 'The photo store is away.' } })
  })
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(['#0b5563', RED].map(picture)))
  await expect(page.getByText('Upload failed: 503', { exact: true }).first()).toBeVisible()
  const again = page.getByRole('button', { name: 'Not sent: send photo 2 again' })
  await expectAccessible(page)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  gemini.decide = async ({ photos }) => {
    const red = await Promise.all(photos.map(isRed))
    return red.includes(true) ? 'blocked' : 'good'
  }
  const analyze = page.getByRole('button', { name: 'Analyze with AI' })
  await analyze.click()
  await expect(page.getByText('Analysis failed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('The AI does not comment on these photos. Please choose others.').first()).toBeVisible()
  const submit = form.getByRole('button', { name: 'Post Item' })
  await expect(form.getByRole('button', { name: 'Continue without AI' })).toBeVisible()
  await expect(submit).toHaveCount(0)
  expect(gemini.questions.at(-1)?.photos).toHaveLength(2)

  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await analyze.click()
  await expect(page.getByLabel('Title')).toHaveValue('Brio Wooden train set')
  expect(gemini.questions.at(-1)?.photos).toHaveLength(1)
  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByLabel('Contact name').fill('Pia Neighbour')
  await page.getByLabel('Contact email').fill('pia@example.com')
  await submit.click()
  await expect(page.getByText('Your item has been posted successfully.').first()).toBeVisible()
  await page.getByRole('link', { name: 'See your item' }).click()
  // One photo: nothing to turn.
  await expect(page.getByRole('img', { name: 'Brio Wooden train set', exact: true })).toBeVisible()
  expect(gemini.complaints).toEqual([])
})

test('an item whose answer is lost is posted, once, and told to be', async ({ newMember }) => {
  const page = await newMember('Lotte')
  await page.route('**/api/items', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await choosePhotos(page, '#0b5563')
  await fillDetails(page, 'A kite')
  await submitButton(page).click()
  await expect(page.getByText('Your item has been posted successfully.').first()).toBeVisible()

  // Now the network stays away for a while.
  await page.route('**/api/items/user/me', (route) => route.abort())
  await choosePhotos(page, '#f4a62a')
  await fillDetails(page, 'A swing')
  await submitButton(page).click()
  await expect(toast(page)).toContainText('Failed to post item. Please try again.')
  await page.unrouteAll()
  await submitButton(page).click()
  await expect(page.getByText('Your item has been posted successfully.').first()).toBeVisible()
  expect(await titlesOf(page)).toEqual(['A swing', 'A kite'])
})

test('a draft is offered to who has written it, and to nobody else at this browser', async ({ newMember }) => {
  const page = await newMember('Dora')
  const offer = page.getByText('You left an item unfinished.')
  await choosePhotos(page, '#0b5563')
  await fillDetails(page, 'A sledge')
  await openPage(page, '/post')
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('A sledge')
  // A draft holds no address.
  await expect(page.getByLabel('Pickup address')).toHaveValue('')

  await page.goto('/api/logout')
  await openPage(page, '/post')
  await expect(page.getByText('Please log in to post.')).toBeVisible()
  await expect(offer).toHaveCount(0)

  const other = await newMember('Otto')
  await page.context().addCookies(await other.context().cookies())
  await openPage(page, '/post')
  await expect(page.getByText('Set your default location and contact details once', { exact: false })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test("a draft that is none, and a browser that keeps nothing, don't stand in the way", async ({ newMember }) => {
  const page = await newMember('Nell')
  await openPage(page, '/account')
  await page.evaluate(() => localStorage.setItem('draft:post', '{"values":'))
  await openPage(page, '/post')
  await expect(page.getByRole('heading', { name: 'Post an Item' })).toBeVisible()
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The store is full', 'QuotaExceededError')
    }
  })
  await choosePhotos(page, '#0b5563')
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
})

test('who goes elsewhere while an answer is awaited is left there', async ({ newMember }) => {
  const page = await newMember('Wanda')
  const looked = Promise.withResolvers<undefined>()
  await page.route('**/api/ai/analyze-photos', async (route) => {
    await looked.promise
    return route.fulfill({ status: 503, json: { code: 'AI_AWAY', error: 'The AI is away.' } })
  })
  await choosePhotos(page, '#0b5563')
  const failed = page.waitForResponse('**/api/ai/analyze-photos')
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByRole('link', { name: '10 tokens' }).click()
  await expect(page).toHaveURL(/\/tokens$/)
  looked.resolve(undefined)
  await failed
  await page.unrouteAll()

  const posted = Promise.withResolvers<undefined>()
  await page.route('**/api/items', async (route) => {
    if (route.request().method() === 'POST') await posted.promise
    return route.continue()
  })
  await page.goBack()
  await expect(toast(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore it' }).click()
  await fillDetails(page, 'A slow sledge')
  await submitButton(page).click()
  await page.getByRole('link', { name: '10 tokens' }).click()
  await expect(page).toHaveURL(/\/tokens$/)
  posted.resolve(undefined)
  await expect(page.getByText('Your item has been posted successfully.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/tokens$/)
})

test('photos are put in order, removed and missed by keyboard and by ear', async ({ newMember }) => {
  const page = await newMember('Kira')
  await choosePhotos(page, '#0b5563', '#f4a62a', '#225522')
  const press = (name: string) => page.getByRole('button', { name }).press('Enter')
  await press('Move photo 2 forward')
  await expect(page.getByRole('button', { name: 'Move photo 1 forward' })).toBeFocused()
  await expect(page.getByText('Photo 2 is now photo 1 of 3.')).toBeAttached()
  await press('Move photo 1 back')
  await expect(page.getByRole('button', { name: 'Move photo 2 back' })).toBeFocused()
  await press('Remove photo 2')
  await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeFocused()
  await expect(page.getByText('Photo 2 removed.')).toBeAttached()
  await press('Remove photo 2')
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeFocused()
  await fillDetails(page, 'A hat')
  await press('Remove photo 1')
  const input = page.getByLabel(/Add photos/)
  await expect(input).toBeFocused()

  await submitButton(page).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('alert').getByRole('button', { name: 'At least one photo is required' }).click()
  await expect(input).toBeFocused()
  await expect(input).toHaveAccessibleDescription('At least one photo is required')
})

test('an upload that is answered by something else has failed and can be repeated', async ({ newMember }) => {
  const page = await newMember('Ulla')
  const answers = [
    { status: 200, contentType: 'text/html', body: '<p>Welcome to the hotel</p>' },
    { status: 200, json: {} },
  ]
  await page.route('**/api/upload', (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.abort()
  })
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  const again = page.getByRole('button', { name: 'Not sent: send photo 1 again' })
  for (const title of ['by a page', 'by nothing', 'not at all']) {
    await test.step(title, async () => {
      await expect(toast(page)).toContainText("We didn't get an answer. Please try again.")
      await toast(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(again).toBeVisible()
      if (title !== 'not at all') await again.click()
    })
  }
  await page.unrouteAll()
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('what is no photo is told wherever it is dropped; a large picture without ground gets a white one', async ({
  newMember,
}) => {
  const page = await newMember('Fee')
  const drop = async (target: string, name: string) => {
    const dataTransfer = await page.evaluateHandle((fileName) => {
      const data = new DataTransfer()
      data.items.add(new File(['no picture'], fileName))
      return data
    }, name)
    await page.locator(target).first().dispatchEvent('drop', { dataTransfer })
  }
  await choosePhotos(page, '#0b5563')
  await drop('label:has-text("Add photos")', 'IMG_1.HEIC')
  await expect(toast(page)).toContainText('HEIC not readable here')
  await drop('label:has-text("Add photos")', 'scan.tiff')
  await expect(toast(page)).toContainText('Upload failed: 415')
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await drop('ul[aria-label="Photos"]', 'list.pdf')
  await expect(page.getByRole('button', { name: 'Not sent: send photo 2 again' })).toBeVisible()

  const cutOut = await sharp({ create: { width: 2400, height: 1600, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  const sent = page.waitForResponse('**/api/upload')
  await page.getByLabel(/Add photos/).setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer: cutOut })
  const { urls } = (await (await sent).json()) as { urls: [string] }
  const { channels } = await sharp(await (await page.request.get(urls[0])).body()).stats()
  expect(channels.slice(0, 3).map(({ min }) => min)).toEqual([255, 255, 255])
})

test('a comma is a point where a weight is typed', async ({ newMember }) => {
  const page = await newMember('Colette')
  await choosePhotos(page, '#0b5563')
  await fillDetails(page, 'Dumb-bells')
  await page.getByLabel('Weight (lbs)').fill('')
  await page.getByLabel('Weight (lbs)').pressSequentially('2,5 lbs')
  await expect(page.getByLabel('Weight (lbs)')).toHaveValue('2.5')
})
