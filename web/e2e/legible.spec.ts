import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { openPage, signUp, toast } from './support/steps.ts'

interface Edges {
  border: string
  outline: string
}

const edgesOf = (element: Locator): Promise<Edges> =>
  element.evaluate((one) => {
    const { borderTopWidth, borderTopStyle, outlineWidth, outlineStyle } = getComputedStyle(one)
    return { border: `${borderTopWidth} ${borderTopStyle}`, outline: `${outlineWidth} ${outlineStyle}` }
  })

test('with forced colours, where fills are gone, buttons and what is chosen keep an edge', async ({
  newPage,
  baseURL,
}) => {
  const page = await newPage({ forcedColors: 'active' })
  await signUp(page, baseURL, 'Ida')
  await openPage(page, '/purchases')
  const tabs = page.getByRole('navigation', { name: 'Purchases', exact: true }).getByRole('link')
  expect(await edgesOf(tabs.first())).toMatchObject({ outline: '2px solid' })
  expect((await edgesOf(tabs.last())).outline).not.toBe('2px solid')

  await openPage(page, '/')
  const chosen = page.getByRole('main').locator('[aria-current="true"]').first()
  expect(await edgesOf(chosen)).toMatchObject({ outline: '2px solid' })

  await openPage(page, '/account')
  const buttons = await page.getByRole('main').getByRole('button').all()
  expect(buttons.length).toBeGreaterThan(3)
  for (const button of buttons)
    expect((await edgesOf(button)).border, await button.innerText()).toMatch(/^[12]px solid$/)
})

test('a toast leaves the balance to be seen', async ({ newMember }) => {
  const page = await newMember('Tore')
  await openPage(page, '/account')
  await page.getByLabel('Age range', { exact: true }).selectOption('newborn')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    // A toast that is pointed at stays.
    await toast(page).hover()
    const [note, balance] = [
      await toast(page).boundingBox(),
      await page.getByRole('link', { name: '10 tokens' }).boundingBox(),
    ]
    if (!note || !balance) throw new Error('both are there')
    const apart =
      note.y >= balance.y + balance.height ||
      note.y + note.height <= balance.y ||
      note.x >= balance.x + balance.width ||
      note.x + note.width <= balance.x
    expect(apart, `at ${width}`).toBe(true)
  }
})

test('words of members run in the direction of their own language', async ({ newMember, postItem }) => {
  const directionOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction)
  const owner = await newMember('Ola')
  const item = await postItem(owner, { title: 'قطار خشبي', description: 'قطار خشبي كامل في حالة جيدة جدا.' })
  const asker = await newMember('Aino')
  await openPage(asker, item)
  expect(await directionOf(asker.getByRole('heading', { level: 1 }).locator('bdi'))).toBe('rtl')
  expect(await directionOf(asker.getByText('قطار خشبي كامل', { exact: false }).last())).toBe('rtl')
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  await asker.getByRole('dialog').getByLabel('Message').fill('هل ما زال متاحا؟')
  await asker.getByRole('dialog').getByRole('button', { name: 'Send Message' }).click()
  await asker.waitForURL('**/inbox**')
  const words = asker.getByRole('log', { name: 'Messages' }).getByText('هل ما زال متاحا؟')
  if (!asker.url().includes('conversation=')) await asker.getByRole('link', { name: /قطار/ }).click()
  expect(await directionOf(words)).toBe('rtl')
  expect(await directionOf(asker.getByRole('main'))).toBe('ltr')
})

test('on a tablet the words of the footer have room, with large text, too', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 768, height: 1024 } })
  await openPage(page, '/economy')
  const words = page.getByRole('contentinfo').getByText('Open source under the MIT licence')
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
    expect((await words.boundingBox())?.width, size).toBeGreaterThan(300)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, size).toBeLessThanOrEqual(0)
  }
})

test('on a phone a choice of mail shows its whole word', async ({ newMember }) => {
  const page = await newMember('Mila', { viewport: { width: 390, height: 844 } })
  await openPage(page, '/account')
  const choice = page.getByLabel('Messages by email')
  await expect(choice).toHaveValue('at-once')
  await page.evaluate(() => document.fonts.ready)
  const room = await choice.evaluate((select: HTMLSelectElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = font
    const word = pen.measureText(select.selectedOptions[0]?.text ?? '').width
    return select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - word
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('with text of twice the size an item’s facts stand below their names, and the prices on cards are whole', async ({
  newMember,
  postItem,
  newPage,
}) => {
  const seller = await newMember('Maximiliane-Konstantina')
  const [item] = [await postItem(seller, { title: 'Large letters' }), await postItem(seller, { title: 'More of them' })]
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await openPage(page, item)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const facts = page.getByRole('region', { name: 'Details' })
  const [name, value] = [
    await facts.getByRole('term').nth(1).boundingBox(),
    await facts.getByRole('definition').nth(1).boundingBox(),
  ]
  expect(value?.y).toBeGreaterThan(name?.y ?? Infinity)
  expect(value?.width).toBeGreaterThan(300)
  const card = page.getByRole('article').first()
  await card.scrollIntoViewIfNeeded()
  const [price, picture] = [await card.getByText('+ $3.50').boundingBox(), await card.boundingBox()]
  const pill = await card.getByText('+ $3.50').locator('..').boundingBox()
  expect(price && pill && picture && pill.x >= picture.x && pill.x + pill.width <= picture.x + picture.width).toBe(true)
})
