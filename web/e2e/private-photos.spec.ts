import { expect } from '@playwright/test'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { picture, test } from './gemini.ts'
import { expectAccessible, openPage } from './steps.ts'

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
  const { x, y, width, height } = (await dialog.getByRole('img').boundingBox())!
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
