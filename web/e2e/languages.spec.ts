import { LANGUAGES } from '../../src/platform/language/words.ts'
import { expect, test } from './support/fixtures.ts'
import { openPage } from './support/steps.ts'

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
  await page.goto('/economy')
  await expect(root).toHaveAttribute('dir', 'rtl')
  await chooser.selectOption('de')
  await expect(root).toHaveAttribute('lang', 'de')
  await expect(root).not.toHaveAttribute('dir')
})

test('a visitor chooses a language in the header, on a phone as well', async ({ newPage }) => {
  const page = await newPage({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  await page.goto('/')
  await page.getByRole('banner').getByRole('combobox', { name: 'Language' }).selectOption('fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

test('a choice before the scripts are here is not lost', async ({ newPage }) => {
  const page = await newPage({ locale: 'en-US' })
  let goOn = () => {}
  const wait = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await wait
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('footer').getByRole('combobox').selectOption('de')
  goOn()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('nor is one while they start, which React repeats once the control is back at the language of the page', async ({
  newMember,
}) => {
  const page = await newMember('Edda')
  await openPage(page, '/account')
  const choices: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') choices.push(request.postData())
  })
  const select = page.getByRole('main').getByRole('combobox', { name: 'Your language' })
  await select.dispatchEvent('change')
  await select.selectOption('fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(choices).toEqual(['{"language":"fr"}'])
})

test('a browser that translates the page chooses no language for the member', async ({ newMember }) => {
  const page = await newMember('Elif')
  await openPage(page, '/profile')
  let choices = 0
  page.on('request', (request) => (choices += Number(request.method() === 'PATCH')))
  await page.evaluate(() => (document.documentElement.lang = 'tr'))
  await page.getByRole('main').getByRole('link', { name: 'Account Settings' }).click()
  const select = page.getByRole('main').getByRole('combobox', { name: 'Your language' })
  await expect(select).toHaveValue('en')
  await select.selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(choices).toBe(1)
})

test('search engines know each page in each language, and an address in one is remembered', async ({ newPage }) => {
  const page = await newPage({ locale: 'en-US' })
  const addresses = async (path: string) => {
    await page.goto(path)
    return page.evaluate(() =>
      Array.from(document.querySelectorAll('link[rel=canonical], link[hreflang]'), (link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href')?.replace(location.origin, ''),
      ]),
    )
  }
  const alternates = [
    ...[
      ['en', '/'],
      ['es', '/?lang=es'],
      ['fr', '/?lang=fr'],
      ['de', '/?lang=de'],
      ['pt-BR', '/?lang=pt-BR'],
    ],
    ...[
      ['ar', '/?lang=ar'],
      ['x-default', '/'],
    ],
  ]
  expect(await addresses('/')).toEqual([[null, '/'], ...alternates])
  expect(await addresses('/?lang=de')).toEqual([[null, '/?lang=de'], ...alternates])
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/economy')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect((await page.goto('/?lang=tlh&search=train'))?.headers()['content-language']).toBe('de')
  await expect(page).toHaveURL(/\/\?search=train$/)
  // The first of several that is spoken here counts, also when the page is loaded anew.
  await page.goto('/?lang=tlh&search=train&lang=es&lang=fr')
  await expect(page).toHaveURL(/\/\?search=train$/)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
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

test('header and bottom bar fit the narrowest phone, and twice the text, in each language', async ({
  newMember,
  newPage,
  baseURL,
}) => {
  const [member, visitor] = [await newMember('Narine'), await newPage({ locale: 'en-US' })]
  const problems: string[] = []
  for (const language of LANGUAGES) {
    await member.request.patch('/api/users/me', { headers: { origin: baseURL }, data: { language } })
    for (const [page, path] of [
      [member, '/verify-statement'],
      [visitor, `/economy?lang=${language}`],
    ] as const) {
      await openPage(page, path)
      for (const [width, text] of [
        [305, '100%'],
        [390, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height: 700 })
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
        const found = await page.evaluate(findUnfit)
        problems.push(...found.map((problem) => `${problem} in ${language} at ${width} px with text of ${text}`))
      }
    }
  }
  expect(problems).toEqual([])
})

/** Names of the bottom bar on two lines, and what of header and bar lies beyond an edge. Runs in the page. */
function findUnfit(): string[] {
  const { clientWidth } = document.documentElement
  const isOut = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && (left < -1 || right > clientWidth + 1)
  }
  const outside = [...document.querySelectorAll(':is(header, [data-bottom-bar]) :is(a, button, select)')].filter(isOut)
  const broken = [...document.querySelectorAll('[data-bottom-bar] a > span:last-child')].filter(
    (name) => name.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(name).lineHeight),
  )
  return [
    ...outside.map((one) => `"${one.textContent || one.ariaLabel}" sticks out`),
    ...broken.map((one) => `"${one.textContent}" takes two lines`),
  ]
}
