import type { Locator, Page } from '@playwright/test'
import { moneyIn } from '../../src/platform/site/look.ts'
import { translate } from '../../src/platform/language/translate.ts'
import { say, type Saying } from '../../src/platform/language/words.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { type RunningMarket, runMarket } from './support/run-market.ts'
import { openPage, untilAnswers } from './support/steps.ts'

const test = testOnOwnMarket().extend<object, { market: RunningMarket }>({
  market: [({}, use) => runMarket(use, { MARKET_LANGUAGE: 'ar' }), { scope: 'worker', timeout: 300_000 }],
})

const arabic = (saying: Saying) => translate('ar', saying)
const named = (saying: Saying) => ({ name: arabic(saying) })
/** Addresses, the site, its currency, zone and digests, and whom mails at /dev/mails are addressed to. */
const OF_ITSELF = /\S+@\S+|https?:\S+|Outgrown|US\$|UTC|Maya|[0-9a-f]{32,}/g

/** Neighbours and a thing of Beirut: whatever is Latin beside them has been left in English. */
const SELLER = { firstName: 'مريم', lastName: 'حداد' }
const BUYER = { firstName: 'سامي', lastName: 'خوري' }
const TOY = {
  title: 'قطار خشبي',
  description: 'كامل ومحبوب منذ سنتين، وكل القطع موجودة.',
  city: 'بيروت',
  pickupAddress: 'شارع الأرز 12',
  contactName: 'مريم',
}

test('one purchase in Arabic, from the item to the last mail: right to left, and nothing is left in English', async ({
  newMember,
  newPage,
  postItem,
  baseURL,
}) => {
  test.slow()
  const member = async (name: string, fields: object) => {
    const page = await newMember(name, { locale: 'ar', viewport: { width: 390, height: 844 } })
    const data = { ...fields, language: 'ar' }
    expect((await page.request.patch('/api/users/me', { headers: { origin: baseURL }, data })).ok()).toBe(true)
    return page
  }
  const seller = await member('maryam', SELLER)
  const buyer = await member('sami', BUYER)
  const item = await postItem(seller, TOY)

  await openPage(buyer, item)
  await expectArabic(buyer)
  await buyer.getByRole('button', named('Purchase Item')).first().click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', named('Proceed to Payment')).click()
  await dialog.getByLabel(arabic('Card number')).fill('4242 4242 4242 4242')
  await expectArabic(buyer)
  await dialog.getByRole('button', named(say('Pay {dollars}', { dollars: moneyIn('ar', 'usd', 3.5) }))).click()
  await untilAnswers(buyer, '/api/messages/conversations', new RegExp(TOY.title))
  await dialog.getByRole('button', named('Go to your inbox')).click()
  await expect(buyer).toHaveURL(/\/inbox\?conversation=/)

  const [bought, sold] = [await tradeOn(buyer), await tradeOn(seller, buyer)]
  await expectArabic(buyer)
  const time = bought.locator('button[aria-pressed=false]').first()
  const words = await time.innerText()
  await time.click()
  const one = { count: 1 }
  await bought.getByRole('button', named(say('Offer {count, plural, one {# time} other {# times}}', one))).click()
  await expect(
    bought.getByText(arabic(say('You offered {count, plural, one {# time} other {# times}}', one))).first(),
  ).toBeVisible()
  await sold.getByRole('button', { name: words }).click()
  await expect(bought).toContainText(TOY.pickupAddress)
  await expectArabic(buyer)
  await expectArabic(seller)

  await sold.getByRole('button', named('At the door? Show my code')).click()
  const shown = seller.getByText(/^\d{3} \d{3}$/)
  await expectArabic(seller)
  const { purchaseId } = await purchaseOf(buyer)
  const openDoor = async () => {
    const digits = (await shown.innerText()).replace(/\D/g, '')
    await openPage(buyer, `/door/${purchaseId}?code=${digits}`)
  }
  await openDoor()
  await expectArabic(buyer)
  // By now the code may be an old one.
  const old = await shown.innerText()
  await expect(shown).not.toHaveText(old)
  await openDoor()
  await buyer.getByRole('button', named('Yes, it is mine')).click()
  await expect(buyer.getByRole('heading', named('It is yours'))).toBeVisible()
  await expectArabic(buyer)
  await expect(sold.getByText(arabic('Handed over')).first()).toBeVisible()
  await expectArabic(seller)

  const reader = await newPage({ locale: 'ar' })
  for (const title of ['You sold something', 'Choose a time to meet', 'Time agreed', 'The buyer has it']) {
    // A sample stands there until the neighbours' own has been told.
    await expect(async () => {
      await reader.goto(`/dev/mails/${title}`)
      expect(await reader.locator('body').innerText()).toContain(TOY.title)
    }).toPass()
    await expect(reader.locator('html')).toHaveAttribute('dir', 'rtl')
    const asText = await (await reader.request.get(`/dev/mails/${title}?as=text`)).text()
    for (const text of [await reader.locator('body').innerText(), asText]) expect(latinIn(text), title).toEqual([])
  }
})

/** The card of their trade, in the conversation that a job begins once it is paid for. */
async function tradeOn(page: Page, other = page): Promise<Locator> {
  const trade = page.getByRole('region', named('Trade'))
  await untilAnswers(page, '/api/messages/conversations', new RegExp(TOY.title))
  await openPage(page, new URL(other.url()).pathname + new URL(other.url()).search)
  await expect(trade.getByRole('button').first()).toBeVisible()
  return trade
}

async function purchaseOf(page: Page): Promise<{ purchaseId: string }> {
  const [purchase] = (await (await page.request.get('/api/purchases')).json()) as { purchaseId: string }[]
  if (!purchase) throw new Error('nothing was bought')
  return purchase
}

async function expectArabic(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const texts = await page.locator(':is(header, main, [role=dialog], [data-bottom-bar]):visible').allInnerTexts()
  expect(latinIn(texts.join('\n'))).toEqual([])
}

const latinIn = (text: string): string[] => text.replaceAll(OF_ITSELF, '').match(/[A-Za-z]{2,}[^\n]*/g) ?? []
