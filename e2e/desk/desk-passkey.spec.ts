import type { PrivateKeyAccount } from 'viem/accounts'
import * as z from 'zod'
import { expectAccessible } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { passSecondFactor, signUpOperator } from '../support/sign-in.ts'

/** An operator's device opens the desk: with the browser's own authenticator, which answers in place of a finger. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-passkey', { VIES_URL: 'off' })

const SessionSchema = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) })

/** Gives the browser another session of the same wallet. */
async function signInAnew(page: Page, account: PrivateKeyAccount): Promise<void> {
  const api = `${server.url}/api/wallet-auth`
  const asked = await page.request.get(`${api}/nonce/${account.address}`)
  const { nonce, message } = z
    .object({ data: z.object({ nonce: z.string(), message: z.string() }) })
    .parse(await asked.json()).data
  const signature = await account.signMessage({ message })
  const login = await page.request.post(`${api}/login`, {
    data: { walletAddress: account.address, nonce, signature },
  })
  const { token, refreshToken } = SessionSchema.parse(await login.json()).data
  await page.evaluate(
    ([newToken, newRefreshToken]) => {
      localStorage.setItem('shipminer.auth-token', newToken)
      localStorage.setItem('shipminer.refresh-token', newRefreshToken)
    },
    [token, refreshToken] as const,
  )
}

test('a passkey is added, and opens the desk in place of a code', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { account, authenticator } = await signUpOperator(page, server)
  await page.goto(`${server.url}/desk`)
  const usePasskey = page.getByRole('button', { name: 'Passkey gebruiken' })
  await expect(page.getByRole('button', { name: 'Naar de balie' })).toBeVisible()
  await expect(usePasskey).toHaveCount(0)
  await passSecondFactor(page, authenticator)

  const access = page.getByRole('region', { name: 'Uw toegang' })
  await access.getByRole('button', { name: 'Passkey toevoegen' }).click()
  await expect(access.getByText('Geef het apparaat een naam.')).toBeVisible()
  await access.getByLabel('Naam van het apparaat').fill('Laptop kantoor')
  await access.getByRole('button', { name: 'Passkey toevoegen' }).click()
  await expect(access.getByText('Laptop kantoor opent nu de balie.')).toBeVisible()
  await expect(access.getByRole('listitem')).toContainText('nog niet gebruikt')
  // The same device is not added twice.
  await access.getByLabel('Naam van het apparaat').fill('Nog eens')
  await access.getByRole('button', { name: 'Passkey toevoegen' }).click()
  await expect(access.getByText('Er is geen passkey gemaakt.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'passkeys')

  // Signed in anew, the desk is opened by the device, and not by one that has no passkey.
  await signInAnew(page, account)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/desk/second-factor/options')) asked += 1
  })
  await page.goto(`${server.url}/desk`)
  await usePasskey.click()
  await expect(page.getByRole('heading', { name: 'Vandaag' })).toBeVisible()
  expect(asked, 'one challenge for one proof').toBe(1)

  // Without any device: a code for its loss, each once.
  await access.getByRole('button', { name: 'Herstelcodes maken' }).click()
  const shown = page.getByRole('dialog', { name: 'Herstelcodes' })
  const codes = (await shown.textContent())?.match(/[A-Z2-7]{5}-[A-Z2-7]{5}/g) ?? []
  expect(new Set(codes).size).toBe(10)
  await shown.getByRole('button', { name: 'Sluiten', exact: true }).last().click()
  await expect(access.getByText(/^Nog 10 herstelcodes/)).toBeVisible()
  const open = async (code: string) => {
    await signInAnew(page, account)
    await page.goto(`${server.url}/desk`)
    await page.getByLabel('Code van zes cijfers').fill(code)
    await page.getByRole('button', { name: 'Naar de balie' }).click()
  }
  const [code = ''] = codes
  await open(code)
  await expect(access.getByText(/^Nog 9 herstelcodes/)).toBeVisible()
  await open(code)
  await expect(page.getByText('klopt niet', { exact: false })).toBeVisible()
  await expect(access).toHaveCount(0)
})
