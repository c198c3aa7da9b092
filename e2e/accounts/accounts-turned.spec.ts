import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { connectWallet, register } from '../support/sign-in.ts'
import { installEthereumWallet, type TestWallet } from '../support/wallets/ethereum-wallet.ts'
import { installBitcoinWallet, installSolanaWallet } from '../support/wallets/standard-wallet.ts'

/** A wallet that switches to another account ends the session, whenever that happens and whichever wallet opened it. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

let server: ServerProcess
let people = 0

test.describe.configure({ mode: 'parallel' })

test.beforeAll(({ server: shared }) => {
  server = shared
})

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

async function registerNext(page: Page, wallet: string): Promise<void> {
  await register(page, server, { email: `turner${++people}@schip-aurora.nl`, wallet })
}

async function expectSignedIn(page: Page, wallet: TestWallet): Promise<void> {
  await expect(page.getByText(short(wallet.address))).toBeVisible()
}

async function expectDropped(page: Page): Promise<void> {
  await expect(
    page.getByText('Your wallet was disconnected. Please connect your wallet to continue.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
}

for (const [chain, install, name] of [
  ['Ethereum', installEthereumWallet, 'Test Wallet'],
  ['Solana', installSolanaWallet, 'Sun Wallet'],
  ['Bitcoin', installBitcoinWallet, 'Coin Wallet'],
] as const) {
  test(`${chain}: another account in the wallet ends the session, seen or unseen, without a question`, async ({
    page,
  }) => {
    const wallet = await install(page)
    const comeBack = async () => {
      wallet.turnBack()
      await connectWallet(page, name)
      await expectSignedIn(page, wallet)
    }
    await registerNext(page, name)
    await expectSignedIn(page, wallet)

    await test.step('in the page that opened it', async () => {
      await wallet.switchAccount(page)
      await expectDropped(page)
    })

    await test.step('in a page that was loaded anew', async () => {
      await comeBack()
      await page.reload()
      await expectSignedIn(page, wallet)
      const asked = wallet.prompts.length
      await wallet.switchAccount(page)
      await expectDropped(page)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
      expect(wallet.prompts).toHaveLength(asked)
    })

    await test.step('while no page was open', async () => {
      await comeBack()
      const asked = wallet.prompts.length
      await page.goto('about:blank')
      await wallet.switchAccount()
      await page.goto(`${server.url}/faq`)
      await expectDropped(page)
      expect(wallet.prompts).toHaveLength(asked)
    })
  })
}

test('a locked wallet logs nobody out; unlocked with another account it does', async ({ page }) => {
  const wallet = await installEthereumWallet(page)
  await registerNext(page, 'Test Wallet')
  const { address } = wallet
  wallet.locked = true
  const asked = () => wallet.calls.filter((method) => method === 'eth_accounts').length
  const before = asked()
  await page.reload()
  // The wallet is queried, and answers with no account.
  await expect.poll(asked).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ships' })).toBeVisible()
  await expect(page.getByText(short(address)).first()).toBeVisible()

  wallet.locked = false
  await wallet.switchAccount(page)
  await expectDropped(page)
})

test('a session of a linked wallet follows that one and not the first', async ({ page }) => {
  const first = await installEthereumWallet(page)
  const second = await installSolanaWallet(page)
  await registerNext(page, 'Test Wallet')
  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Link another wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sun Wallet' }).click()
  await expect(page.getByText('The wallet is linked.')).toBeVisible()

  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await connectWallet(page, 'Sun Wallet')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.reload()
  await expectSignedIn(page, second)

  await first.switchAccount(page)
  await page.reload()
  await expectSignedIn(page, second)
  await second.switchAccount(page)
  await expectDropped(page)
})
