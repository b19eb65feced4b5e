import { CATALOGUES } from '../../src/platform/language/catalogues.ts'
import { expect, test } from './fixtures.ts'
import { openPage } from './steps.ts'

test('a visitor chooses a language in the footer, and every page speaks it from then on', async ({ newPage }) => {
  const page = await newPage({ locale: 'en-US' })
  const [root, chooser] = [page.locator('html'), page.locator('footer').getByRole('combobox')]
  await page.goto('/')
  await expect(root).toHaveAttribute('lang', 'en')
  await chooser.selectOption('ar')
  await expect(root).toHaveAttribute('lang', 'ar')
  await expect(root).toHaveAttribute('dir', 'rtl')
  await expect(chooser).toHaveValue('ar')
  const scripts = await page.evaluate(() => Array.from(document.scripts, ({ src }) => src).filter(Boolean))
  expect(scripts.join()).toMatch(/\/assets\/index-[\w-]+-ar[0-9a-f]{8}\.js/)
  await page.goto('/tokens')
  await expect(root).toHaveAttribute('dir', 'rtl')
  await chooser.selectOption('de')
  await expect(root).toHaveAttribute('lang', 'de')
  await expect(root).not.toHaveAttribute('dir')
})

test('who asks for a language is answered in it before any script runs', async ({ newPage }) => {
  const page = await newPage({ locale: 'pt-PT', javaScriptEnabled: false })
  const answer = await page.goto('/')
  expect(answer?.headers()['content-language']).toBe('pt-BR')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/pt-BR.manifest.webmanifest')
})

test("a member's language is chosen in the account, and spoken wherever they sign in", async ({
  newMember,
  newPage,
}) => {
  const member = await newMember('Ida')
  await member.goto('/account')
  await member.getByRole('main').getByRole('combobox', { name: 'Your language' }).selectOption('fr')
  await expect(member.locator('html')).toHaveAttribute('lang', 'fr')
  const { cookies } = await member.context().storageState()
  const elsewhere = await newPage({ locale: 'en-US' })
  await elsewhere.context().addCookies(cookies.filter(({ name }) => name !== 'language'))
  await elsewhere.goto('/account')
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'fr')
})

const SCREENS = [
  ...[
    '/',
    '/?search=crib',
    '/post',
    '/batch-upload',
    '/account',
    '/inbox',
    '/notifications',
    '/favourites',
    '/searches',
  ],
  ...['/tokens', '/purchases', '/pickup', '/profile', '/economy', '/admin', '/nowhere'],
]

/** All that can be read on the page, piece by piece. Runs there. */
function readPage(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const read: string[] = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement?.closest('script, style, template') === null) read.push(textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) read.push(element.getAttribute(name) ?? '')
  return read.map((text) => text.trim()).filter(Boolean)
}

for (const language of ['de', 'ar'] as const) {
  test(`all screens speak ${language}, with nothing in English left and nothing beside the screen`, async ({
    newMember,
    postItem,
    baseURL,
  }) => {
    test.slow()
    const catalogue = CATALOGUES[language] ?? {}
    const isEnglish = (text: string) => Boolean(catalogue[text]) && catalogue[text] !== text
    const page = await newMember('Ida', { viewport: { width: 390, height: 844 } })
    const own = await postItem(page, { title: 'Xylo' })
    await page.request.post('/api/admin/setup', { headers: { origin: baseURL } })
    await page.request.patch('/api/users/me', { headers: { origin: baseURL }, data: { language } })
    const faults: string[] = []
    for (const path of [...SCREENS, own]) {
      await openPage(page, path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (beside > 0) faults.push(`${path} is ${beside} px wider than the screen`)
      faults.push(...(await page.evaluate(readPage)).filter(isEnglish).map((text) => `${path} says "${text}"`))
    }
    expect(faults).toEqual([])
  })
}
