import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { bech32 } from '@scure/base'
import * as z from 'zod'
import { sellerDay } from '../../apps/server/src/modules/invoices/seller.ts'
import { createLinkKeys } from '../../apps/server/src/platform/auth/link-keys.ts'
import {
  type BitcoinNode,
  findBitcoind,
  startBitcoinNode,
  warnNoBitcoind,
} from '../../apps/server/test/chains/bitcoin-node.ts'
import { camtSample } from '../../apps/server/test/papers/camt-sample.ts'
import { type MailServer, startMailServer } from '../../apps/server/test/services/mail-server.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { expect, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { paced } from '../support/pace.ts'
import { secretKeyOf } from '../support/secret-key.ts'
import { startReportingBox } from '../support/ship/reporting-box.ts'
import { passSecondFactor, signUp, signUpOperator } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { watchOnLoopback } from '../support/watch-page.ts'
import { type Words, wordsOf } from '../support/words.ts'

/**
 * One day of the provider's business, and the week after it, by four who work there, each in a role of their own: sales, service, bookkeeper
 * and owner. It is walked twice, in Dutch at 1440 px and in German at 390: an order by telephone becomes an offer and is accepted, paid by
 * SEPA, given a box by serial number, planned, commissioned, fitted, claimed, and a fault of it is reported and answered. A week later the
 * income of both owners is uploaded, in the two ways as well; one run pays both, which the bookkeeper makes in Dutch at 1440 px and the owner
 * of the business sends in German at 390. The books are exported in both. Mails really go out: what the desk sends again (an offer, the
 * report of the check on board, a statement, a mail of a customer) arrives once more, with its paper.
 *
 * The Dutch customer accepts by the link of the mail, the German one on the telephone. Not clicked: signing up and the payout address (over the
 * calls; journeys of accounts click them), the role itself (by the command), the check on board (`commissioning.test.ts`; here a box sends
 * its report over the real line), and the signature, which is made in another wallet.
 */
test.describe.configure({ mode: 'serial', timeout: paced(360_000) })
test.use({ actionTimeout: paced(15_000) })

const bitcoind = findBitcoind(process.env)
const root = mkdtempSync(join(tmpdir(), 'sm-day-'))
const dayMs = 86_400_000
const aheadMs = 8 * dayMs
let bitcoin: BitcoinNode
let mails: MailServer
let server: ServerProcess
let settings: Record<string, string>

test.beforeAll(async () => {
  if (!bitcoind) return warnNoBitcoind()
  ;[bitcoin, mails] = await Promise.all([startBitcoinNode(bitcoind), startMailServer({ startTls: false })])
  settings = {
    NETWORK_SOURCES: '',
    PRICE_SOURCES: '',
    PAYMENT_RATE_SOURCES: '',
    VIES_URL: 'off',
    ORDERS_ENABLED: 'true',
    COMPANY_IBAN: 'NL91ABNA0417164300',
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_RPC_URL: bitcoin.url,
    PAYOUT_XPUB: await accountOf(bitcoin),
    PAYOUT_FOUR_EYES: 'true',
    TRUSTED_PROXIES: '127.0.0.1/32',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
    PROVIDER_EMAIL: 'help@shipminer.example',
  }
  server = await startServer({ dataDir: join(root, 'server'), env: settings })
})

test.afterAll(async () => {
  await server?.stop()
  await Promise.all([bitcoin?.stop(), mails?.close()])
  rmSync(root, { recursive: true, force: true })
})

/** A language and a width in which a part is walked. */
type Stand = { language: 'nl' | 'de'; width: number; say: Words }
const wide: Stand = { language: 'nl', width: 1440, say: wordsOf('nl') }
const phone: Stand = { language: 'de', width: 390, say: wordsOf('de') }

type Customer = { stand: Stand; page: Page; name: string; email: string; ownAddress: string; serial: string }
type Operator = { page: Page; name: string; authenticator: string }
type Role = 'sales' | 'service' | 'bookkeeper' | 'owner'
type Desk = Record<Role, Operator>
type Placed = { id: string; number: string; reference: string; path: string }

const OfferSchema = z.object({ data: z.object({ offer: z.object({ id: z.string(), number: z.string() }) }) })
const ProofSchema = z.object({ data: z.object({ nonce: z.string(), message: z.string() }) })

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

const problems: string[][] = []

async function newPage(browser: Browser, { language, width }: Stand): Promise<Page> {
  const context = await browser.newContext({
    locale: language === 'nl' ? 'nl-NL' : 'de-DE',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width, height: 900 },
    // Everyone from an address of their own, as in life.
    extraHTTPHeaders: { 'x-forwarded-for': `10.16.0.${problems.length + 1}` },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(paced(15_000))
  problems.push(watchOnLoopback(page).problems)
  return page
}

/** How often a paper came to an address, whole. */
const papersTo = ({ email }: Pick<Customer, 'email'>, filename: RegExp) =>
  mails.received.filter(
    ({ to, attachments }) =>
      to.includes(email) &&
      attachments.some(
        (paper) => filename.test(paper.filename) && paper.content.subarray(0, 5).toString() === '%PDF-',
      ),
  ).length

/** Somebody with an account, one ship and a payout address. */
async function comeCustomer(
  browser: Browser,
  who: { stand: Stand; name: string; email: string; serial: string },
): Promise<Customer> {
  const page = await newPage(browser, who.stand)
  const { account, token } = await signUp(page, server, {
    name: who.name,
    email: who.email,
    preferredLanguage: who.stand.language,
  })
  const ownAddress = z.string().parse(await bitcoin.rpc('getnewaddress'))
  // The same script as an address of the main network, the only ones that an account takes.
  const address = bech32.encode('bc', bech32.decode(ownAddress as `${string}1${string}`).words)
  const post = async (path: string, data: unknown) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.post(`${server.url}/api${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const walletAddress = account.address
  const { nonce, message } = ProofSchema.parse(
    await post('/user/proof-message', { walletAddress, purpose: 'payout-address', subject: address }),
  ).data
  const proof = { walletAddress, nonce, signature: await account.signMessage({ message }) }
  await post('/user/payout-address', { address, proof })
  return { ...who, page, ownAddress }
}

async function comeOperator(browser: Browser, role: Role, name: string): Promise<Operator> {
  const page = await newPage(browser, wide)
  const email = `${name.split(' ')[0]?.toLowerCase()}@rederij-noord.nl`
  const { authenticator } = await signUpOperator(page, server, { name, email, role })
  const operator = { page, name, authenticator }
  await page.goto(`${server.url}/desk`)
  await proveFactor(operator, wide)
  return operator
}

/** Types the code of the authenticator at the door of the desk. `atMs`: the server's clock. */
async function proveFactor({ page, authenticator }: Operator, { say, language }: Stand, atMs = Date.now()) {
  await passSecondFactor(page, authenticator, { language, atMs })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel(say('desk', 'factor.code'))).toHaveCount(0)
}

/** Goes on in another language and at another width: on a phone the languages are in the drawer. */
async function turnTo({ page }: Operator, { language, width }: Stand, from: Stand): Promise<void> {
  if (from === phone) await page.getByRole('button', { name: from.say('desk-frame', 'more') }).click()
  await page.locator(`a[hreflang="${language}"]`).filter({ visible: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await page.setViewportSize({ width, height: 900 })
}

/** Opens a part of the desk as a person does: by the navigation at the side, or the drawer of a phone. */
async function openPart({ page }: Operator, { say, width }: Stand, name: string): Promise<void> {
  if (width < 600) await page.getByRole('button', { name: say('desk-frame', 'more'), exact: true }).click()
  const parts = page.getByRole('navigation', { name: say('desk', 'nav.title') }).filter({ visible: true })
  await parts.getByRole('link', { name: say('desk', `nav.${name}`) }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Fills the dialog that is open and sends it; it closes when it was done. */
async function send(page: Page, name: string, fill?: () => Promise<unknown>): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await fill?.()
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog).toBeHidden()
}

async function openOrder({ page }: Operator, { path, number }: Pick<Placed, 'path' | 'number'>) {
  await page.goto(`${server.url}${path}`)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
}

/** Somebody calls: sales types an offer, which goes out by mail. */
async function makeOffer({ sales }: Desk, { stand, name, email }: Customer) {
  const { page } = sales
  const { say } = stand
  const [firstName = '', ...rest] = name.split(' ')
  await openPart(sales, stand, 'offers')
  await page.getByRole('link', { name: say('desk-offers', 'make') }).click()
  await page.locator('select[name="product"]').selectOption('sm19')
  await page.locator('input[name="unit"]').fill('17500')
  await page.locator('select[name="language"]').selectOption(stand.language)
  await page.locator('input[name="firstName"]').fill(firstName)
  await page.locator('input[name="lastName"]').fill(rest.join(' '))
  await page.locator('input[name="email"]').fill(email)
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/api/desk/offers') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: say('desk-offers', 'send') }).click()
  const { offer } = OfferSchema.parse(await (await answered).json()).data
  await expect(
    page.getByText(say('desk-offers', 'sent', { number: offer.number, email })).first(),
  ).toBeVisible()
  return offer
}

/** The customer accepts by the link of the mail, and orders with an obligation to pay. */
async function acceptByLink({ page, stand: { say } }: Customer, id: string): Promise<void> {
  const key = createLinkKeys(secretKeyOf(server), 'offer').of(id)
  await page.goto(`${server.url}/offer/${id}#key=${key}`)
  for (const name of ['phone', 'street', 'postalCode', 'city'] as const)
    await page.locator(`input[name="${name}"]`).fill(buyer[name])
  await page.locator('select[name="country"]').selectOption('NL')
  await page.locator('main form button[type="submit"]').click()
  await page.locator('input[name="method"][value="bank_transfer"]').check({ force: true })
  await page.locator('input[name="terms"]').check()
  await page.getByRole('button', { name: say('koop', 'pay.order') }).click()
  await expect(page).toHaveURL(/\/order\//)
}

/** The customer accepts on the telephone: sales types what is still missing. */
async function acceptByPhone({ sales: { page } }: Desk, { stand: { say } }: Customer): Promise<void> {
  await page.getByRole('button', { name: say('desk-offers', 'phone') }).click()
  const dialog = page.getByRole('dialog')
  await send(page, say('desk-offers', 'place'), async () => {
    for (const name of ['phone', 'street', 'postalCode', 'city'] as const)
      await dialog.locator(`input[name="${name}"]`).fill(buyer[name])
    await dialog.locator('select[name="country"]').selectOption('NL')
    await dialog.getByLabel(say('desk-offers', 'method')).selectOption('bank_transfer')
    await dialog.getByRole('checkbox').check()
  })
}

async function takeOrder(desk: Desk, customer: Customer): Promise<Placed> {
  const { sales } = desk
  const { page } = sales
  const { stand } = customer
  const offer = await makeOffer(desk, customer)
  if (stand === wide) await acceptByLink(customer, offer.id)
  await openPart(sales, stand, 'offers')
  await page.getByRole('table').getByRole('link', { name: offer.number }).click()
  const card = page.getByRole('article').filter({ hasText: offer.number })
  if (stand === phone) {
    await card.getByRole('button', { name: stand.say('desk-offers', 'resend') }).click()
    const sent = stand.say('desk-offers', 'resent', { email: customer.email })
    await expect(card.getByText(sent)).toBeVisible()
    await acceptByPhone(desk, customer)
  }
  const link = card.getByRole('link', { name: /^SM-/ })
  const number = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  const path = new URL(page.url()).pathname
  const reference = (await page.getByText(/^RF\d{2}[ \dA-Z]+$/).textContent()) ?? ''
  return { id: path.split('/').at(-1) ?? '', number, reference: reference.replaceAll(' ', ''), path }
}

/** The statement of the bank pays the order; the bookkeeper sees beforehand what it will do. */
async function payBySepa({ bookkeeper }: Desk, { stand, name }: Customer, { number, reference }: Placed) {
  const { page } = bookkeeper
  const { say } = stand
  await openPart(bookkeeper, stand, 'bank')
  const xml = camtSample([{ amount: '17500.00', reference, bankReference: reference.slice(-8), name }])
  await page
    .getByLabel(say('desk-bank', 'import.file'))
    .setInputFiles({ name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) })
  await expect(page.getByText(say('desk-bank', 'willBe.booked'))).toHaveCount(1)
  await page.getByRole('button', { name: say('desk-bank', 'import.submit'), exact: true }).click()
  await expect(page.getByText(say('desk-bank', 'result.booked'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page.getByText(say('order', 'paymentState.paid')).first()).toBeVisible()
}

/** A tested box is entered by its serial number, and scanned for the order. */
async function chooseBox({ service }: Desk, { stand, serial }: Customer, order: Placed): Promise<void> {
  const { page } = service
  const { say } = stand
  const dialog = page.getByRole('dialog')
  await openPart(service, stand, 'stock')
  await page.getByRole('button', { name: say('desk-stock', 'add') }).click()
  await send(page, say('desk-stock', 'add'), async () => {
    await dialog.getByLabel(say('desk-stock', 'product')).selectOption('sm19')
    await dialog.getByLabel(say('desk-stock', 'state')).selectOption('tested')
    await dialog.getByLabel(say('desk-stock', 'serials')).fill(serial)
  })
  await openOrder(service, order)
  await page.getByRole('button', { name: say('desk-stock', 'scan') }).click()
  await send(page, say('desk-stock', 'doMove'), async () => {
    await expect(dialog.getByLabel(say('desk-stock', 'action'))).toHaveValue('bind')
    // A scanner types in small letters or capitals, and ends with Enter.
    await dialog.getByLabel(say('desk-stock', 'serials')).pressSequentially(`${serial.toLowerCase()}\n`)
  })
  await expect(page.getByRole('link', { name: serial })).toBeVisible()
}

/** The installation gets its day on the calendar. */
async function planFitting({ service }: Desk, { stand }: Customer, order: Placed): Promise<void> {
  const { page } = service
  const { say } = stand
  await openPart(service, stand, 'calendar')
  await page.locator(`a[href="/desk/calendar/${order.id}"]`).click()
  await page.getByLabel(say('desk-calendar', 'on'), { exact: true }).fill(sellerDay(new Date()))
  await page.getByLabel(say('desk-calendar', 'startsAt')).fill('08:30')
  await page.getByLabel(new RegExp(`^${say('desk-calendar', 'fitter')}`)).fill('Bas Mulder')
  await page.getByLabel(say('desk-calendar', 'berth')).fill('Waalhaven, pier 7')
  await page.getByRole('button', { name: say('desk-calendar', 'save') }).click()
  await expect(page.locator('main').getByText(say('desk-calendar', 'saved'))).toBeVisible()
  await openPart(service, stand, 'calendar')
  await expect(page.locator(`a[href="/desk/calendar/${order.id}"]`)).toContainText('08:30')
}

/** A controller gets its key and card, and its number is noted with the box that it is built into. */
async function makeController({ service }: Desk, { stand, serial, name }: Customer) {
  const { page } = service
  const { say } = stand
  await openPart(service, stand, 'controllers')
  await page.getByLabel(say('desk', 'controllers.name'), { exact: true }).fill(`Ms ${name}`)
  await page.getByRole('button', { name: say('desk', 'controllers.create'), exact: true }).click()
  await expect(page.getByRole('heading', { name: say('desk', 'controllers.keys') })).toBeFocused()
  const claimKey = (await page.getByText(/^[A-Z0-9]{8}-[A-Z0-9]{8}$/).textContent()) ?? ''
  const enrolmentToken = (await page.getByText(/^enr_/).textContent()) ?? ''
  const label =
    (await page
      .getByText(/SM-[A-Z0-9-]+$/)
      .first()
      .textContent()) ?? ''
  const controllerId = /SM-[A-Z0-9-]+/.exec(label)?.[0] ?? ''
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say('desk', 'controllers.cards') }).click()
  expect((await download).suggestedFilename()).toBe('claim-cards.pdf')
  await page.getByRole('button', { name: say('desk', 'controllers.kept') }).click()

  await openPart(service, stand, 'stock')
  await page.getByRole('link', { name: serial }).click()
  await page.getByLabel(say('desk-stock', 'controller')).fill(controllerId)
  await page.getByRole('button', { name: say('desk-stock', 'save') }).click()
  await expect(page.getByText(say('desk', 'done'))).toBeVisible()
  return { controllerId, claimKey, enrolmentToken }
}

/** The box on board reports its check; the fitter's sheet ends with it, the box is noted as fitted, and sales ends the order. */
async function commission(
  { service, sales }: Desk,
  { stand, serial }: Customer,
  { order, box }: { order: Placed; box: { controllerId: string; enrolmentToken: string } },
) {
  const { page } = service
  const { say } = stand
  const onBoard = await startReportingBox(server, box)
  const report = page.getByRole('link', { name: box.controllerId })
  // Shore says nothing when it has kept a report.
  await expect(async () => {
    await page.goto(`${server.url}/desk/calendar/${order.id}`)
    await expect(page.getByRole('heading', { name: say('desk-calendar', 'commissioning') })).toBeVisible()
    await expect(report).toBeVisible({ timeout: 500 })
  }).toPass()
  onBoard.stop()
  await page.getByRole('button', { name: say('desk-stock', 'scan') }).click()
  const dialog = page.getByRole('dialog')
  await send(page, say('desk-stock', 'doMove'), async () => {
    await expect(dialog.getByLabel(say('desk-stock', 'action'))).toHaveValue('install')
    await expect(dialog.getByLabel(say('desk-stock', 'serials'))).toHaveValue(serial)
  })
  await expect(page.getByText(say('desk-stock', 'onBoard_one', { count: 1, of: 1 }))).toBeVisible()

  const complete = say('desk', 'act.complete')
  await openOrder(sales, order)
  await sales.page.getByRole('button', { name: complete }).click()
  await send(sales.page, complete, () =>
    sales.page.getByRole('dialog').getByLabel(say('desk', 'field.reason')).fill('met de schipper nagelopen'),
  )
  await expect(sales.page.getByText(say('order', 'state.completed')).first()).toBeVisible()
}

/** The customer opens the link of the mail that came when they signed up. */
async function confirmAddress({ page, email }: Customer): Promise<void> {
  const links = () =>
    mails.received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /\/verify-email[?#]\S+/.exec(text)?.[0] ?? [])
  await expect.poll(() => links().length).toBeGreaterThan(0)
  await page.goto(`${server.url}${links()[0]}`)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
}

/** The owner gets the report of the check on board by mail. */
async function mailReport({ service }: Desk, { stand, email }: Customer, order: Placed): Promise<void> {
  const { page } = service
  const { say } = stand
  await page.goto(`${server.url}/desk/calendar/${order.id}`)
  await page
    .getByRole('region', { name: say('desk-calendar', 'commissioning') })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: say('desk', 'controllers.commissioningSend') }).click()
  await expect(page.getByText(say('desk', 'controllers.commissioningSent', { email }))).toBeVisible()
}

/** The customer scans the card: the box is theirs. */
async function claim({ page, stand: { say } }: Customer, claimKey: string): Promise<void> {
  await page.goto(`${server.url}/dashboard?claim=${claimKey}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('claim', 'check') }).click()
  await dialog.getByRole('button', { name: say('claim', 'claim') }).click()
  await dialog.getByRole('button', { name: say('claim', 'toDashboard') }).click()
  await expect(dialog).toBeHidden()
}

/** The customer reports a fault; service finds it among the work of the day and answers; the customer reads it. */
async function answerFault({ service }: Desk, { page, stand, name }: Customer): Promise<void> {
  const { say } = stand
  await page.goto(`${server.url}/dashboard/service?new=`)
  await page.getByLabel(say('service', 'form.text')).fill(`${name}: 4 × 12 V`)
  await page.getByRole('button', { name: say('service', 'form.send') }).click()
  const heading = page.getByRole('heading', { level: 1, name: /^S-/ })
  await expect(heading).toBeVisible()
  const reference = /^S-\w+/.exec((await heading.textContent()) ?? '')?.[0] ?? ''

  const desk = service.page
  await openPart(service, stand, 'service')
  await desk.getByRole('main').getByRole('link', { name: reference }).click()
  await expect(desk.getByText(`${name}: 4 × 12 V`)).toBeVisible()
  const template = say('service', 'template.does-not-start')
  await desk.getByRole('button', { name: say('service', 'desk.template') }).click()
  await expect(desk.getByLabel(say('service', 'desk.text'), { exact: true })).toHaveValue(template)
  await desk.getByRole('button', { name: say('service', 'desk.send') }).click()
  await expect(desk.getByText(say('service', 'state.waiting-for-owner'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(template)).toBeVisible()
}

/** What a role is not for is not in the navigation, and whoever opens its address is told who may. */
async function expectRefused({ page }: Operator, { say, width }: Stand, roles: string): Promise<void> {
  if (width > 600) {
    const parts = page.getByRole('navigation', { name: say('desk', 'nav.title') })
    await expect(parts.getByRole('link', { name: say('desk', 'nav.calendar') })).toBeVisible()
    await expect(parts.getByRole('link', { name: say('desk', 'nav.payouts') })).toHaveCount(0)
  }
  await page.goto(`${server.url}/desk/payouts`)
  await expect(page.getByText(say('errors', 'role-required'))).toContainText(roles)
  await expect(page.getByRole('button', { name: say('desk-payouts', 'create') })).toHaveCount(0)
}

/** The bookkeeper books what a pool paid an owner, from the file of the pool. */
async function uploadIncome({ bookkeeper }: Desk, { stand, email }: Customer, sat: number): Promise<void> {
  const { page } = bookkeeper
  const { say } = stand
  await openPart(bookkeeper, stand, 'payouts')
  // The addresses that are watched further down are of an owner, too.
  const income = page.getByRole('region', { name: say('desk-payouts', 'pools.title') })
  await income.getByLabel(say('desk-payouts', 'pools.owner')).fill(email)
  const day = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10)
  await income.getByLabel(say('desk-payouts', 'pools.file')).setInputFiles({
    name: 'pool.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`date,amount_sat\n${day},${sat}\n`),
  })
  await expect(income.getByText(say('desk-payouts', 'pools.result.imported'), { exact: true })).toBeVisible()
  await income.getByRole('button', { name: say('desk-payouts', 'pools.submit'), exact: true }).click()
  await expect(income.getByText(say('desk-payouts', 'pools.result.booked'), { exact: true })).toBeVisible()
}

/** The books of the year as a file; gives its text. */
async function exportBooks({ bookkeeper }: Desk, stand: Stand, format: string): Promise<string> {
  const { page } = bookkeeper
  const { say } = stand
  await openPart(bookkeeper, stand, 'books')
  // Also at the turn of a year, which the audit file cannot hold two of.
  if (format === 'csv')
    await page.getByLabel(say('desk-books', 'from')).fill(new Date().toISOString().slice(0, 10))
  await page.getByLabel(say('desk-books', 'format'), { exact: true }).selectOption(format)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say('desk-books', 'submit') }).click()
  return readFileSync(await (await download).path(), 'latin1')
}

/** What a customer's day at the desk is, from the telephone to the answer. */
async function walkDay(desk: Desk, customer: Customer): Promise<Placed> {
  const step = <T>(name: string, run: () => Promise<T>) =>
    test.step(`${customer.stand.language} at ${customer.stand.width}: ${name}`, run)
  const order = await step('sales takes the order', () => takeOrder(desk, customer))
  await step('the bank pays it', () => payBySepa(desk, customer, order))
  await step('service chooses a box by its serial number', () => chooseBox(desk, customer, order))
  await step('its fitting is planned', () => planFitting(desk, customer, order))
  const box = await step('a controller is made for it', () => makeController(desk, customer))
  await step('it is commissioned, fitted and ended', () => commission(desk, customer, { order, box }))
  await step('the owner claims it', () => claim(customer, box.claimKey))
  await step('the owner confirms their address, and gets the report', async () => {
    await confirmAddress(customer)
    await mailReport(desk, customer, order)
  })
  await step('a fault is reported and answered', () => answerFault(desk, customer))
  return order
}

/** Days later: the same folder and port, with the clock ahead. */
async function passAWeek(): Promise<void> {
  await server.stop()
  server = await startServer({
    dataDir: join(root, 'server'),
    port: Number(new URL(server.url).port),
    env: {
      ...settings,
      CLOCK_AHEAD_MS: String(aheadMs),
      NODE_OPTIONS: `--require=${join(import.meta.dirname, '../support/shifted-clock.cjs')}`,
    },
  })
}

/** The bookkeeper makes the run and its transaction; another wallet opens and signs it. Gives the transaction. */
async function makeRun({ page }: Operator, { say }: Stand, due: readonly Customer[]): Promise<string> {
  const create = say('desk-payouts', 'create')
  await page.getByRole('button', { name: create }).click()
  await send(page, create)
  await expect(
    page.getByRole('heading', { level: 1, name: say('desk-payouts', 'run.name', { id: 1 }) }),
  ).toBeVisible()
  await page.getByLabel(say('desk-payouts', 'pay.fee')).fill('2')
  await page.getByRole('button', { name: say('desk-payouts', 'pay.psbt') }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say('desk-payouts', 'pay.save') }).click()
  const psbt = readFileSync(await (await download).path()).toString('base64')
  const seen = await bitcoin.rpc('decodepsbt', psbt)
  const paid = seen.tx.vout.map((output: { value: number; scriptPubKey: { address: string } }) => [
    output.scriptPubKey.address,
    output.value,
  ])
  const wanted = due.map(({ ownAddress, stand }) => [ownAddress, stand === wide ? 0.03 : 0.015])
  expect(paid).toEqual(expect.arrayContaining(wanted))
  const signed = await bitcoin.rpc('walletprocesspsbt', psbt)
  const { hex, complete } = await bitcoin.rpc('finalizepsbt', signed.psbt)
  expect(complete).toBe(true)
  return z.string().parse(hex)
}

async function takeTransaction(page: Page, { say }: Stand, hex: string): Promise<void> {
  await page.getByLabel(say('desk-payouts', 'import.field')).fill(hex)
  await page.getByRole('checkbox').check()
  const name = say('desk-payouts', 'import.send')
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

test('from the telephone to the payout and the books, in two languages and at two widths', async ({
  browser,
}) => {
  test.skip(!bitcoind, 'no Bitcoin node')
  const desk: Desk = {
    sales: await comeOperator(browser, 'sales', 'Sanne Prins'),
    service: await comeOperator(browser, 'service', 'Bas Mulder'),
    bookkeeper: await comeOperator(browser, 'bookkeeper', 'Anna de Wit'),
    owner: await comeOperator(browser, 'owner', 'Dirk Smit'),
  }
  const jan = await comeCustomer(browser, {
    ...{ stand: wide, name: 'Jan van der Berg', email: 'jan@schip-aurora.nl', serial: 'SM19-2611-0001' },
  })
  const karl = await comeCustomer(browser, {
    ...{ stand: phone, name: 'Karl Jansen', email: 'karl@ms-lorelei.de', serial: 'SM19-2611-0002' },
  })

  const order = await walkDay(desk, jan)
  await test.step('money is not for service', () => expectRefused(desk.service, wide, 'boekhouder'))
  for (const operator of Object.values(desk)) await turnTo(operator, phone, wide)
  await walkDay(desk, karl)
  await test.step('nor for sales', () => expectRefused(desk.sales, phone, 'Buchhalt'))

  const { bookkeeper, owner } = desk
  await test.step('a week passes, and the pools pay', async () => {
    await passAWeek()
    await bookkeeper.page.goto(`${server.url}/desk`)
    await proveFactor(bookkeeper, phone, Date.now() + aheadMs)
    await uploadIncome(desk, karl, 2_000_000)
    await turnTo(bookkeeper, wide, phone)
    await uploadIncome(desk, jan, 4_000_000)
  })

  const say = (key: string) => wide.say('desk-payouts', key)
  await test.step('both are paid in one transaction, which the owner of the business confirms on a phone', async () => {
    const { page } = bookkeeper
    const due = page.getByRole('table', { name: say('owners.title'), exact: true })
    await expect(due.getByRole('row').filter({ hasText: jan.name })).toContainText(say('owner.in'))
    const hex = await makeRun(bookkeeper, wide, [jan, karl])
    // Four eyes: whoever made the run does not take its transaction; a colleague does.
    await takeTransaction(page, wide, hex)
    await expect(page.getByText(wide.say('errors', 'second-operator-required')).first()).toBeVisible()
    await owner.page.goto(page.url())
    await proveFactor(owner, phone, Date.now() + aheadMs)
    await expect(
      owner.page.getByText(phone.say('desk-payouts', 'import.fourEyes', { name: bookkeeper.name })),
    ).toBeVisible()
    await takeTransaction(owner.page, phone, hex)
    const sent = phone.say('desk-payouts', 'state.broadcast')
    await expect(owner.page.getByText(sent, { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(say('state.broadcast'), { exact: true })).toBeVisible()
    await bitcoin.mine(6)
    await expect(page.getByText(say('state.confirmed'), { exact: true }).first()).toBeVisible({
      timeout: paced(120_000),
    })
    expect(await bitcoin.rpc('getreceivedbyaddress', jan.ownAddress)).toBe(0.03)
    expect(await bitcoin.rpc('getreceivedbyaddress', karl.ownAddress)).toBe(0.015)
    await page
      .getByRole('button', { name: wide.say('desk-payouts', 'lines.sendTo', { name: jan.name }) })
      .click()
    await expect(page.getByText(wide.say('desk-payouts', 'lines.sent', { email: jan.email }))).toBeVisible()
  })

  await test.step('the owners read it in the revenue, and nothing is due any more', async () => {
    await jan.page.goto(`${server.url}/dashboard/revenue`)
    await expect(jan.page.getByText(/0,03(000000)?\sBTC/).first()).toBeVisible()
    await karl.page.goto(`${server.url}/dashboard/revenue`)
    await expect(karl.page.getByText(/0,015(00000)?\sBTC/).first()).toBeVisible()
    const balance = await operate(server, 'revenue:balance', { user: jan.email })
    expect(balance).toMatchObject({ paidOutBtc: '0.03000000', balanceBtc: '0.00000000' })
  })

  await test.step('the books are exported in two formats', async () => {
    expect(await exportBooks(desk, wide, 'csv')).toContain(order.number)
    await turnTo(bookkeeper, phone, wide)
    expect(await exportBooks(desk, phone, 'xaf4')).toContain('<auditfile')
  })

  await test.step('all that belongs to the owner stands on one page at the desk', async () => {
    const { page } = owner
    await turnTo(owner, wide, phone)
    await openPart(owner, wide, 'customers')
    await page.getByLabel('Begin van naam, e-mail, bedrijf of telefoon').fill('van der b')
    await page.getByRole('button', { name: 'Zoeken', exact: true }).last().click()
    await page.getByRole('table', { name: 'Klanten' }).getByRole('link', { name: jan.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: jan.name })).toBeVisible()
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(panel('Bestellingen en facturen').getByRole('link', { name: order.number })).toBeVisible()
    await expect(panel('Boxen en garantie')).toContainText(/dagen garantie, tot /)
    await expect(panel('Uitbetalingen')).toContainText('0,03000000 BTC')
    await page.getByLabel('Nieuwe notitie, alleen voor de balie').fill('Belt liever na vijven.')
    await page.getByRole('button', { name: 'Bewaren' }).click()
    await expect(panel('Notities')).toContainText('Belt liever na vijven.')
    const offers = panel('Verstuurde e-mails').getByRole('listitem').filter({ hasText: 'Offerte' })
    await expect(offers).toContainText('verstuurd')
    await offers.getByRole('button', { name: 'Opnieuw sturen' }).click()
    await expect(panel('Verstuurde e-mails')).toContainText('De e-mail gaat opnieuw de deur uit.')
    await expect(offers).toHaveCount(2)
    await expect(offers.first()).toContainText('wacht')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `customer at ${width}`)
    }
  })

  await test.step('what was sent again came once more, with its paper', async () => {
    const arrived = () => ({
      offers: [jan, karl].map((customer) => papersTo(customer, /^OF-/)),
      reports: [jan, karl].map((customer) => papersTo(customer, /^commissioning-/)),
      statements: [jan, karl].map((customer) => papersTo(customer, /^payout-/)),
    })
    await expect.poll(arrived).toEqual({ offers: [2, 2], reports: [1, 1], statements: [2, 1] })
  })
  expect(problems.flat()).toEqual([])
  for (const { page } of [...Object.values(desk), jan, karl]) await page.context().close()
})
