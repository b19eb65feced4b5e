import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { picture, test } from './support/gemini.ts'
import { expectAccessible, openPage } from './support/steps.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('what the analysis has seen is suggested, a box is drawn and undone, and what is hidden is what is posted', async ({
  newMember,
  gemini,
}) => {
  gemini.decide = () => ({ privateAreas: [{ photo: 0, kind: 'face', box: [100, 100, 300, 250] }] })
  const page = await newMember('Priva')
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByRole('button', { name: 'Something private may show. Take a look and hide it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide parts of the photo' })
  await expect(dialog).toContainText('please look at each photo yourself')
  await expectAccessible(page)
  const shown = dialog.getByRole('img', { name: 'The photo as it is' })
  const { x, y, width, height } = (await shown.boundingBox())!
  // By mouse, then undone.
  await page.mouse.move(x + width * 0.5, y + height * 0.5)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height * 0.8, { steps: 4 })
  await page.mouse.up()
  await expect(dialog.getByRole('status')).toHaveText('1 part hidden')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Nothing is hidden.')
  // By keys.
  await dialog.getByRole('button', { name: 'Add a box' }).press('Enter')
  const box = dialog.getByRole('button', { name: /^Box 1/ })
  const before = (await box.boundingBox())!
  await box.press('ArrowRight')
  await box.press('Shift+ArrowDown')
  const after = (await box.boundingBox())!
  expect([after.x > before.x, after.height > before.height]).toEqual([true, true])
  await box.press('Delete')
  await dialog.getByRole('button', { name: 'Hide what the AI has seen' }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 part hidden')
  const sent = page.waitForResponse('**/api/upload/hidden?*')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  const { urls } = (await (await sent).json()) as { urls: [string] }
  await expect(page.getByRole('img', { name: /^Photo 1/ })).toHaveAttribute('src', urls[0])
  await expect(page.getByRole('button', { name: 'Something private may show. Take a look and hide it' })).toHaveCount(0)

  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Post Item', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'It is listed!' })).toBeVisible()
  const [listing] = (await (await page.request.get('/api/items/user/me')).json()) as [Listing]
  expect(listing.photos).toEqual(urls)
})

test('on a phone a box is drawn with a finger, and taken back by hiding nothing', async ({ newMember, gemini }) => {
  gemini.decide = () => 'good'
  const page = await newMember('Fing', PHONE)
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  const tile = page.getByRole('img', { name: /^Photo 1/ })
  await expect(page.getByLabel('Title')).toHaveValue('Brio Wooden train set')
  const original = await tile.getAttribute('src')
  const open = page.getByRole('button', { name: 'Hide parts of photo 1' })
  await open.tap()
  const dialog = page.getByRole('dialog')
  const photo = dialog.getByRole('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const { x, y, width, height } = (await photo.boundingBox())!
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width * share, y: y + height * share }],
    })
  await touch('touchStart', 0.2)
  await touch('touchMove', 0.4)
  await touch('touchMove', 0.6)
  await touch('touchEnd', 0.6)
  await expect(dialog.getByRole('status')).toHaveText('1 part hidden')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).tap()
  await expect(tile).toHaveAttribute('src', /^\/photos\//)
  // Opened again it shows the photo as it was, with the box.
  await open.tap()
  await expect(dialog.getByRole('status')).toHaveText('1 part hidden')
  await dialog.getByRole('button', { name: /^Box 1/ }).press('Delete')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).tap()
  await expect(tile).toHaveAttribute('src', original ?? '')
})

/** A picture with a white secret in its middle. */
async function secret(colour: string) {
  const drawing = `<svg width="800" height="600"><rect width="800" height="600" fill="${colour}"/><circle cx="400" cy="300" r="60" fill="#fff"/></svg>`
  const buffer = await sharp(Buffer.from(drawing)).jpeg().toBuffer()
  return { name: `${colour.slice(1)}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** The distance of the middle of a picture from white. */
async function fromWhite(file: Buffer): Promise<number> {
  const { width, height } = await sharp(file).metadata()
  const [left, top] = [Math.round(width * 0.45), Math.round(height * 0.45)]
  const middle = await sharp(file).extract({ left, top, width: 8, height: 8 }).toBuffer()
  const { channels } = await sharp(middle).stats()
  return Math.hypot(...channels.map(({ mean }) => 255 - mean))
}

test('in a batch parts are hidden photo by photo, before the analysis and where it has seen something', async ({
  newMember,
  baseURL,
  gemini,
}) => {
  gemini.decide = ({ photos }) => ({
    privateAreas: photos.length === 2 ? [{ photo: 1, kind: 'face', box: [300, 300, 700, 700] }] : [],
  })
  const page = await newMember('Batcha', PHONE)
  await openPage(page, '/batch-upload')
  await page.getByLabel(/Add photos/).setInputFiles(await Promise.all(['#0b5563', '#804020', '#225522'].map(secret)))
  const items = page.getByRole('list', { name: 'Items' }).locator('> li')
  await expect(items).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
  const menu = async (photo: number, entry: string) => {
    await page.getByRole('button', { name: `Photo ${photo}: move or remove` }).tap()
    await page.getByRole('menuitem', { name: entry }).tap()
  }
  await menu(2, 'Move to item 1')
  await expect(items).toHaveCount(2)
  // Parts can be hidden before the analysis, by the menu of a photo.
  const dialog = page.getByRole('dialog', { name: 'Hide parts of the photo' })
  const hideMiddle = async () => {
    await dialog.getByRole('button', { name: 'Add a box' }).tap()
    await expect(dialog.getByRole('status')).toHaveText('1 part hidden')
    await dialog.getByRole('button', { name: 'Hide', exact: true }).tap()
    await expect(dialog).toHaveCount(0)
  }
  await menu(3, 'Hide parts of photo 3')
  await hideMiddle()
  await expect(page.getByRole('img', { name: /^Photo 3/ })).toHaveAttribute('src', /^\/photos\//)

  // After it, at the item: somebody has to look.
  await page.getByRole('button', { name: 'Analyze with AI' }).tap()
  await page.getByRole('region', { name: 'Apply to all' }).getByLabel('Category').selectOption('toys')
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByRole('button', { name: 'Save Settings' }).tap()
  await page.getByRole('button', { name: '1 ready · 1 needs a check' }).tap()
  const item = page.getByRole('region', { name: 'Item 1' })
  const warning = item.getByRole('button', { name: 'Something private may show. Take a look and hide it' })
  await expect(warning).toBeFocused()
  await expectAccessible(page)
  await warning.tap()
  await dialog.getByRole('button', { name: 'Hide what the AI has seen' }).tap()
  await dialog.getByRole('button', { name: 'Hide', exact: true }).tap()
  await expect(warning).toHaveCount(0)
  await item.getByRole('button', { name: 'Hide parts of photo 1' }).tap()
  await hideMiddle()
  await expect(page.getByText('2 ready')).toBeVisible()
  await page.getByRole('button', { name: 'Submit All Items (2)' }).tap()
  await page.waitForURL(`${baseURL}/`)
  const posted = (await (await page.request.get('/api/items/user/me')).json()) as Listing[]
  expect(posted.map(({ photos }) => photos.length).toSorted()).toEqual([1, 2])
  for (const url of posted.flatMap(({ photos }) => photos)) {
    const file = await page.request.get(url)
    expect(await fromWhite(await file.body())).toBeGreaterThan(100)
  }
})
