import { expect, test } from './support/fixtures.ts'
import { fillToy, openPage, phonePhoto, signUp } from './support/steps.ts'
import { serveUnpainted } from './support/unpainted.ts'

test('where nobody looks at photos, both forms begin with their fields and nothing fails first', async ({
  market,
  newPage,
}) => {
  // A site in production without a key can't be had here; what it tells its pages can.
  const { url, server } = await serveUnpainted(market.url)
  const page = await newPage({ baseURL: url })
  await page.route('**/api/site', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), photoAnalysis: 'none' } })
  })
  const asked: string[] = []
  await page.route('**/api/ai/analyze-*', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await signUp(page, url, 'Ada')
  const photo = { name: 'train.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto('#0b5563') }

  await openPage(page, '/post')
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.getByLabel(/Add photos/).setInputFiles(photo)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await fillToy(page, 'A wooden train')
  await expect(page.getByRole('button', { name: /AI/ })).toHaveCount(0)
  await page.getByRole('main').locator('form').getByRole('button', { name: 'Post Item', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'It is listed!' })).toBeVisible()

  await openPage(page, '/batch-upload')
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    '1. Upload Photos',
    '2. Review & Submit',
  ])
  await page.getByLabel(/Add photos/).setInputFiles(photo)
  await page.getByRole('button', { name: 'Fill in the details' }).click()
  const row = page.getByRole('main').locator('button[aria-expanded]')
  await expect(row).toContainText('Needs a title')
  await row.click()
  await expect(page.getByRole('button', { name: /AI|Reanalyze/ })).toHaveCount(0)
  expect(asked).toEqual([])
  server.close()
})
