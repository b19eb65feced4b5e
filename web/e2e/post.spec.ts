import { expect } from '@playwright/test'
import { RED, isRed, picture, test } from './gemini.ts'
import { expectAccessible, newMember, openPage } from './steps.ts'

test('one photo is not sent at first, and later the AI refuses it; the rest is kept and posted', async ({
  browser,
  baseURL,
  gemini,
}) => {
  const page = await newMember(browser, baseURL, 'Pia')
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
  await page.getByRole('main').getByRole('link', { name: 'Brio Wooden train set' }).first().click()
  // One photo: nothing to turn.
  await expect(page.getByRole('img', { name: 'Brio Wooden train set', exact: true })).toBeVisible()
  expect(gemini.complaints).toEqual([])
})
