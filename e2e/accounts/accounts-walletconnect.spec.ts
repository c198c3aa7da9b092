import { expectAccessible } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { completeSetup, openConnectDialog, signUntilItCounts } from '../support/sign-in.ts'
import { type RemoteWallet, startRemoteWallet } from '../support/wallets/remote-wallet.ts'
import { type Relay, startRelay } from '../support/wallets/walletconnect-relay.ts'
import { watchPage } from '../support/watch-page.ts'

/** A wallet on a phone, by WalletConnect: its own client on both ends, a relay on the loopback between them. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

const projectId = '0123456789abcdef0123456789abcdef'
const server = ownServer('walletconnect', { WALLETCONNECT_PROJECT_ID: projectId })
let relay: Relay
let wallet: RemoteWallet

test.beforeEach(async () => {
  relay = await startRelay()
  wallet = await startRemoteWallet(relay.url, projectId)
})

test.afterEach(async () => {
  await wallet.stop()
  await relay.stop()
})

const dialog = (page: Page) => page.getByRole('dialog')
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Routes the page's socket to the relay here; reports every socket it opened. */
async function routeRelay(page: Page): Promise<string[]> {
  const wanted: string[] = []
  await page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org/, (socket) => {
    wanted.push(socket.url())
    const hear = relay.attach((text) => socket.send(text))
    socket.onMessage((data) => hear(String(data)))
  })
  return wanted
}

/** Picks WalletConnect and scans the code. */
async function connectRemote(page: Page): Promise<void> {
  await openConnectDialog(page)
  await dialog(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await scan(page)
}

async function scan(page: Page): Promise<void> {
  await expect(dialog(page).getByRole('img', { name: 'QR code for your wallet' })).toBeVisible()
  await wallet.pair((await dialog(page).locator('code').textContent()) ?? '')
}

test('is off without its setting: no entry, no byte, no leave to speak to its relay', async ({
  page,
  server: plain,
}) => {
  const watched = watchPage(page, plain.url)
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''))
  })
  const answer = await page.goto(`${plain.url}/`)
  expect(answer?.headers()['content-security-policy']).toContain("connect-src 'self';")
  await openConnectDialog(page)
  await expect(dialog(page).getByRole('list', { name: 'Recommended' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /WalletConnect/ })).toHaveCount(0)
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((text) => text.includes('irn_subscribe'))).toEqual([])
  expect(watched.problems).toEqual([])
})

test('a phone scans the code, signs, is there after a reload, and is let go', async ({ page }) => {
  const watched = watchPage(page, server.url)
  const sockets = await routeRelay(page)
  const answer = await page.goto(`${server.url}/`)
  expect(answer?.headers()['content-security-policy']).toContain(
    "connect-src 'self' wss://relay.walletconnect.org;",
  )
  await openConnectDialog(page)
  await expect(dialog(page).getByRole('list', { name: 'On another device' })).toContainText('WalletConnect')
  await expectAccessible(page, 'the choice')
  expect(sockets, 'nobody is spoken to before it is picked').toEqual([])
  await dialog(page)
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await expect(dialog(page).getByRole('img', { name: 'QR code for your wallet' })).toBeVisible()
  await expectAccessible(page, 'the code')
  await scan(page)
  await completeSetup(page, 'phone@schip-aurora.nl')
  await expect(page.getByText(short(wallet.address))).toBeVisible()
  expect(wallet.asked).toEqual(['connection', 'personal_sign'])

  await page.reload()
  await expect(page.getByText(short(wallet.address))).toBeVisible()
  await expect.poll(() => sockets.length, 'its session is followed again').toBeGreaterThan(1)
  expect(wallet.asked, 'without asking the phone').toEqual(['connection', 'personal_sign'])

  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect.poll(() => wallet.sessions(), 'the phone heard of it').toBe(0)
  const known = sockets.length
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
  expect(sockets.length, 'nothing is spoken to any more').toBe(known)
  expect(watched.problems).toEqual([])
})

test('the phone says no to the connection, then to the signature, then yes', async ({ page }) => {
  const watched = watchPage(page, server.url)
  await routeRelay(page)
  await page.goto(`${server.url}/`)
  wallet.refuses = { connection: true, signature: true }
  await connectRemote(page)
  await expect(dialog(page).getByText('Connection declined')).toBeVisible()
  wallet.refuses.connection = false
  await dialog(page).getByRole('button', { name: 'Try again with WalletConnect' }).click()
  await scan(page)
  await expect(dialog(page).getByText('You did not sign the message.')).toBeVisible()
  wallet.refuses.signature = false
  await signUntilItCounts(page)
  expect(watched.problems).toEqual([])
})

test('another account on the phone ends the session', async ({ page }) => {
  await routeRelay(page)
  await page.goto(`${server.url}/`)
  await connectRemote(page)
  await completeSetup(page, 'turned@schip-aurora.nl')
  await wallet.switchAccount()
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  })

  test('the code is a link into the wallet’s app', async ({ page }) => {
    const watched = watchPage(page, server.url)
    await routeRelay(page)
    await page.goto(`${server.url}/?lang=en`)
    await page
      .getByRole('button', { name: /^(Connect wallet|Open menu|Menu)$/ })
      .first()
      .click()
    const entry = dialog(page).getByRole('button', { name: /^WalletConnect/ })
    // Where the first press only opened the menu, the way in is in there.
    await expect(async () => {
      if (!(await entry.isVisible()))
        await page.getByRole('button', { name: 'Connect wallet' }).last().click({ timeout: 2000 })
      await expect(entry).toBeVisible({ timeout: 5000 })
    }).toPass()
    await entry.click()
    const apps = dialog(page).getByRole('list', { name: 'Wallet apps' })
    await expect(apps.getByRole('link', { name: /MetaMask/ })).toHaveAttribute(
      'href',
      /^https:\/\/metamask\.app\.link\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F/,
    )
    await expect(apps.getByRole('link', { name: /Another wallet/ })).toHaveAttribute(
      'href',
      /^wc:[0-9a-f]{64}@2\?/,
    )
    await expectAccessible(page, 'the apps')
    expect(watched.problems).toEqual([])
  })
})
