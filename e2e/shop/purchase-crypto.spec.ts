import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import * as z from 'zod'
import { type EvmNode, findAnvil, startAnvil, warnNoAnvil } from '../../apps/server/test/chains/anvil-node.ts'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../../apps/server/test/chains/bitcoin-node.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { order, shownNumber, walkToPayment } from '../support/buyer.ts'
import { paced } from '../support/pace.ts'
import { startServer } from '../support/start-server.ts'
import { readCode, shopAccounts, startRates } from '../support/wallets/coin-peers.ts'

/**
 * Paying with Bitcoin and USDT: the real server, a real Bitcoin node in regtest and real chains of anvil, on this machine. The smallest
 * product, because one confirmation is enough for it. Amounts are good for a minute, so that some can run out.
 */
test.use({ locale: 'nl-NL', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

const bitcoind = findBitcoind(process.env)
const anvil = findAnvil(process.env)
// Long walks on a machine that may be slow; each wait in them has its own end. In order: what runs out in the last journey was ordered in
// the first, for the server lets nothing run out in its first two minutes.
test.describe.configure({ mode: 'serial', timeout: paced(300_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-crypto-'))
let bitcoinServer: ServerProcess
let server: ServerProcess
let bitcoin: BitcoinNode
let chain: EvmNode
let otherChain: EvmNode
let tether: string
let otherTether: string
let rates: Awaited<ReturnType<typeof startRates>>
let unpaid: { context: BrowserContext; page: Page; intent: Intent }[] = []

const CreatedSchema = z.object({
  data: z.object({
    intent: z.object({
      address: z.string(),
      amountDue: z.string(),
      paymentUri: z.string(),
      qrText: z.string(),
      network: z.object({ id: z.string() }),
    }),
  }),
})

type Intent = z.infer<typeof CreatedSchema>['data']['intent']

test.beforeAll(async () => {
  rates = await startRates({ bitcoinEuro: '50000', tetherEuro: '0.90' })
})
test.afterAll(async () => {
  for (const { context } of unpaid) await context.close()
  await bitcoinServer?.stop()
  await bitcoin?.stop()
  await rates?.stop()
  rmSync(root, { recursive: true, force: true })
})

test.describe('with Bitcoin', () => {
  test.beforeAll(async () => {
    if (!bitcoind) return warnNoBitcoind()
    test.setTimeout(paced(180_000))
    bitcoin = await startBitcoinNode(bitcoind)
    bitcoinServer = await startServer({
      dataDir: join(root, 'bitcoin'),
      env: {
        ...shopSettings(),
        BITCOIN_XPUB: shopAccounts.bitcoin,
        BITCOIN_NETWORK: 'regtest',
        BITCOIN_RPC_URL: bitcoin.url,
      },
    })
  })
  test.beforeEach(() => test.skip(!bitcoind, 'no Bitcoin node'))

  test('two orders wait for their money, in Romanian and in Dutch', async ({ browser }) => {
    unpaid = []
    for (const [language, locale, email] of [
      ['ro', 'ro-RO', 'late@nava.ro'],
      ['nl', 'nl-NL', 'late@schip-aurora.nl'],
    ] as const) {
      const context = await browser.newContext({ locale })
      const page = await context.newPage()
      await walkToPayment(page, bitcoinServer, { product: 'lottery', language, buyer: { email } })
      unpaid.push({ context, page, intent: await orderCoin(page, 'bitcoin') })
    }
  })

  test('paid in full, in Dutch', async ({ page }) => {
    await walkToPayment(page, bitcoinServer, { product: 'lottery', buyer: { email: 'full@schip-aurora.nl' } })
    const intent = await orderCoin(page, 'bitcoin')
    await expect(page.getByRole('heading', { name: 'Wachten op uw overboeking' })).toBeVisible()
    await expect(page.getByText(/^0,005\sBTC/).first()).toBeVisible()
    await expect(page.getByText('Netwerk: Bitcoin').first()).toBeVisible()
    await expect(page.getByText(/^Nog \d+:\d\d$/)).toBeVisible()
    expect(await readCode(page.getByRole('img', { name: /^QR-code om/ }))).toBe(intent.qrText)
    await expect(page.getByRole('link', { name: 'Openen in uw wallet' })).toHaveAttribute(
      'href',
      intent.paymentUri,
    )
    await bitcoin.pay(intent.address, intent.amountDue)
    await expect(page.getByRole('heading', { name: 'Transactie gezien' })).toBeVisible({
      timeout: paced(30_000),
    })
    await expect(page.getByRole('img', { name: /^QR-code om/ })).toHaveCount(0)
    await bitcoin.mine()
    await expect(page.getByRole('heading', { name: 'Betaling bevestigd' })).toBeVisible({
      timeout: paced(30_000),
    })
    await page.getByRole('link', { name: 'Naar uw bestelling' }).click()
    await expect(page.getByText('Betaling ontvangen')).toBeVisible()
    await expect(page.getByText(/^Betaald\. Wij maken uw bestelling klaar\./)).toBeVisible()
  })

  test('too little at first, the rest after it, in German; reachable again by its link', async ({
    page,
    context,
  }) => {
    await walkToPayment(page, bitcoinServer, {
      product: 'lottery',
      language: 'de',
      buyer: { email: 'part@schip-aurora.nl' },
    })
    const intent = await orderCoin(page, 'bitcoin')
    const number = await shownNumber(page)
    await bitcoin.pay(intent.address, '0.00300000')
    await expect(page.getByText('Es fehlt noch ein Teil')).toBeVisible({ timeout: paced(30_000) })
    await expect(page.getByText(/Noch zu zahlen: 0,002\sBTC/)).toBeVisible()
    await expect
      .poll(async () => readCode(page.getByRole('img', { name: /^QR-Code, um/ })))
      .toMatch(/amount=0\.002(0*)$/i)
    // The same order on another page of this browser, by its address.
    const address = await page.getByRole('link', { name: 'Zu Ihrer Bestellung' }).getAttribute('href')
    const again = await context.newPage()
    await again.goto(`${bitcoinServer.url}${address}`)
    await expect(again.getByRole('heading', { level: 1 })).toHaveText(`Bestellung ${number}`)
    await expect(again.getByText('Es fehlt noch ein Teil')).toBeVisible()
    await again.close()
    await bitcoin.pay(intent.address, '0.00200000')
    await expect(page.getByRole('heading', { name: 'Transaktion erkannt' })).toBeVisible({
      timeout: paced(30_000),
    })
    await bitcoin.mine()
    await expect(page.getByRole('heading', { name: 'Zahlung bestätigt' })).toBeVisible({
      timeout: paced(30_000),
    })
    await expect(page.getByText('Im Netzwerk gesehen')).toBeVisible()
  })
})

const QuoteSchema = z.object({
  data: z.object({ methods: z.array(z.object({ method: z.string(), networks: z.array(z.unknown()) })) }),
})

/** On how many networks the shop takes USDT now. */
async function countUsdtNetworks({ url }: ServerProcess): Promise<number> {
  const answer = await fetch(`${url}/api/orders/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ product: 'lottery', quantity: 1 }),
  })
  const { methods } = QuoteSchema.parse(await answer.json()).data
  return methods.find(({ method }) => method === 'usdt')?.networks.length ?? 0
}

test.describe('with USDT', () => {
  test.beforeAll(async () => {
    if (!anvil) return warnNoAnvil()
    test.setTimeout(paced(180_000))
    chain = await startAnvil(anvil, 31_337)
    otherChain = await startAnvil(anvil, 31_338)
    tether = await chain.deployToken('USDT')
    otherTether = await otherChain.deployToken('USDT')
    server = await startServer({
      dataDir: join(root, 'usdt'),
      env: {
        ...shopSettings(),
        EVM_XPUB: shopAccounts.evm,
        EVM_CHAINS: `31337=${chain.url},31338=${otherChain.url}`,
        EVM_TOKENS: `31337:${tether}:USDT:6,31338:${otherTether}:USDT:6`,
      },
    })
    // A network is offered once its node has answered.
    await expect.poll(() => countUsdtNetworks(server), { timeout: paced(60_000) }).toBe(2)
  })
  test.afterAll(async () => {
    await server?.stop()
    await chain?.stop()
    await otherChain?.stop()
  })
  test.beforeEach(() => test.skip(!anvil, 'no Ethereum node'))

  test('paid on the network that was chosen, in English', async ({ page }) => {
    await walkToPayment(page, server, {
      product: 'lottery',
      language: 'en',
      buyer: { email: 'usdt@ship-aurora.nl' },
    })
    await page.locator('input[name="method"][value="usdt"]').check()
    await page.getByLabel('Network', { exact: true }).selectOption('eip155:31338')
    const intent = await orderCoin(page, 'usdt')
    expect(intent.network.id).toBe('eip155:31338')
    await expect(page.getByText(/277\.78\sUSDT/).first()).toBeVisible()
    expect(await readCode(page.getByRole('img', { name: /^QR code to pay/ }))).toBe(intent.qrText)
    await otherChain.pay(otherTether, intent.address, 277_780_000n)
    await expect(page.getByRole('heading', { name: /^Confirming on the blockchain/ })).toBeVisible({
      timeout: paced(30_000),
    })
    await otherChain.mine(4)
    await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({
      timeout: paced(30_000),
    })
  })

  test('money on another network is seen and told, in German', async ({ page }) => {
    await walkToPayment(page, server, {
      product: 'lottery',
      language: 'de',
      buyer: { email: 'wrong@ship-aurora.nl' },
    })
    const intent = await orderCoin(page, 'usdt')
    expect(intent.network.id).toBe('eip155:31337')
    await otherChain.pay(otherTether, intent.address, 277_780_000n)
    await expect(page.getByText('Falsches Netzwerk', { exact: true })).toBeVisible({
      timeout: paced(30_000),
    })
    await expect(page.getByText(/Zahlen Sie nicht noch einmal/)).toBeVisible()
    await expect(page.getByRole('img', { name: /^QR-Code, um/ })).toHaveCount(0)
  })
})

test('their time runs out; all of the money comes late in Romanian, a part in Dutch', async () => {
  test.skip(!bitcoind, 'no Bitcoin node')
  test.setTimeout(paced(600_000))
  const [whole, part] = unpaid
  if (!whole || !part) throw new Error('nothing was ordered')
  const runsOut = { timeout: paced(240_000) }
  await expect(whole.page.getByRole('heading', { name: 'Plată expirată' })).toBeVisible(runsOut)
  await expect(part.page.getByRole('heading', { name: 'Betaling verlopen' })).toBeVisible(runsOut)
  await expect(part.page.getByRole('img', { name: /^QR-code om/ })).toHaveCount(0)
  await expect(part.page.getByRole('button', { name: 'Nieuwe betaling' })).toBeVisible()

  await bitcoin.pay(whole.intent.address, whole.intent.amountDue)
  await bitcoin.pay(part.intent.address, '0.00100000')
  // Late money is looked for less often; the button looks now.
  await pressUntil(whole.page, 'Verificați acum', 'Puțin târziu, dar în regulă')
  await pressUntil(part.page, 'Nu controleren', 'Er kwam te weinig binnen')
  await expect(part.page.getByRole('button', { name: 'Nieuwe betaling' })).toHaveCount(0)
  await bitcoin.mine()
  await expect(whole.page.getByRole('heading', { name: 'Plată confirmată' })).toBeVisible({
    timeout: paced(30_000),
  })
})

function shopSettings(): Record<string, string> {
  return {
    VIES_URL: 'off',
    ORDERS_ENABLED: 'true',
    PAYMENT_RATE_SOURCES: rates.setting,
    PAYMENT_POLL_MS: '500',
    PAYMENT_QUOTE_MINUTES: '1',
  }
}

/** Orders with a coin and returns what the server asks for. */
async function orderCoin(page: Page, method: 'bitcoin' | 'usdt') {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/payments/create-intent')),
    order(page, method),
  ])
  return CreatedSchema.parse(await answer.json()).data.intent
}

/** Presses a button until words are there: the server may need a moment to see what the chain has. */
async function pressUntil(page: Page, button: string, words: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(words)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: paced(60_000) })
}
