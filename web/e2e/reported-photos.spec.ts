import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { expectGoodLooks, openPage, phonePhoto, send } from './support/steps.ts'

const test = testOnOwnMarket()

test('an admin sees the photos of a reported message, and of those before it', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const june = await newMember('June')
  await openPage(june, '/admin')
  await june.getByRole('button', { name: 'Become Admin' }).click()
  await expect(june.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const [nora, sven] = [await newMember('Nora'), await newMember('Sven')]
  const item = (await postItem(nora, { title: 'Paper boat' })).replace('/item/', '')
  const write = async (colour: string) => {
    const form = new FormData()
    const buffer = await phonePhoto(colour)
    form.append('photos', new File([new Uint8Array(buffer)], 'photo.jpg', { type: 'image/jpeg' }))
    const { urls } = await send<{ urls: string[] }>(sven.request, baseURL, '/api/upload', form)
    return send<{ id: string }>(sven.request, baseURL, `/api/items/${item}/messages`, { body: '', photos: urls })
  }
  await write('#0b5563')
  const { id } = await write('#804020')
  await send(nora.request, baseURL, '/api/reports', { subject: { kind: 'message', id }, reason: 'harassment' })

  await openPage(june, '/admin')
  const row = june.getByRole('article', { name: 'Message: Sent a photo' })
  await expect(row.getByRole('list', { name: 'What came before' })).toContainText('Sent a photo')
  const photos = row.getByRole('img', { name: /^Photo 1 of Sven/ })
  await expect(photos).toHaveCount(2)
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await expectGoodLooks(june)
  await photos.last().click()
  await expect(june.getByRole('dialog', { name: /^Photos of Sven/ }).getByRole('img')).toBeVisible()
})
