import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { bech32 } from '@scure/base'
import * as z from 'zod'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../apps/server/test/bitcoin-node.ts'
import { camtSample } from '../apps/server/test/camt-sample.ts'
import type { ServerProcess } from '../scripts/lib/stack.ts'
import { expectAccessible } from './support/access.ts'
import { buyer, operate } from './support/buyer.ts'
import { expect, test } from './support/journey.ts'
import { paced } from './support/pace.ts'
import { passSecondFactor, signUp } from './support/sign-in.ts'
import { startServer } from './support/start-server.ts'

/**
 * One day of the provider's business, and the week after it: an order by bank transfer is paid, planned and installed, its controller gets
 * a key, the owner claims it, a pool pays, and the owner's share goes out in one transaction that another wallet opens and signs.
 */
test.describe.configure({ mode: 'serial', timeout: paced(240_000) })
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const bitcoind = findBitcoind(process.env)
const root = mkdtempSync(join(tmpdir(), 'sm-day-'))
const iban = 'NL91ABNA0417164300'
const dayMs = 86_400_000
const aheadMs = 8 * dayMs
let bitcoin: BitcoinNode
let server: ServerProcess
let settings: Record<string, string>

test.beforeAll(async () => {
  if (!bitcoind) return warnNoBitcoind()
  bitcoin = await startBitcoinNode(bitcoind)
  settings = {
    NETWORK_SOURCES: '',
    PRICE_SOURCES: '',
    PAYMENT_RATE_SOURCES: '',
    VIES_URL: 'off',
    ORDERS_ENABLED: 'true',
    COMPANY_IBAN: iban,
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_RPC_URL: bitcoin.url,
    PAYOUT_XPUB: await accountOf(bitcoin),
    PAYOUT_FOUR_EYES: 'true',
  }
  server = await startServer({ dataDir: join(root, 'server'), env: settings })
})

test.afterAll(async () => {
  await server?.stop()
  await bitcoin?.stop()
  rmSync(root, { recursive: true, force: true })
})

const GrantSchema = z.object({ authenticator: z.string() })
const PlacedSchema = z.object({
  data: z.object({
    order: z.object({ id: z.string(), number: z.string(), bank: z.object({ reference: z.string() }) }),
  }),
})
const ProofSchema = z.object({ data: z.object({ nonce: z.string(), message: z.string() }) })
const person = (name: string, email: string) => ({ name, email, phone: '+31 6 1234 5678', company: '' })

/** The public account key of the node's wallet with its origin, as a provider would copy it from theirs. */
async function accountOf(node: BitcoinNode): Promise<string> {
  const { descriptors } = z
    .object({ descriptors: z.array(z.object({ desc: z.string(), internal: z.boolean().optional() })) })
    .parse(await node.rpc('listdescriptors'))
  const receiving = descriptors.find(({ desc, internal }) => desc.startsWith('wpkh(') && !internal)
  const account = /^wpkh\((\[[^\]]+\][^/]+)\/0\/\*\)/.exec(receiving?.desc ?? '')?.[1]
  if (!account) throw new Error('the wallet has no BIP 84 account')
  return account
}

test('from the order to the payout', async ({ page, browser }) => {
  test.skip(!bitcoind, 'no Bitcoin node')
  const api = `${server.url}/api`
  const ownerContext = await browser.newContext({ locale: 'nl-NL' })
  const owner = await ownerContext.newPage()
  const { account, token } = await signUp(owner, server, person('Jan van der Berg', 'jan@schip-aurora.nl'))
  const headers = { authorization: `Bearer ${token}` }
  const { account: wallet } = await signUp(page, server, person('Anna de Wit', 'anna@rederij-noord.nl'))
  const { authenticator } = GrantSchema.parse(
    await operate(server, 'operator:grant', { user: wallet.address, role: 'owner' }),
  )
  const secondContext = await browser.newContext({ locale: 'nl-NL' })
  const second = await secondContext.newPage()
  const { account: key2 } = await signUp(second, server, person('Bas Mulder', 'bas@rederij-noord.nl'))
  const { authenticator: secondFactor } = GrantSchema.parse(
    await operate(server, 'operator:grant', { user: key2.address, role: 'bookkeeper' }),
  )

  const placed = await owner.request.post(`${api}/orders`, {
    headers: { ...headers, 'idempotency-key': 'business-day-1' },
    data: {
      product: 'sm19',
      quantity: 1,
      method: 'bank_transfer',
      buyer: { ...buyer, country: 'NL' },
      language: 'nl',
      expectedGrossCents: 1_750_000,
      acceptedTerms: true,
    },
  })
  const { order } = PlacedSchema.parse(await placed.json()).data
  const ownAddress = await bitcoin.rpc('getnewaddress')
  // The same script as an address of the main network, the only ones that an account takes.
  const payoutAddress = bech32.encode('bc', bech32.decode(ownAddress).words)
  const asked = await owner.request.post(`${api}/user/proof-message`, {
    headers,
    data: { walletAddress: account.address, purpose: 'payout-address', subject: payoutAddress },
  })
  expect(asked.ok(), await asked.text()).toBe(true)
  const { nonce, message } = ProofSchema.parse(await asked.json()).data
  const proof = { walletAddress: account.address, nonce, signature: await account.signMessage({ message }) }
  const set = await owner.request.post(`${api}/user/payout-address`, {
    headers,
    data: { address: payoutAddress, proof },
  })
  expect(set.ok(), await set.text()).toBe(true)

  await test.step('the statement of the bank pays the order', async () => {
    await page.goto(`${server.url}/desk/bank`)
    await passSecondFactor(page, authenticator, Date.now())
    const xml = camtSample([
      { amount: '17500.00', reference: order.bank.reference.replaceAll(' ', ''), bankReference: 'B1' },
    ])
    await page
      .getByLabel('Bestand (CAMT of MT940)')
      .setInputFiles({ name: 'week47.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) })
    await expect(page.getByText('Wordt geboekt')).toHaveCount(1)
    await page.getByRole('button', { name: 'Inlezen', exact: true }).click()
    await expect(page.getByText('Geboekt', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: order.number }).click()
    await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
  })

  await test.step('it is planned, installed and handed over', async () => {
    const dialog = page.getByRole('dialog')
    const act = async (name: string, fill?: () => Promise<void>) => {
      await page.getByRole('button', { name }).click()
      await fill?.()
      await dialog.getByLabel('Reden').fill('afgesproken met de schipper')
      await dialog.getByRole('button', { name }).click()
      await expect(dialog).toBeHidden()
    }
    await act('Inbouw inplannen', () => dialog.getByLabel('Dag van de inbouw').fill('2027-03-01'))
    await expect(page.getByText('Ingepland op 1 maart 2027')).toBeVisible()
    await act('Ingebouwd melden')
    await act('Afronden')
  })

  const key = await test.step('a controller gets its key and card', async () => {
    await page.goto(`${server.url}/desk/controllers`)
    await page.getByLabel('Naam').fill('Ms Aurora')
    await page.getByRole('button', { name: 'Maken' }).click()
    await expect(page.getByRole('heading', { name: 'Nieuwe sleutels' })).toBeFocused()
    const shown = (await page.getByText(/^[A-Z0-9]{8}-[A-Z0-9]{8}$/).textContent()) ?? ''
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Sleutelkaarten (PDF)' }).click()
    expect((await download).suggestedFilename()).toBe('claim-cards.pdf')
    await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
    return shown
  })

  await test.step('the owner claims it by the code on the card', async () => {
    await owner.goto(`${server.url}/dashboard?claim=${key}`)
    const dialog = owner.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sleutel controleren' }).click()
    await dialog.getByRole('button', { name: 'Controller koppelen' }).click()
    await expect(dialog.getByText('Ms Aurora').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Naar het dashboard' }).click()
  })

  await test.step('a week passes, and a pool pays', async () => {
    await server.stop()
    server = await startServer({
      dataDir: join(root, 'server'),
      port: Number(new URL(server.url).port),
      env: {
        ...settings,
        CLOCK_AHEAD_MS: String(aheadMs),
        NODE_OPTIONS: `--require=${join(import.meta.dirname, 'support/shifted-clock.cjs')}`,
      },
    })
    const file = join(root, 'pool.csv')
    const day = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10)
    writeFileSync(file, `date,amount_sat\n${day},4000000\n`)
    await operate(server, 'revenue:import-csv', { user: 'jan@schip-aurora.nl', file })
  })

  await test.step('the share of the owner is paid in one transaction that another wallet signs', async () => {
    await page.goto(`${server.url}/desk/payouts`)
    await passSecondFactor(page, authenticator, Date.now() + aheadMs)
    const due = page.getByRole('article', { name: 'Jan van der Berg' })
    await expect(due).toContainText('In deze uitbetaling')
    await expect(due).toContainText(payoutAddress)
    await page.getByRole('button', { name: 'Uitbetaling aanmaken' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uitbetaling aanmaken' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Uitbetaling 1' })).toBeVisible()

    await page.getByLabel('Netwerkkosten (sat/vB)').fill('2')
    await page.getByRole('button', { name: 'PSBT maken' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PSBT downloaden' }).click()
    const psbt = readFileSync(await (await download).path()).toString('base64')

    const seen = await bitcoin.rpc('decodepsbt', psbt)
    const paid = seen.tx.vout.map((output: { value: number; scriptPubKey: { address: string } }) => [
      output.scriptPubKey.address,
      output.value,
    ])
    expect(paid).toContainEqual([ownAddress, 0.03])
    const signed = await bitcoin.rpc('walletprocesspsbt', psbt)
    const { hex, complete } = await bitcoin.rpc('finalizepsbt', signed.psbt)
    expect(complete).toBe(true)

    const take = async (desk: Page) => {
      await desk.getByLabel('Ondertekende transactie, PSBT of txid').fill(hex)
      await desk.getByLabel(/^Ook verzenden via/).check()
      await desk.getByRole('button', { name: 'Verzenden en verwerken' }).click()
      await desk.getByRole('dialog').getByRole('button', { name: 'Verzenden en verwerken' }).click()
    }
    // Four eyes: whoever made the run does not take its transaction; a colleague does.
    await take(page)
    await expect(page.getByText('dat doet een andere medewerker', { exact: false }).first()).toBeVisible()
    await second.goto(page.url())
    await passSecondFactor(second, secondFactor, Date.now() + aheadMs)
    await expect(second.getByText('Anna de Wit heeft deze ronde gemaakt', { exact: false })).toBeVisible()
    await take(second)
    await expect(second.getByText('Verzonden', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Verzonden', { exact: true })).toBeVisible()
    await bitcoin.mine(6)
    await expect(page.getByText('Bevestigd', { exact: true }).first()).toBeVisible({
      timeout: paced(120_000),
    })
    expect(await bitcoin.rpc('getreceivedbyaddress', ownAddress)).toBe(0.03)
  })

  await test.step('the owner reads it in the revenue, and nothing is due any more', async () => {
    await owner.goto(`${server.url}/dashboard/revenue`)
    await expect(owner.getByText(/0,03(000000)?\sBTC/).first()).toBeVisible()
    const balance = await operate(server, 'revenue:balance', { user: 'jan@schip-aurora.nl' })
    expect(balance).toMatchObject({ paidOutBtc: '0.03000000', balanceBtc: '0.00000000' })
  })

  await test.step('all that belongs to the owner stands on one page at the desk', async () => {
    await page.goto(`${server.url}/desk/customers`)
    await page.getByLabel('Begin van naam, e-mail, bedrijf of telefoon').fill('van der b')
    await page.getByRole('button', { name: 'Zoeken' }).click()
    await page.getByRole('table', { name: 'Klanten' }).getByRole('link', { name: 'Jan van der Berg' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Jan van der Berg' })).toBeVisible()
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(panel('Bestellingen en facturen').getByRole('link', { name: order.number })).toBeVisible()
    await expect(panel('Boxen en garantie')).toContainText(/dagen garantie, tot /)
    await expect(panel('Uitbetalingen')).toContainText('0,03000000 BTC')
    await page.getByLabel('Nieuwe notitie, alleen voor de balie').fill('Belt liever na vijven.')
    await page.getByRole('button', { name: 'Bewaren' }).click()
    await expect(panel('Notities')).toContainText('Belt liever na vijven.')
    await expect(panel('Verstuurde e-mails').getByRole('listitem').first()).toContainText('wacht')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `customer at ${width}`)
    }
  })
  await ownerContext.close()
  await secondContext.close()
})
