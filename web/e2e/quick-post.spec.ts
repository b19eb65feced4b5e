import { type Locator, type Page, expect } from '@playwright/test'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { picture, test } from './support/gemini.ts'
import { expectAccessible, hasLeftDialogs, openPage } from './support/steps.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A thumb's work: each tap is counted, and each field that something is typed into. */
function thumb() {
  const done = { taps: 0, fields: 0 }
  const tap = async (target: Locator) => {
    done.taps += 1
    await target.tap()
  }
  const type = async (field: Locator, text: string) => {
    done.fields += 1
    await field.fill(text)
  }
  return { done, tap, type }
}

/** From home to the answers, with the photo that the camera took. */
async function takePhoto(page: Page, tap: (target: Locator) => Promise<void>): Promise<void> {
  await openPage(page, '/')
  await tap(page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Post' }))
  const shutter = page.getByRole('dialog', { name: 'Camera' }).getByRole('button', { name: 'Take photo' })
  await expect(shutter).toBeEnabled()
  await tap(shutter)
  await expect(page.getByLabel('Title')).toBeVisible()
}

const chip = (page: Page, name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) })
const submitButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Post Item', exact: true })
const postedBy = async (page: Page) =>
  ((await (await page.request.get('/api/items/user/me')).json()) as [Listing, ...Listing[]])[0]

test('one photo, three answers, posted: at most five taps from home, and nothing typed where the analysis is sure', async ({
  newMember,
  postItem,
  gemini,
}) => {
  gemini.decide = () => 'good'
  const page = await newMember('Quin', PHONE)
  await postItem(page, { city: 'Salem', pickupAddress: '9 Birch Road' })
  const { tap, done } = thumb()
  await takePhoto(page, tap)
  await expect(page.getByLabel('Title')).toHaveValue('Brio Wooden train set')
  // Known from what was posted last.
  await expect(page.getByText('9 Birch Road, Salem', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await tap(chip(page, '2T-3T'))
  await tap(submitButton(page))
  await expect(page.getByRole('heading', { name: 'It is listed!' })).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(5)
  expect(done.fields).toBe(0)
  const { title, ageSize, condition, city, pickupAddress } = await postedBy(page)
  expect({ title, ageSize, condition, city, pickupAddress }).toEqual({
    title: 'Brio Wooden train set',
    ageSize: '2T-3T',
    condition: 'good',
    city: 'Salem',
    pickupAddress: '9 Birch Road',
  })
})

test('Post in the bottom bar begins anew on the page itself: after a listing, and with the camera over a half-filled form', async ({
  newMember,
  postItem,
  gemini,
}) => {
  gemini.decide = () => 'good'
  const page = await newMember('Anna', PHONE)
  await postItem(page, {})
  const { tap } = thumb()
  await takePhoto(page, tap)
  const camera = page.getByRole('dialog', { name: 'Camera' })
  await expect(camera).toHaveCount(0)
  const postLink = page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Post' })
  await tap(postLink)
  await expect(camera.getByText('1 of 5')).toBeVisible()
  await tap(camera.getByRole('button', { name: 'Done' }))
  await expect(page.getByLabel('Title')).toHaveValue('Brio Wooden train set')
  await tap(chip(page, '2T-3T'))
  await tap(submitButton(page))
  await expect(page.getByRole('heading', { name: 'It is listed!' })).toBeVisible()
  await tap(postLink)
  await expect(camera.getByText('0 of 5')).toBeVisible()
  await tap(camera.getByRole('button', { name: 'Done' }))
  await expect(camera).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Post an Item', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'It is listed!' })).toHaveCount(0)
  await page.waitForFunction(hasLeftDialogs)
  // However often it was pressed, it is one page to go back from.
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('what the analysis is not sure of is asked and never claimed: five taps, and the title typed', async ({
  newMember,
  postItem,
  gemini,
}) => {
  gemini.decide = () => ({
    product: { primary: 'Kite', confidence: 0.79, alternatives: ['Tent'] },
    condition: { primary: 'fair', confidence: 0.5, alternatives: [] },
  })
  const page = await newMember('Ansa', PHONE)
  await postItem(page, {})
  const { tap, type, done } = thumb()
  await takePhoto(page, tap)
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Is it one of these?' })).toContainText('Kite')
  for (const condition of await page.getByRole('group', { name: 'Condition' }).getByRole('radio').all())
    await expect(condition).not.toBeChecked()
  await type(page.getByLabel('Title'), 'A windsock')
  await tap(chip(page, '4T-5T'))
  await tap(chip(page, 'Fair'))
  await tap(submitButton(page))
  await expect(page.getByRole('heading', { name: 'It is listed!' })).toBeVisible()
  expect(done.taps).toBeLessThanOrEqual(5)
  expect(done.fields).toBeLessThanOrEqual(1)
  // The answer is the description, for the analysis had none to be sure of.
  const { condition, description, weightLbs } = await postedBy(page)
  expect([condition, weightLbs]).toEqual(['fair', null])
  expect(description).toContain('A windsock')
  expect(description).not.toMatch(/train|Kite/)
})

test('a size that is typed in the title is chosen, until another one is', async ({ newMember, gemini }) => {
  gemini.decide = () => 'good'
  const page = await newMember('Tess')
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  const [title, size] = [page.getByLabel('Title'), page.getByLabel('Age/Size')]
  await title.fill('Blue trousers 3T')
  await expect(size).toHaveValue('2T-3T')
  await title.fill('Blue trousers')
  await expect(size).toHaveValue('')
  await title.fill('Blue trousers 18 months')
  await expect(size).toHaveValue('12-18mo')
  await size.selectOption('18-24mo')
  await title.fill('Blue trousers, 18 months, long')
  await expect(size).toHaveValue('18-24mo')
})

test('an answer that is missing is asked for, and a folded field that is wrong opens', async ({
  newMember,
  gemini,
}) => {
  gemini.decide = () => ({ condition: { primary: 'fair', confidence: 0.5, alternatives: [] } })
  const page = await newMember('Fola', PHONE)
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  await expect(page.getByLabel('Title')).toHaveValue('Brio Wooden train set')
  // Nothing is known of where it can be picked up.
  await expect(page.getByLabel('Pickup address')).toBeVisible()
  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await submitButton(page).tap()
  await page.getByRole('alert').getByRole('button', { name: 'Please choose one' }).tap()
  await expect(page.getByRole('group', { name: 'Condition' }).getByRole('radio').first()).toBeFocused()
  await expectAccessible(page)
})

test('on a desktop nothing is asked of the AI before its button is pressed', async ({ newMember, gemini }) => {
  gemini.decide = () => ({ brand: { primary: 'Brio', confidence: 0.6, alternatives: ['Hape'] } })
  const page = await newMember('Dess')
  const before = gemini.questions.length
  await openPage(page, '/post')
  await page.getByLabel(/Add photos/).setInputFiles(await picture('#0b5563'))
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
  expect(gemini.questions).toHaveLength(before)
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  // The brand isn't sure: it is in no title until it is chosen.
  await expect(page.getByLabel('Title')).toHaveValue('Wooden train set')
  await page.getByRole('list', { name: 'Is the brand one of these?' }).getByRole('button', { name: 'Hape' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Hape Wooden train set')
})

test('a bag: how many, from which size to which; shown as a bag, and found as one', async ({
  newMember,
  gemini,
  page,
}) => {
  gemini.decide = () => ({ product: { primary: 'Summer clothes', confidence: 0.9, alternatives: [] } })
  const seller = await newMember('Baga', PHONE)
  await openPage(seller, '/post')
  await seller.getByLabel(/Add photos/).setInputFiles(await picture('#225522'))
  await chip(seller, '12-18 months').tap()
  await seller.getByLabel('A bag of several things').tap()
  await expect(seller.getByLabel('How many things')).toHaveValue('')
  await seller.getByLabel('Up to size').selectOption('2T-3T')
  await seller.getByLabel('City', { exact: true }).fill('Bagdale')
  await seller.getByLabel('Pickup address').fill('12 Alder Street')
  await submitButton(seller).tap()
  await seller.getByRole('alert').getByRole('button', { name: 'A bag holds 2 to 50 things' }).tap()
  await expect(seller.getByLabel('How many things')).toBeFocused()
  await expectAccessible(seller)
  await seller.getByLabel('How many things').fill('12')
  await submitButton(seller).tap()
  await seller.getByRole('link', { name: 'See your item' }).tap()
  await expect(seller.getByText('A bag of 12').first()).toBeVisible()

  await openPage(page, '/?city=Bagdale&size=18-24mo&bag=only')
  const card = page.getByRole('article').filter({ hasText: 'Summer clothes' })
  await expect(card).toContainText('A bag of 12')
  await expect(card).toContainText('up to 2T-3T')
  await page.getByRole('button', { name: /Filters/ }).click()
  await expect(page.getByLabel('Only bags of several things')).toBeChecked()
})
