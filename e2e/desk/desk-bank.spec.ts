import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { camtSample } from '../../apps/server/test/papers/camt-sample.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { placeOrder } from '../support/by-calls.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { listOrders, operate } from '../support/operate.ts'
import { paced } from '../support/pace.ts'
import { passSecondFactor, signInAtDesk, signUpOperator } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'

/** Money that comes by bank, from the statement to the paid order, and the papers of it. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const iban = 'NL91ABNA0417164300'
const root = mkdtempSync(join(tmpdir(), 'sm-desk-bank-'))
let server: ServerProcess

const start = (more: Record<string, string> = {}) =>
  startServer({
    dataDir: join(root, 'server'),
    env: {
      ...more,
      VIES_URL: 'off',
      ORDERS_ENABLED: 'true',
      COMPANY_IBAN: iban,
    },
  })

test.beforeAll(async () => {
  server = await start()
})

test.afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const PdfSchema = z.object({ data: z.object({ filename: z.string(), pdfBase64: z.string() }) })

async function placeLottery(email = buyer.email) {
  const { order, orderKey, reference } = await placeOrder(server, {
    product: 'lottery',
    buyer: { ...buyer, email },
    language: 'de',
    expectedGrossCents: 25_000,
  })
  return { ...order, orderKey, reference }
}

/** Chooses a file in the field for statements. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByLabel('Bestand (CAMT of MT940)')
  await field.setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) })
}

/** Presses a button that saves a PDF, and gives the name of what the server answered; it must be a PDF. */
async function savedPdf(page: Page, button: RegExp): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse(/\/(documents\/[^/]+|packing-slip)$/),
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const { filename, pdfBase64 } = PdfSchema.parse(await answer.json()).data
  expect(Buffer.from(pdfBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  return filename
}

test('a statement pays an order, once; what nobody could match is booked by hand', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const [first, second] = [await placeLottery(), await placeLottery()]
  const statement = camtSample([
    {
      amount: '250.00',
      reference: first.reference,
      bankReference: 'B1',
      name: 'J. Berg',
    },
    { amount: '250.00', text: 'voor de box', bankReference: 'B2', name: 'Rederij Maas' },
    { amount: '12.10', direction: 'DBIT', text: 'telefoon', bankReference: 'B3', name: 'KPN' },
  ])

  await signInAtDesk(page, server, '/desk/bank')
  await expect(page.getByText(`Alleen afschriften van ${iban} worden ingelezen.`)).toBeVisible()
  await expect(page.getByText('Alles is gekoppeld.')).toBeVisible()

  await choose(page, 'mt940.txt', ':20:STARTUMS')
  await expect(page.getByRole('alert')).toContainText('geen CAMT- of MT940-afschrift')
  await choose(page, 'ander.xml', camtSample([{ amount: '1.00' }], { account: 'DE89370400440532013000' }))
  await expect(page.getByRole('alert')).toContainText('andere rekening')

  await choose(page, 'mei.xml', statement)
  const shown = page.getByRole('region', { name: /mei\.xml/ })
  await expect(shown.getByRole('heading', { name: 'Dit gaat er gebeuren: mei.xml' })).toBeFocused()
  await expect(shown.getByText('Wordt geboekt')).toHaveCount(1)
  await expect(shown.getByRole('link', { name: first.number })).toBeVisible()
  await expect(shown.getByText('Kenmerk klopt · precies genoeg')).toBeVisible()
  await expect(shown.getByText('Geen bestelling gevonden.')).toBeVisible()
  await expect(shown.getByText('Uitgaand')).toBeVisible()
  await expectAccessible(page, 'preview of a statement')
  await shown.getByRole('button', { name: 'Inlezen', exact: true }).click()
  await expect(shown.getByRole('heading', { name: 'Ingelezen: mei.xml' })).toBeFocused()
  await expect(shown.getByText('Geboekt')).toHaveCount(1)

  await choose(page, 'mei.xml', statement)
  await expect(shown.getByText('Alles in dit bestand is al eerder ingelezen.')).toBeVisible()
  await expect(shown.getByText('Al bekend')).toHaveCount(3)
  await expect(shown.getByRole('button', { name: 'Inlezen', exact: true })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Sluiten' }).click()

  const entry = page
    .getByRole('table', { name: 'Nog te koppelen' })
    .getByRole('row')
    .filter({ hasText: '3 mei 2026' })
  await expect(entry).toContainText('Rederij Maas')
  await entry.getByRole('button', { name: 'Op een bestelling boeken' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reden').fill('gebeld, het is de tweede box')
  await dialog.getByRole('button', { name: 'Op een bestelling boeken' }).click()
  await expect(dialog.getByText('Kies de bestelling.')).toBeVisible()
  await dialog.getByLabel('Bestelling zoeken').fill(second.number)
  await dialog.getByRole('button', { name: 'Zoeken' }).click()
  await dialog.getByRole('radio', { name: new RegExp(second.number) }).check()
  await expectAccessible(page, 'booking of an entry')
  await dialog.getByRole('button', { name: 'Op een bestelling boeken' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Alles is gekoppeld.')).toBeVisible()

  for (const order of [second, first]) {
    await page.goto(`${server.url}/desk/orders/${order.id}`)
    await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
    await expect(page.getByText(/Bevestigd · Betaald/).first()).toBeVisible()
    if (order === second) await expect(page.getByText('Boeking op bestelling gezet')).toBeVisible()
  }
  expect(await savedPdf(page, /^Factuur INV-/)).toMatch(/^INV-\d{4}-\d{6}\.pdf$/)
  expect(await savedPdf(page, /^Pakbon$/)).toBe(`${first.number}-packing-slip.pdf`)
  await page.getByRole('button', { name: /^INV-.* opnieuw mailen$/ }).click()
  await expect(page.getByText(/^INV-.* gaat naar .*@/)).toBeVisible()
  await expect(page.getByText('Document opnieuw gemaild')).toBeVisible()
  await expectAccessible(page, 'documents of an order')

  await page.getByRole('button', { name: 'Annuleren' }).click()
  await dialog.getByLabel('Reden').fill('niet meer leverbaar')
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page.getByRole('button', { name: /^Creditfactuur / })).toBeVisible()
  await page.goto(`${server.url}/desk/payments`)
  await page.getByRole('button', { name: `Terugbetaling gedaan: ${first.number}` }).click()
  await dialog.getByLabel('Kenmerk van de overboeking').fill('x')
  await dialog.getByLabel('Reden').fill('teruggestort')
  await dialog.getByRole('button', { name: 'Terugbetaling gedaan' }).click()
  await expect(dialog.getByText('Vul het kenmerk van de bank in')).toBeVisible()
  await dialog.getByLabel('Kenmerk van de overboeking').fill('MT-2026-77')
  await dialog.getByRole('button', { name: 'Terugbetaling gedaan' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Er hoeft niets te worden terugbetaald.')).toBeVisible()
  await page.getByRole('button', { name: /^Terugbetaald/ }).click()
  await expect(page.getByText('MT-2026-77')).toBeVisible()
  const [refunded] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('region', { name: 'Terugbetalingen' })
      .getByRole('button', { name: 'CSV', exact: true })
      .click(),
  ])
  expect(refunded.suggestedFilename()).toBe('refunds.csv')
  expect(readFileSync(await refunded.path(), 'utf8')).toContain(',bank,MT-2026-77,')

  await page
    .getByRole('navigation', { name: 'Onderdelen van de balie' })
    .getByRole('link', { name: 'Boekhouding' })
    .click()
  await page.getByRole('button', { name: 'Vorig jaar' }).click()
  await page.getByLabel('Vanaf').fill('2026-05-01')
  await expect(page.getByText('De laatste dag ligt voor de eerste.')).toBeVisible()
  await page.getByRole('button', { name: 'Dit jaar' }).click()
  await page.getByLabel('Vanaf').fill('2026-05-01')
  const [books] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Downloaden' }).click(),
  ])
  expect(books.suggestedFilename()).toMatch(/^books-2026-05-01-.*\.csv$/)
  const rows = readFileSync(await books.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
  const cents = rows.map((row) => Number(/;EUR;(-?\d+);/.exec(row)?.[1]))
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0)
  expect(rows.filter((row) => row.includes(`Rederij Maas`))).toHaveLength(2)
  expect(rows.filter((row) => row.includes('MT-2026-77') && row.includes('Terugbetaald'))).toHaveLength(2)
  await expect(page.getByText(/boekingen, .* debet en evenveel credit/)).toBeVisible()
  await expectAccessible(page, 'books')

  await page.goto(`${server.url}/desk/payouts`)
  const pools = page.getByRole('region', { name: 'Opbrengst van pools' })
  const csv = 'date,amount,status\n2026-04-01,0.5,paid\n20/04/2026,0.2,paid\n'
  const chooseCsv = () =>
    pools
      .getByLabel('Bestand (CSV)')
      .setInputFiles({ name: 'pool.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await chooseCsv()
  await expect(pools.getByText('Vul het e-mailadres van de eigenaar in.')).toBeVisible()
  await pools.getByLabel('E-mailadres van de eigenaar').fill('anna@schip-aurora.nl')
  await chooseCsv()
  await expect(
    pools.getByRole('heading', { name: 'Dit zou voor Anna de Wit worden geboekt: pool.csv' }),
  ).toBeFocused()
  await expect(pools.getByText(/‘20\/04\/2026’ is geen datum/)).toBeVisible()
  await expectAccessible(page, 'preview of a pool file')
  await pools.getByRole('button', { name: 'Boeken', exact: true }).click()
  await expect(pools.getByText(/^1 betaling geboekt · 0,50000000\sBTC/)).toBeVisible()
  await chooseCsv()
  await expect(pools.getByText('In dit bestand staat niets nieuws.')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page, 'a pool file at 360')
  await page.goto(`${server.url}/desk/books`)
  await expect(page.getByRole('button', { name: 'Downloaden' })).toBeVisible()
  await expectAccessible(page, 'books at 360')
  await page.goto(`${server.url}/desk/payments`)
  await expect(page.getByText('Er hoeft niets te worden terugbetaald.')).toBeVisible()
  await expectAccessible(page, 'payments at 360')
  await page.goto(`${server.url}/desk/bank`)
  await choose(page, 'mei.xml', statement)
  await expect(shown.getByText('Al bekend')).toHaveCount(3)
  await expectAccessible(page, 'bank at 360')
})

test('who paid too much says where the rest goes, and sees on the page that it was paid', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(240_000))
  const order = await placeLottery()
  const statement = camtSample([
    {
      amount: '300.00',
      reference: order.reference,
      bankReference: 'B9',
      name: 'J. Berg',
    },
  ])
  await signInAtDesk(page, server, '/desk/bank', { name: 'Bram de Wit', email: 'bram@schip-aurora.nl' })
  await choose(page, 'juni.xml', statement)
  const shown = page.getByRole('region', { name: /juni\.xml/ })
  await shown.getByRole('button', { name: 'Inlezen', exact: true }).click()
  await expect(shown.getByRole('heading', { name: 'Ingelezen: juni.xml' })).toBeFocused()

  const theirs = await browser.newContext({ locale: 'nl-NL', viewport: { width: 360, height: 800 } })
  const buyerPage = await theirs.newPage()
  await buyerPage.goto(`${server.url}/order/${order.id}?lang=nl#key=${order.orderKey}`)
  const refund = buyerPage.getByRole('region', { name: 'Geld terug' })
  await expect(refund).toContainText(/U krijgt €\s50,00 terug/)
  await expectAccessible(buyerPage, 'the form of a refund at 360')
  const send = refund.getByRole('button', { name: /daarheen sturen/ })
  await refund.getByLabel('IBAN').fill('NL91ABNA0417164301')
  await send.click()
  await expect(refund.getByText('Dit IBAN klopt niet. Controleer elk teken.')).toBeVisible()
  await refund.getByLabel('IBAN').fill('NL02 ABNA 0123 4567 89')
  await refund.getByLabel('Naam van de rekeninghouder').fill('J. Berg')
  await send.click()
  await expect(refund.getByText(/€\s50,00 gaat naar u terug/)).toBeVisible()
  await expect(refund).toContainText('J. Berg, NL02 ABNA 0123 4567 89')
  await expectAccessible(buyerPage, 'a claimed refund at 360')

  await page.goto(`${server.url}/desk/payments`)
  await expect(page.getByText('NL02 ABNA 0123 4567 89')).toBeVisible()
  await page.getByRole('button', { name: `Terugbetaling gedaan: ${order.number}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Terugbetaling gedaan' }).click()
  await expect(dialog.getByText('Vul het kenmerk van de bank in, drie tot 140 tekens.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Bestand met overboekingen maken' }).click()
  const run = page.getByRole('article', { name: /^Overboekingen/ })
  await expect(run).toContainText(/€\s50,00/)
  await expect(page.getByRole('button', { name: 'Bestand met overboekingen maken' })).toBeHidden()
  await expectAccessible(page, 'a run of refunds')
  await page.screenshot({ path: test.info().outputPath('refund-run.png') })
  const download = page.waitForEvent('download')
  await run.getByRole('button', { name: 'Bestand opslaan' }).click()
  expect((await download).suggestedFilename()).toMatch(/^refunds-\d+\.xml$/)
  await buyerPage.reload()
  await expect(refund).toContainText('J. Berg, NL02 ABNA 0123 4567 89')
  await expect(refund.getByRole('button')).toHaveCount(0)
  await run.getByRole('button', { name: 'Alles is betaald' }).click()
  await dialog.getByRole('button', { name: 'Alles is betaald' }).click()
  await expect(dialog).toBeHidden()
  await expect(run).toBeHidden()

  await buyerPage.reload()
  await expect(refund.getByText(/€\s50,00 is op .* terugbetaald/)).toBeVisible()
  await expect(refund).toContainText(`${order.number}-R1`)
  await theirs.close()
})

test('a refund whose file should not have paid it, and that is owed again', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const order = await placeLottery('ed@schip-aurora.nl')
  const book = (amount: string) =>
    operate(server, 'book-payment', { order: order.number, euro: amount, reason: 'checked with the bank' })
  await book('300')
  const claimed = await page.request.post(`${server.url}/api/orders/${order.id}/refund-claim`, {
    headers: { 'x-order-key': order.orderKey },
    data: { way: 'bank', to: 'NL02ABNA0123456789', name: 'J. Berg', expectedAmount: '5000' },
  })
  expect(claimed.ok(), await claimed.text()).toBe(true)

  await signInAtDesk(page, server, '/desk/payments', { name: 'Carla de Wit', email: 'carla@schip-aurora.nl' })
  await page.getByRole('button', { name: 'Bestand met overboekingen maken' }).click()
  const run = page.getByRole('article', { name: /^Overboekingen/ })
  await expect(run).toContainText(/€\s50,00/)
  await page.getByRole('button', { name: /^Met wat in een bestand staat/ }).click()
  await expect(page).toHaveURL(/refunds-status=unpaid/)
  const waiting = page.getByRole('table', { name: 'Met wat in een bestand staat' })
  await expect(waiting.getByRole('row', { name: order.number })).toContainText(/Overboekingen \d/)
  await book('-50')
  await page.reload()
  await expect(run).toContainText('Niet betalen:')
  await expectAccessible(page, 'a refund that is not owed any more')
  await page.screenshot({ path: test.info().outputPath('not-owed.png'), fullPage: true })
  await book('50')
  await page.reload()
  await expect(run).toContainText('Een tijd niet meer verschuldigd, en nu weer wel')
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page, 'a refund that is owed again at 360')
  await page.screenshot({ path: test.info().outputPath('owed-again.png'), fullPage: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await book('-50')
  await page.reload()
  await run.getByRole('button', { name: 'Toch betaald' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'a refund that was paid all the same')
  await dialog.getByRole('button', { name: 'Toch betaald' }).click()
  await expect(dialog).toBeHidden()
  await expect(run).toBeHidden()
})

test('an order that lapsed is brought back', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const lapsed = await placeLottery('flip@schip-aurora.nl')
  const aheadMs = 16 * 24 * 3_600_000
  await server.stop()
  server = await start({
    CLOCK_AHEAD_MS: String(aheadMs),
    NODE_OPTIONS: `--require=${join(import.meta.dirname, '../support/shifted-clock.cjs')}`,
  })
  const dirk = { name: 'Dirk de Wit', email: 'dirk@schip-aurora.nl' }
  const { authenticator } = await signUpOperator(page, server, dirk)
  const isLapsed = async () =>
    (await listOrders(server)).some(({ number, state }) => number === lapsed.number && state === 'expired')
  await expect.poll(isLapsed, { timeout: paced(90_000) }).toBe(true)
  await page.goto(`${server.url}/desk/orders/${lapsed.id}`)
  await passSecondFactor(page, authenticator, { atMs: Date.now() + aheadMs })
  await page.getByRole('button', { name: 'Bestelling terughalen' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'a lapsed order that is brought back')
  await dialog.getByLabel('Reden').fill('de koper belde')
  await dialog.getByRole('button', { name: 'Bestelling terughalen' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Bestelling terughalen' })).toBeHidden()
  await expect.poll(isLapsed).toBe(false)
})
