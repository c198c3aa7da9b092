import { expectNoViolations } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { connectWallet, openConnectDialog, register, signUntilItCounts } from '../support/sign-in.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { installBitcoinWallet, installSolanaWallet } from '../support/wallets/standard-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/** Wallets of every kind as the door: how they open it, and every way they can fail. One server for all. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('accounts', { WALLET_NETWORKS: '1,8453' })
let people = 0

const dialog = (page: Page) => page.getByRole('dialog')

async function registerNext(page: Page, wallet: string): Promise<void> {
  await register(page, server, { email: `skipper${++people}@schip-aurora.nl`, wallet })
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
}

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

test('who disconnects while no code of the site can be fetched is signed out all the same', async ({
  page,
  context,
}) => {
  await installEthereumWallet(page)
  await registerNext(page, 'Test Wallet')
  await page.reload()
  await context.route(/\/assets\/[\w-]+\.js$/, (route) => route.abort('connectionfailed'))
  await openMenu(page)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual([])
  await context.unroute(/\/assets\/[\w-]+\.js$/)
  await page.goto(`${server.url}/profile`)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

for (const [chain, install, name] of [
  ['Ethereum', installEthereumWallet, 'Test Wallet'],
  ['Solana', installSolanaWallet, 'Sun Wallet'],
  ['Bitcoin', installBitcoinWallet, 'Coin Wallet'],
] as const) {
  test(`${chain}: a new wallet makes an account, disconnects for good, and comes back`, async ({ page }) => {
    const watched = watchPage(page, server.url)
    const wallet = await install(page)
    await registerNext(page, name)
    await expect(page.getByText(short(wallet.address))).toBeVisible()
    await page.reload()
    await expect(page.getByText(short(wallet.address))).toBeVisible()

    await openMenu(page)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
    await page.goto(`${server.url}/profile`)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

    await connectWallet(page, name)
    await expect(page.getByRole('heading', { level: 1, name: 'Jan de Vries' })).toBeVisible()
    expect(watched.problems).toEqual([])
  })

  test(`${chain}: a no to the connection and to the signature is told and can be taken back`, async ({
    page,
  }) => {
    const wallet = await install(page)
    const isEthereum = chain === 'Ethereum'
    await page.goto(`${server.url}/`)
    wallet.reject = { [isEthereum ? 'eth_requestAccounts' : 'connect']: 4001 }
    await connectWallet(page, name)
    await expect(dialog(page).getByText('Connection declined')).toBeVisible()
    wallet.reject = { [isEthereum ? 'personal_sign' : 'signMessage']: 4001 }
    await dialog(page)
      .getByRole('button', { name: `Try again with ${name}` })
      .click()
    await expect(dialog(page).getByText('You did not sign the message.')).toBeVisible()
    wallet.reject = {}
    await signUntilItCounts(page)
  })
}

test('a wrong network is told; a declined switch leaves the choice', async ({ page }) => {
  const wallet = await installEthereumWallet(page, 'Far Wallet', { chainId: '0x89' })
  wallet.reject = { wallet_switchEthereumChain: 4001 }
  await page.goto(`${server.url}/`)
  await connectWallet(page, 'Far Wallet')
  await expect(dialog(page).getByText('Wrong network')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText(/^Switch declined/)).toBeVisible()
  wallet.reject = {}
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(page).toHaveURL(/\/welcome-setup$/)
})

test('the second configured network is right as well', async ({ page }) => {
  await installEthereumWallet(page, 'Base Wallet', { chainId: '0x2105' })
  await page.goto(`${server.url}/`)
  await connectWallet(page, 'Base Wallet')
  await expect(page).toHaveURL(/\/welcome-setup$/)
})

test('leaving the setup disconnects and says so', async ({ page }) => {
  await installEthereumWallet(page)
  await page.goto(`${server.url}/`)
  await connectWallet(page, 'Test Wallet')
  await expect(page).toHaveURL(/\/welcome-setup$/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please fill in at least your name and email address.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Stop and disconnect' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(
    page.getByText('Your wallet was disconnected. Please connect your wallet to continue.'),
  ).toBeVisible()
})

test('a Bitcoin wallet on a test network is told so; switched, it is asked to sign with its other address', async ({
  page,
}) => {
  const wallet = await installBitcoinWallet(page, 'Coin Wallet', { testnet: true })
  await page.goto(`${server.url}/`)
  await connectWallet(page, 'Coin Wallet')
  await expect(dialog(page).getByText('Wrong network')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText(/^Switch declined/)).toBeVisible()
  await wallet.switchAccount(page)
  await expect(page).toHaveURL(/\/welcome-setup$/)
  await expect(page.getByText(short(wallet.address)).first()).toBeVisible()
})

for (const [chain, install] of [
  ['Ethereum', installEthereumWallet],
  ['Solana', installSolanaWallet],
  ['Bitcoin', installBitcoinWallet],
] as const) {
  test(`${chain}: a wallet that announces itself late appears while the dialog is open`, async ({ page }) => {
    const wallet = await install(page, 'Late Wallet', { late: true })
    await page.goto(`${server.url}/`)
    await openConnectDialog(page)
    await expect(dialog(page).getByText('No wallet found')).toBeVisible()
    await wallet.announce(page)
    await dialog(page).getByRole('button', { name: 'Late Wallet' }).click()
    await expect(page).toHaveURL(/\/welcome-setup$/)
  })

  test(`${chain}: of two wallets the one that is chosen signs in, and is first the next time`, async ({
    page,
  }) => {
    await install(page, 'First Wallet')
    const second = await install(page, 'Second Wallet')
    await page.goto(`${server.url}/`)
    await connectWallet(page, 'Second Wallet')
    await expect(page).toHaveURL(/\/welcome-setup$/)
    await expect(page.getByText(short(second.address)).first()).toBeVisible()
    await page.getByRole('button', { name: 'Stop and disconnect' }).click()
    await openConnectDialog(page)
    await expect(dialog(page).getByRole('list', { name: 'Used recently' })).toContainText('Second Wallet')
    await expect(dialog(page).getByRole('list', { name: 'Wallets in this browser' })).toContainText(
      'First Wallet',
    )
  })
}

test('without a wallet: install pages, search, a phone, and an account by e-mail', async ({ page }) => {
  const watched = watchPage(page, server.url)
  await page.goto(`${server.url}/`)
  await openConnectDialog(page)
  await expect(dialog(page).getByText('No wallet found')).toBeVisible()
  await expect(dialog(page).getByRole('list', { name: 'Recommended' }).getByRole('link')).toHaveCount(4)
  await expectNoViolations(page)

  await dialog(page).getByRole('button', { name: 'All wallets' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Back' })).toBeFocused()
  const links = dialog(page).getByRole('link')
  await expect.poll(() => links.count()).toBeGreaterThan(10)
  await dialog(page).getByLabel('Search wallets').fill('PHAN')
  await expect(links).toHaveCount(1)
  await expect(links).toHaveAttribute('href', 'https://phantom.com/download')
  await dialog(page).getByLabel('Search wallets').fill('nothing like it')
  await expect(dialog(page).getByText('No Wallet found')).toBeVisible()
  await expectNoViolations(page)

  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await dialog(page).getByRole('button', { name: 'Continue on a phone' }).click()
  await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
  await dialog(page).getByLabel('Open in').selectOption('MetaMask')
  await expect(dialog(page).getByText(/^https:\/\/link\.metamask\.io\/dapp\//)).toBeVisible()
  await expectNoViolations(page)

  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await dialog(page).getByText('Or sign in with your email address').click()
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog(page).getByText('Please fill in all fields')).toBeVisible()
  await dialog(page).getByLabel('Email address').fill('nobody@schip-aurora.nl')
  await dialog(page).getByLabel('Password').fill('not the password')
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog(page).getByText('Login failed. Please check your credentials.')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Create an account' }).click()
  await dialog(page).getByLabel('Name').fill('Jan de Vries')
  await dialog(page).getByLabel('Email address').fill('mail@schip-aurora.nl')
  await dialog(page).getByLabel('Password').fill('a long row of words')
  await dialog(page).getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(watched.problems).toEqual([])
})

for (const [chain, install, name] of [
  ['Ethereum', installEthereumWallet, 'Test Wallet'],
  ['Solana', installSolanaWallet, 'Sun Wallet'],
  ['Bitcoin', installBitcoinWallet, 'Coin Wallet'],
] as const) {
  test(`${chain}: two tabs that refresh at once stay signed in`, async ({ context }) => {
    await install(context)
    const first = await context.newPage()
    await registerNext(first, name)
    const second = await context.newPage()
    await second.goto(`${server.url}/`)
    // An unknown access token looks like an expired one: both tabs must renew it.
    await first.evaluate(() => localStorage.setItem('shipminer.auth-token', `at_${'x'.repeat(43)}`))
    await Promise.all([first, second].map((page) => page.goto(`${server.url}/profile`)))
    for (const page of [first, second]) {
      await expect(page.getByRole('heading', { level: 1, name: 'Jan de Vries' })).toBeVisible()
    }
    await Promise.all([first, second].map((page) => page.reload()))
    for (const page of [first, second]) {
      await expect(page.getByRole('heading', { level: 2, name: 'Ships' })).toBeVisible()
    }
  })
}

test('the account view switches the network of the wallet, and tells a no', async ({ page }) => {
  const wallet = await installEthereumWallet(page)
  await registerNext(page, 'Test Wallet')
  await openMenu(page)
  await page.getByRole('button', { name: 'Wallet', exact: true }).click()
  await expect(dialog(page).getByText(wallet.address)).toBeVisible()
  await expect(dialog(page).getByLabel('Network').locator('option')).toHaveText(['Ethereum Mainnet', 'Base'])
  await expectNoViolations(page)
  await dialog(page).getByLabel('Network').selectOption('Base')
  wallet.reject = { wallet_switchEthereumChain: 4001 }
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText(/^Switch declined/)).toBeVisible()
  wallet.reject = {}
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText('Your wallet is now on Base.')).toBeVisible()
  await dialog(page).getByLabel('Network').selectOption('Ethereum Mainnet')
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText('Your wallet is now on Ethereum Mainnet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(short(wallet.address)), 'the session is the same').toBeVisible()
})

test('a wrong network is told after signing in too, until the wallet is switched', async ({ page }) => {
  const wallet = await installEthereumWallet(page)
  await registerNext(page, 'Test Wallet')
  const wrong = page.getByText('Wrong network', { exact: true }).filter({ visible: true })
  await expect(page.getByText(short(wallet.address))).toBeVisible()
  await expect(wrong).toHaveCount(0)
  await wallet.switchChain(page, '0x89')
  await expect(wrong).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${server.url}/`)
  await openMenu(page)
  await expect(wrong.last(), 'in the menu of a phone').toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.reload()
  await expect(wrong).toBeVisible()
  await expectNoViolations(page)
  await openMenu(page)
  await page.getByRole('button', { name: 'Wallet', exact: true }).click()
  await expect(dialog(page).getByText('Wrong network')).toBeVisible()
  await expect(dialog(page).getByText(/does not use\. Switch to Ethereum Mainnet\./)).toBeVisible()
  await expectNoViolations(page)
  await dialog(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(dialog(page).getByText('Your wallet is now on Ethereum Mainnet.')).toBeVisible()
  await expect(wrong).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  })

  test('a wallet that is not in this browser opens the page inside its app', async ({ page }) => {
    await page.goto(`${server.url}/calculator?boxes=2`)
    await openConnectDialog(page)
    await expect(dialog(page).getByText(/choose your wallet app below/i)).toBeVisible()
    const link = (name: string) =>
      dialog(page).getByRole('list', { name: 'Recommended' }).getByRole('link', { name })
    const here = page.url()
    const encoded = encodeURIComponent(here)
    const origin = encodeURIComponent(server.url)
    for (const [name, address] of [
      ['MetaMask', `https://link.metamask.io/dapp/${here.replace('http://', '')}`],
      ['Phantom', `https://phantom.app/ul/browse/${encoded}?ref=${origin}`],
      ['Xverse', `https://connect.xverse.app/browser?url=${encoded}`],
      ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
    ] as const) {
      await expect(link(name)).toHaveAttribute('href', address)
      await expect(link(name), 'it leaves this tab, not a new one').not.toHaveAttribute('target', /.*/)
      await expect(link(name)).toContainText('Open app')
    }
    await expectNoViolations(page)
  })
})
