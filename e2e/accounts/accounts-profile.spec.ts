import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectNoViolations } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { register } from '../support/sign-in.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { installSolanaWallet } from '../support/wallets/standard-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/** What an owner does on the profile: data, wallets, payout address, ships, settings, and the end of the account. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

let server: ServerProcess

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})

const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page, name: string) => page.getByRole('region', { name })

async function openProfile(page: Page, email: string): Promise<void> {
  await register(page, server, { email })
  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
}

test('an owner keeps data, ships and payout address', async ({ page }) => {
  const watched = watchPage(page, server.url)
  await installEthereumWallet(page)
  await openProfile(page, 'jan@schip-aurora.nl')

  const details = section(page, 'Personal details')
  await expect(details.getByText('Not verified yet')).toBeVisible()
  await details.getByRole('button', { name: 'Edit' }).click()
  await details.getByLabel('Name').fill(' ')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Please fill in at least your name and email address.')).toBeVisible()
  await details.getByLabel('Name').fill('Jan van Dijk')
  await details.getByLabel('Phone').fill('+31 6 1234 5678')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Jan van Dijk' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: Jan van Dijk' })).toBeVisible()

  await details.getByRole('button', { name: 'Edit' }).click()
  await details.getByLabel('Email address').fill('new@schip-aurora.nl')
  await details.getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(details.getByText('Waiting for the link in our mail to new@schip-aurora.nl.')).toBeVisible()

  const ships = section(page, 'Ships')
  await ships.getByRole('button', { name: 'Add ship' }).click()
  await ships.getByRole('button', { name: 'Add ship' }).click()
  await expect(ships.getByText('Validation Error')).toBeVisible()
  await expect(ships.getByText('Ship name and ship type are required fields!')).toBeVisible()
  await expectNoViolations(page)
  await ships.getByLabel('Ship name').fill('Ms Aurora')
  await ships.getByLabel('Ship type').selectOption('tanker')
  await ships.getByLabel('Generator capacity (kW)').fill('120')
  await ships.getByRole('button', { name: 'Add ship' }).click()
  await expect(ships.getByRole('heading', { name: 'Ms Aurora' })).toBeVisible()
  await expect(ships.getByText('120 kW generator')).toBeVisible()
  await ships.getByRole('button', { name: 'Edit: Ms Aurora' }).click()
  await ships.getByLabel('Home port').fill('Dordrecht')
  await ships.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await expect(ships.getByText('Dordrecht')).toBeVisible()
  await ships.getByRole('button', { name: 'Delete: Ms Aurora' }).click()
  await expect(dialog(page).getByText('Ms Aurora disappears from your profile.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(ships.getByText('No ships yet.')).toBeVisible()

  const payout = section(page, 'Payouts')
  await expect(payout.getByText('no data').first()).toBeVisible()
  await payout.getByRole('button', { name: 'Set an address' }).click()
  await payout.getByLabel('New Bitcoin address').fill('bc1qnonsense')
  await payout.getByRole('button', { name: 'Use this address' }).click()
  await dialog(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(dialog(page).getByText('This is not a valid Bitcoin address.')).toBeVisible()
  await expectNoViolations(page)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await payout.getByLabel('New Bitcoin address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  await payout.getByRole('button', { name: 'Use this address' }).click()
  await dialog(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(payout.getByText('A new address is waiting')).toBeVisible()
  await payout.getByRole('button', { name: 'Cancel this change' }).click()
  await expect(payout.getByText('The change is cancelled.')).toBeVisible()
  await expect(payout.getByText('A new address is waiting')).toBeHidden()

  const notifications = section(page, 'Notifications')
  await notifications.getByLabel('Mail me statements of payouts').uncheck()
  await expect(notifications.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(notifications.getByLabel('Mail me statements of payouts')).not.toBeChecked()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await expectNoViolations(page)
  expect(watched.problems).toEqual([])
})

test('a second wallet is linked and unlinked; the language of the profile is that of the site', async ({
  page,
}) => {
  await installEthereumWallet(page)
  const sun = await installSolanaWallet(page)
  await openProfile(page, 'link@schip-aurora.nl')
  const wallets = section(page, 'Wallets')
  await wallets.getByRole('button', { name: 'Link another wallet' }).click()
  await dialog(page).getByRole('button', { name: 'Sun Wallet' }).click()
  await expect(wallets.getByText('The wallet is linked.')).toBeVisible()
  await expect(wallets.getByText(sun.address)).toBeVisible()
  await wallets.getByRole('button', { name: `Unlink: Solana ${sun.address}` }).click()
  await dialog(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(wallets.getByText('Wallet deleted')).toBeVisible()
  await expect(wallets.getByText(sun.address)).toBeHidden()
  await wallets.getByRole('button', { name: /^Unlink: Ethereum/ }).click()
  await dialog(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(wallets.getByText(/This is your only way to sign in/)).toBeVisible()

  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('button', { name: 'Wallet', exact: true }).click()
  await expect(dialog(page).getByText('unknown')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText('Your wallet is now on Ethereum Mainnet.')).toBeVisible()
  await expectNoViolations(page)
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  const details = section(page, 'Personal details')
  await details.getByRole('button', { name: 'Edit' }).click()
  await details.getByLabel('Language').selectOption('de')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Persönliche Angaben' })).toBeVisible()
})

test('data can be taken along, and the account deleted', async ({ page }) => {
  const wallet = await installEthereumWallet(page)
  await openProfile(page, 'gone@schip-aurora.nl')
  const data = section(page, 'Your data')
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('my-data.json')
  await data.getByRole('button', { name: 'Delete my account' }).click()
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Type “delete” to confirm')
  await dialog(page).getByLabel(/^Type/).fill('delete')
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click()
  wallet.reject = { personal_sign: 4001 }
  await dialog(page).last().getByRole('button', { name: 'Test Wallet' }).click()
  await expect(dialog(page).last().getByText('You did not sign the message.')).toBeVisible()
  wallet.reject = {}
  await dialog(page).last().getByRole('button', { name: 'Test Wallet' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
})

test('a key for a program is made, seen once, good for reading, and revoked', async ({ page, request }) => {
  await installEthereumWallet(page)
  await openProfile(page, 'keys@schip-aurora.nl')
  const keys = section(page, 'Keys for programs')
  await keys.getByRole('button', { name: 'Make a key' }).click()
  await expect(keys.getByText('Give the key a name.')).toBeVisible()
  await keys.getByLabel('Name, such as the program').fill('Grafana')
  await keys.getByRole('button', { name: 'Make a key' }).click()
  await expect(keys.getByText('Keep this key now: it is shown only once.')).toBeVisible()
  await expectNoViolations(page)
  const token = (await keys.getByText(/^key_[\w-]{43}$/).textContent()) ?? ''
  const call = () =>
    request.get(`${server.url}/api/dashboard/miners`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status()).toBe(200)
  await page.reload()
  await expect(keys.getByText(/Read only · made on .* · last used/)).toBeVisible()
  await expect(keys.getByText(token)).toBeHidden()
  await keys.getByRole('button', { name: 'Revoke Grafana' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(keys.getByText('Grafana was revoked.')).toBeVisible()
  expect((await call()).status()).toBe(401)
})

test('links of the account mails say when they lead nowhere', async ({ page }) => {
  await page.goto(`${server.url}/verify-email`)
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
  await page.goto(`${server.url}/verify-email#token=${'x'.repeat(43)}`)
  await page.reload()
  await page.goto(`${server.url}/reset-password#token=${'x'.repeat(43)}`)
  await page.getByLabel('New password').fill('a long row of words')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/reset-password`)
  await expectNoViolations(page)
})

test('the sign-in test is off unless it is set', async ({ page }) => {
  const answer = await page.goto(`${server.url}/auth-test`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Test functions disabled in production')).toBeVisible()
})
