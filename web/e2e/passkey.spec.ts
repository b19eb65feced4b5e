import { expect, test } from './fixtures.ts'
import { openPage } from './steps.ts'

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

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await openPage(page, '/api/login?returnTo=/account')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('last used')).toBeVisible()

  await page.getByRole('button', { name: /^Remove the passkey/ }).click()
  await expect(page.getByText('last used')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await openPage(page, '/api/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('That passkey did not work')
})
