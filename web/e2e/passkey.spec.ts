import { expect, test } from './support/fixtures.ts'
import { expectAccessible, openPage } from './support/steps.ts'

test('a passkey is added in Account Settings, and signs in without a code', async ({ newMember }) => {
  const page = await newMember('Pia')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await openPage(page, '/account')
  await expect(page.getByText(/^This device, since/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added!').first()).toBeVisible()

  await openPage(page, '/api/logout')
  await openPage(page, '/api/login?returnTo=/account')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('last used')).toBeVisible()
  await page.getByRole('button', { name: /^Remove the passkey/ }).click()
  await expect(page.getByText('last used')).toHaveCount(0)

  // Another one takes a fresh code, for nobody has typed any in this session.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  const code = await question.getByRole('note').textContent()
  await expectAccessible(page)
  await question.getByLabel('Six-digit code').fill(/\d{6}/.exec(code ?? '')![0])
  await expect(page.getByText('Passkey added!').first()).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const confirm = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await expect(confirm).toContainText('Your passkeys and your calendar address stop working')
  // However long the next page takes.
  await page.route('/', async (route) => {
    await page.waitForTimeout(500)
    await route.continue()
  })
  await confirm.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await openPage(page, '/api/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('That passkey did not work')
})
