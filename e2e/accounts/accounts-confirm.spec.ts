import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { register } from '../support/sign-in.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/** A person who signed in long ago has to confirm before a controller becomes theirs. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

let server: ServerProcess

test.beforeAll(({ server: shared }) => {
  server = shared
})

const key = 'ABCD1234-EFGH5678'

/** Answers as the server does for a key that is free, to a session that is older than 12 hours until it is confirmed. */
async function playOldSession(page: Page): Promise<void> {
  let isConfirmed = false
  page.on('response', (response) => {
    if (response.url().endsWith('/api/user/confirm') && response.ok()) isConfirmed = true
  })
  await page.route('**/api/miners/claim-status/*', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: {
          status: 'available',
          controllerId: 'SM-ABC234',
          minerCount: 2,
          seen: true,
          location: 'Engine room',
          ipAddress: null,
        },
      },
    }),
  )
  await page.route('**/api/miners/claim', (route) =>
    isConfirmed
      ? route.fulfill({
          json: { success: true, data: { controllerId: 'SM-ABC234', name: 'Ms Aurora', minerCount: 2 } },
        })
      : route.fulfill({
          status: 403,
          json: {
            success: false,
            error: 'Please confirm',
            message: 'Please confirm',
            code: 'proof-required',
          },
        }),
  )
}

test('claiming asks an old session for the wallet; a no can be taken back', async ({ page }) => {
  const watched = watchPage(page, server.url)
  const wallet = await installEthereumWallet(page)
  await register(page, server, { email: 'owner@schip-aurora.nl' })
  await playOldSession(page)

  await page.getByRole('button', { name: 'Claim new controller' }).first().click()
  const claiming = page.getByRole('dialog', { name: 'Claim a controller' })
  await claiming.getByLabel('Claim key').fill(key)
  await claiming.getByRole('button', { name: 'Check key' }).click()
  await claiming.getByRole('button', { name: 'Claim controller' }).click()

  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(proof).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(claiming.getByText('Please confirm that it is you')).toBeVisible()

  await claiming.getByRole('button', { name: 'Claim controller' }).click()
  wallet.reject = { personal_sign: 4001 }
  await proof.getByRole('button', { name: 'Test Wallet' }).click()
  await expect(proof.getByText('You did not sign the message.')).toBeVisible()
  wallet.reject = {}
  await proof.getByRole('button', { name: 'Test Wallet' }).click()
  await expect(claiming.getByText(/Ms Aurora/)).toBeVisible()
  expect(watched.problems).toEqual([])
})
