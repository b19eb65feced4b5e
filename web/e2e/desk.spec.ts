import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { expectGoodLooks, openPage, send, toast } from './support/steps.ts'

const test = testOnOwnMarket()

/** A photo of blurred spots, which a copy is known by. */
const spots = () =>
  sharp(Buffer.from(Array.from({ length: 24 }, (_, at) => (Math.imul(at + 7, 2_654_435_761) >>> 8) & 255)), {
    raw: { width: 6, height: 4, channels: 1 },
  })
    .resize(600, 400, { kernel: 'cubic' })
    .toColourspace('srgb')
    .jpeg({ quality: 95 })
    .toBuffer()

async function uploaded(page: Page, origin: string, photo: Buffer): Promise<string[]> {
  const form = new FormData()
  form.append('photos', new File([new Uint8Array(photo)], 'spots.jpg', { type: 'image/jpeg' }))
  return (await send<{ urls: string[] }>(page.request, origin, '/api/upload', form)).urls
}

/** A picture of the step, where `npm run screenshots -- --morning` asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['MORNING_PICTURES']
  if (!folder) return
  // Else the header lies where the page was scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

const report = (page: Page, origin: string, item: string, details: string) =>
  send(page.request, origin, '/api/reports', {
    subject: { kind: 'listing', id: item.replace('/item/', '') },
    reason: 'unsafe',
    details,
  })

test("an admin's morning: a spammer, a recalled cot, a problem with an appeal, a stolen photo", async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const june = await newMember('June')
  await openPage(june, '/admin')
  await june.getByRole('button', { name: 'Become Admin' }).click()
  await expect(june.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const [nora, ben, sven] = [await newMember('Nora'), await newMember('Ben'), await newMember('Sven')]
  const cot = await postItem(nora, { title: 'Painted cot' })
  await report(ben, baseURL, cot, 'It was recalled in spring.')
  await report(sven, baseURL, cot, 'I have read that, too.')
  const photo = await spots()
  await postItem(nora, { title: 'Balance bike', photos: await uploaded(nora, baseURL, photo) })
  const stolen = await postItem(sven, { title: 'Cheap bike', photos: await uploaded(sven, baseURL, photo) })
  const slide = await postItem(nora, { title: 'Garden slide' })
  const { clientSecret, purchaseId } = await send<{ clientSecret: string; purchaseId: string }>(
    ben.request,
    baseURL,
    `/api/items/${slide.replace('/item/', '')}/purchase/intent`,
    { deliveryMethod: 'message' },
  )
  const card = { clientSecret, cardNumber: '4242424242424242' }
  const { paymentIntentId } = await send<{ paymentIntentId: string }>(
    ben.request,
    baseURL,
    '/api/sandbox/payments/confirm',
    card,
  )
  await send(ben.request, baseURL, `/api/items/${slide.replace('/item/', '')}/purchase`, { paymentIntentId })
  const problem = `/api/purchases/${purchaseId}/problem`
  await send(ben.request, baseURL, problem, { reason: 'broken', words: 'The ladder is missing.' })

  // Words that she will need again.
  await openPage(june, '/admin/settings')
  await june.getByLabel('One per line').fill('It was recalled.\n\nStolen photos')
  await june.getByRole('button', { name: 'Save words' }).click()
  await expect(toast(june)).toContainText('Words saved')

  // The keys: from row to row, a letter for each button, and none while she writes.
  await openPage(june, '/admin')
  const row = june.getByRole('article', { name: 'Listing: Painted cot' })
  await expect(row.getByRole('list', { name: 'Who has reported it' }).getByRole('listitem')).toHaveCount(2)
  await june.keyboard.press('?')
  const keys = june.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await expectGoodLooks(june)
  // The letters are switched off, and that is remembered.
  const letters = keys.getByRole('checkbox', { name: 'Letters press buttons' })
  await letters.uncheck()
  await june.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await openPage(june, '/admin')
  await expect(row).toBeVisible()
  await june.keyboard.press('j')
  await expect(row).not.toBeFocused()
  await june.getByRole('button', { name: 'Shortcuts', exact: true }).click()
  await letters.check()
  await june.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  const isInFocus = (name: string) => expect(june.getByRole('article', { name })).toBeFocused()
  await june.getByRole('heading', { name: 'Admin', level: 1 }).click()
  // The oldest deadline is first, whatever it is about.
  await june.keyboard.press('j')
  await isInFocus('Listing: Painted cot')
  await june.keyboard.press('j')
  await isInFocus('Copied photo: Cheap bike')
  await june.keyboard.press('j')
  await isInFocus('Garden slide')
  await june.keyboard.press('k')
  await june.keyboard.press('k')
  await isInFocus('Listing: Painted cot')
  await june.keyboard.press('t')
  await expect(row.getByText('You are on it')).toBeVisible()
  await picture(june, '1-today')
  await expectGoodLooks(june)

  const search = june.getByRole('searchbox', { name: 'Search items' })
  await search.pressSequentially('jt?')
  await expect(search).toHaveValue('jt?')

  // The recalled cot: hidden by mistake, undone, and hidden for good.
  const why = june.getByRole('dialog').getByLabel('Why?')
  for (const mistake of [true, false]) {
    await row.focus()
    await june.keyboard.press('h')
    await why.pressSequentially('jkt? it was recalled')
    await expect(why).toHaveValue('jkt? it was recalled')
    await june.getByRole('dialog').getByRole('button', { name: 'Hide Listing' }).click()
    await expect(row).toHaveCount(0)
    await expect(toast(june)).toContainText('Listing hidden')
    await picture(june, '2-recalled-cot-hidden')
    if (!mistake) continue
    await toast(june).getByRole('button', { name: 'Undo' }).click()
    await expect(toast(june)).toContainText('Undone')
    await expect(row).toBeVisible()
  }

  // The stolen photo: its listing goes, with a reason, and the alarm with it.
  await openPage(june, '/admin/listings')
  await june.getByRole('checkbox', { name: 'Choose Cheap bike' }).check()
  await june.getByRole('button', { name: 'Hide them' }).click()
  await why.fill('The photo is of another neighbour')
  await june.getByRole('dialog').getByRole('button', { name: 'Hide Listings' }).click()
  await expect(toast(june)).toContainText('1 listing hidden')
  await picture(june, '3-stolen-photo-hidden')
  await openPage(ben, stolen)
  await expect(ben.getByRole('heading', { name: 'Item not found' })).toBeVisible()

  // The spammer, for good.
  await openPage(june, '/admin/members')
  await june.getByRole('link', { name: 'Sven Neighbour' }).click()
  await june.getByRole('button', { name: 'Suspend', exact: true }).click()
  await june.getByRole('dialog').getByLabel('Ready-made words').selectOption('Stolen photos')
  await expect(why).toHaveValue('Stolen photos')
  await expectGoodLooks(june)
  await june.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(june.getByText(/Suspended for good by June/)).toBeVisible()
  await picture(june, '4-spammer-suspended')
  await expectGoodLooks(june)

  // The problem: decided, appealed against, decided again, and still to be read.
  await openPage(june, '/admin/trades')
  const slideRow = june.getByRole('article', { name: 'Garden slide' })
  for (const [step, reason] of ['The photo shows no ladder.', 'It stays so.'].entries()) {
    await slideRow.focus()
    await june.keyboard.press('r')
    await why.fill(reason)
    await june.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await expect(june.getByText('Nothing to decide.')).toBeVisible()
    if (step > 0) continue
    await send(nora.request, baseURL, `${problem}/appeal`, { words: 'The ladder was in the bag.' })
    await openPage(june, '/admin/trades')
    await expect(slideRow).toContainText('The ladder was in the bag.')
    await picture(june, '5-appeal')
  }
  const decided = june.getByRole('main').getByText('decided for the buyer of "Garden slide" because “It stays so.”')
  await expect(decided).toBeVisible()
  await decided.getByRole('link', { name: 'Garden slide' }).click()
  const told = june.getByRole('list', { name: 'Problem reported' }).getByRole('listitem')
  await expect(told.filter({ hasText: "Nora's appeal" })).toContainText('The ladder was in the bag.')
  await expect(told.filter({ hasText: 'The photo shows no ladder.' })).toBeVisible()
  await picture(june, '6-problem-decided')
  await expect(june.getByText(/decided for the buyer of "Garden slide" because/)).toHaveText([
    /It stays so/,
    /The photo shows no ladder/,
  ])
  await expectGoodLooks(june)

  await openPage(june, '/admin/log')
  const lines = june.getByRole('main').getByRole('listitem')
  for (const line of [
    /decided for the buyer of "Garden slide" because “It stays so\.”/,
    /suspended Sven Neighbour for good because “Stolen photos”/,
    /read the page of Sven Neighbour/,
    /hid "Cheap bike" because “The photo is of another neighbour”/,
    /undid what was decided about "Painted cot"/,
  ])
    await expect(lines.filter({ hasText: line }).first()).toBeVisible()
  await expect(lines.filter({ hasText: /hid "Painted cot" after 2 reports/ })).toHaveCount(2)
  await picture(june, '7-log')
  await expect(june.getByRole('main')).not.toContainText(/[\da-f]{8}-[\da-f]{4}/)
  await expectGoodLooks(june)
})
