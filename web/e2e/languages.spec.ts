import { expect, test } from './fixtures.ts'

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
