import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../../apps/server/test/chains/bitcoin-node.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { order, walkToPayment } from '../support/buyer.ts'
import { paced } from '../support/pace.ts'
import { startServer } from '../support/start-server.ts'
import { shopAccounts, startRates } from '../support/wallets/coin-peers.ts'

/** Paying on a phone whose connection drops, with a real Bitcoin node in regtest. */
test.use({ locale: 'en-GB', viewport: { width: 360, height: 740 } })

const bitcoind = findBitcoind(process.env)
const root = mkdtempSync(join(tmpdir(), 'sm-offline-'))
let bitcoin: BitcoinNode
let server: ServerProcess
let rates: Awaited<ReturnType<typeof startRates>>

test.beforeAll(async () => {
  if (!bitcoind) return warnNoBitcoind()
  test.setTimeout(paced(180_000))
  rates = await startRates({ bitcoinEuro: '50000', tetherEuro: '0.90' })
  bitcoin = await startBitcoinNode(bitcoind)
  server = await startServer({
    dataDir: join(root, 'server'),
    env: {
      VIES_URL: 'off',
      ORDERS_ENABLED: 'true',
      PAYMENT_RATE_SOURCES: rates.setting,
      PAYMENT_POLL_MS: '500',
      BITCOIN_XPUB: shopAccounts.bitcoin,
      BITCOIN_NETWORK: 'regtest',
      BITCOIN_RPC_URL: bitcoin.url,
    },
  })
})
test.afterAll(async () => {
  await server?.stop()
  await bitcoin?.stop()
  await rates?.stop()
  rmSync(root, { recursive: true, force: true })
})

test('the connection drops for a minute while a phone pays', async ({ page, context }) => {
  test.skip(!bitcoind, 'no Bitcoin node')
  await page.clock.install()
  await walkToPayment(page, server, {
    product: 'lottery',
    language: 'en',
    buyer: { email: 'phone@ship-aurora.nl' },
  })

  // A missing choice comes into view, with its words.
  await page.locator('main form button[type="submit"]').click()
  await expect(page.getByText('Choose how you want to pay.')).toBeVisible()
  await expect(page.locator('input[name="method"]').first()).toBeFocused()
  await expect(page.locator('input[name="method"]').first()).toBeInViewport()

  await order(page, 'bitcoin')
  const box = page.getByRole('region', { name: 'What you pay and where to' })
  const code = box.getByRole('img', { name: /^QR code to pay 0\.005/ })
  const address = box.getByText(/^bcrt1/)
  await expect(code).toBeVisible()
  const given = (await address.textContent()) ?? ''
  // Nothing is done yet, and what is needed to pay comes before everything about it.
  await expect(page.getByRole('heading', { name: 'Now pay for your order' })).toBeVisible()
  await expect(page.getByText('Thank you')).toHaveCount(0)
  const stage = page.getByRole('heading', { name: 'Awaiting transfer' })
  const [codeAt, stageAt] = [await code.boundingBox(), await stage.boundingBox()]
  expect(codeAt?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(stageAt?.y ?? 0)

  await context.setOffline(true)
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Refresh Failed')).toBeVisible()
  await expect(page.getByText(/^As seen at \d\d:\d\d, 1\smin ago/)).toBeVisible()
  await expect(code).toBeVisible()
  await expect(address).toHaveText(given)
  await expect(box.getByText(/^0\.005\sBTC/)).toBeVisible()

  // It comes back without a press, and goes on.
  await context.setOffline(false)
  await expect(page.getByText('Refresh Failed')).toHaveCount(0)
  await expect(address).toHaveText(given)

  // Loaded anew without a connection, it says so, and is there again by itself.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  await expect(address).toHaveText(given)

  await bitcoin.pay(given, '0.00500000')
  await bitcoin.mine()
  await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
})
