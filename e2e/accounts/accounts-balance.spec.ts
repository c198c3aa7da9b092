import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expect, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { register } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { type EthereumNode, startEthereumNode } from '../support/wallets/ethereum-node.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'
import { watchPage } from '../support/watch-page.ts'

/** The balance of a wallet where a node is configured: the number, how it changes, and that an unknown balance is never a number. */
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-balance-'))
let server: ServerProcess
let node: EthereumNode

test.beforeAll(async () => {
  node = await startEthereumNode()
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { ETH_RPC_URL: node.url },
  })
})

test.afterAll(async () => {
  await server?.stop()
  await node?.die()
  rmSync(root, { recursive: true, force: true })
})

const finney = 10n ** 15n
const somebody = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

test('the balance of a wallet is shown, follows a transfer, and is unknown while the node is down', async ({
  page,
}) => {
  const watched = watchPage(page, server.url)
  const wallet = await installEthereumWallet(page)
  node.fund(wallet.address, 1_500n * finney)
  await register(page, server, { email: 'rich@schip-aurora.nl' })
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Account: Jan de Vries' }).click()
  await page.getByRole('button', { name: 'Wallet', exact: true }).click()
  await expect(dialog.getByText('1.5\u00a0ETH')).toBeVisible()

  node.transfer(wallet.address, somebody, 250n * finney)
  // The page fetches every 10 s, and the server queries the node no more often.
  await expect(dialog.getByText('1.25\u00a0ETH')).toBeVisible({ timeout: paced(40_000) })

  await dialog.getByRole('button', { name: 'Profile and wallets' }).click()
  const wallets = page.getByRole('region', { name: 'Wallets' })
  await expect(wallets.getByText('1.25\u00a0ETH')).toBeVisible({ timeout: paced(40_000) })

  await node.die()
  await expect(wallets.getByText('Balance: unknown')).toBeVisible({ timeout: paced(40_000) })
  await expect(wallets.getByText(/\d\s*ETH/)).toHaveCount(0)

  await node.revive()
  await expect(wallets.getByText('1.25\u00a0ETH')).toBeVisible({ timeout: paced(40_000) })
  expect(watched.problems).toEqual([])
})
