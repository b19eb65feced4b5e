import { expect } from '@playwright/test'
import { test } from './support/fixtures.ts'
import { expectAccessible, openPage } from './support/steps.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('photo after photo is taken in one view, each sent while the next is taken', async ({ newMember }) => {
  const page = await newMember('Kaya', PHONE)
  await openPage(page, '/batch-upload')
  await page.getByRole('button', { name: 'Take photos' }).tap()
  const camera = page.getByRole('dialog', { name: 'Camera' })
  const shutter = camera.getByRole('button', { name: 'Take photo' })
  await expect(shutter).toBeEnabled()
  await expectAccessible(page)
  const upload = page.waitForResponse('**/api/upload-batch')
  await shutter.tap()
  await expect(camera.getByText('1 of 10')).toBeVisible()
  await shutter.tap()
  await shutter.tap()
  await expect(camera.getByText('3 of 10')).toBeVisible()
  expect((await upload).status()).toBe(200)
  await expect(camera.getByRole('img', { name: /^Photo \d, sent$/ })).toHaveCount(3)
  await camera.getByRole('button', { name: 'Done' }).tap()
  await expect(camera).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Items' }).locator('> li')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Take photos' })).toBeFocused()
})

test('a page that may not see the camera says what to do, and HEIC that can not be read is told before it is sent', async ({
  newMember,
}) => {
  const page = await newMember('Nele', PHONE)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await openPage(page, '/batch-upload')
  await page.getByRole('button', { name: 'Take photos' }).tap()
  await expect(page.getByRole('alert')).toContainText('You can allow it in your browser')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') }
  await page.getByLabel(/Add photos/).setInputFiles(heic)
  await expect(page.getByText("This browser can't open IMG_1.HEIC", { exact: false }).first()).toBeVisible()
  expect(sent.filter((url) => url.includes('upload'))).toEqual([])
  await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(0)
})
