import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { camtSample } from '../../apps/server/test/papers/camt-sample.ts'
import { makeReleaseFile, releasePublicKey } from '../../scripts/lib/release-file.ts'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { placeOrder } from '../support/by-calls.ts'
import { expect, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { passSecondFactor, signUpOperator } from '../support/sign-in.ts'
import { shopAccounts } from '../support/wallets/coin-peers.ts'

/** What one operator records and a second one confirms: a refund, an account that receives coins, a release; in Dutch on a desk and in German on a phone. */
test.describe.configure({ mode: 'serial', timeout: paced(180_000) })
test.use({ actionTimeout: paced(15_000) })

const { privateKey } = generateKeyPairSync('ed25519')
const server = ownServer('four-eyes', {
  VIES_URL: 'off',
  ORDERS_ENABLED: 'true',
  COMPANY_IBAN: 'NL91ABNA0417164300',
  BITCOIN_NETWORK: 'regtest',
  BITCOIN_XPUB: shopAccounts.bitcoin,
  // Nobody listens there: that the chain is not read is no matter here.
  PAYMENT_ESPLORA_URL: 'http://127.0.0.1:9/api',
  RELEASE_PUBLIC_KEY: releasePublicKey(privateKey),
  REFUND_FOUR_EYES_FROM_CENTS: '10000',
  RECEIVING_FOUR_EYES: 'true',
  RELEASE_FOUR_EYES: 'true',
  PAYOUT_FOUR_EYES: 'true',
})

async function operatorIn(
  browser: Browser,
  { language, width, name }: { language: 'nl' | 'de'; width: number; name: string },
): Promise<Page> {
  const locale = `${language}-${language.toUpperCase()}`
  const context = await browser.newContext({ locale, viewport: { width, height: 900 } })
  const page = await context.newPage()
  const email = `${name.split(' ')[0]?.toLowerCase()}@rederij-noord.nl`
  const { authenticator } = await signUpOperator(page, server, { name, email })
  await page.goto(`${server.url}/desk`)
  await passSecondFactor(page, authenticator, { language })
  return page
}

test('a refund, an account and a release wait for a second operator', async ({ browser }) => {
  const anna = await operatorIn(browser, {
    language: 'nl',
    width: 1440,
    name: 'Anna de Wit',
  })
  const { order, reference } = await placeOrder(server, { buyer })

  await test.step('the buyer pays 250 euro too much', async () => {
    await anna.goto(`${server.url}/desk/bank`)
    const xml = camtSample([{ amount: '17750.00', reference, bankReference: 'B1' }])
    await anna
      .getByLabel('Bestand (CAMT of MT940)')
      .setInputFiles({ name: 'week47.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) })
    await anna.getByRole('button', { name: 'Inlezen', exact: true }).click()
    await expect(anna.getByText('Geboekt', { exact: true })).toBeVisible()
  })

  await test.step('alone, the page says how to proceed', async () => {
    await anna.goto(`${server.url}/desk/payments`)
    await anna.getByRole('button', { name: `Terugbetaling gedaan: ${order.number}` }).click()
    const dialog = anna.getByRole('dialog')
    await dialog.getByLabel('Kenmerk van de overboeking').fill('MT-77')
    await dialog.getByLabel('Reden').fill('te veel betaald')
    await dialog.getByRole('button', { name: 'Terugbetaling gedaan' }).click()
    await expect(dialog).toBeHidden()
    await expect(anna.getByText('REFUND_FOUR_EYES_FROM_CENTS')).toBeVisible()
    await expect(anna.getByRole('button', { name: `Bevestigen: ${order.number}` })).toHaveCount(0)
  })

  const bert = await operatorIn(browser, {
    language: 'de',
    width: 390,
    name: 'Bert Vos',
  })

  await test.step('one proposes the account and the release', async () => {
    await anna.goto(`${server.url}/desk/payments`)
    await expect(anna.getByText('1 andere medewerker mag het bevestigen.')).toBeVisible()
    await anna.getByRole('button', { name: 'Bevestigen', exact: true }).click()
    const dialog = anna.getByRole('dialog')
    await dialog.getByLabel('Reden').fill('zoals onze wallet het toont')
    await dialog.getByRole('button', { name: 'Bevestigen', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expectAccessible(anna, 'payments with what waits')

    const file = join(dirname(server.dataDir), 'release.smr')
    const release = makeReleaseFile({
      version: '1.4.0',
      minimumNode: '24.0.0',
      allowsDowngrade: false,
      files: [{ path: 'app/controller.mjs', content: Buffer.from('run()') }],
      privateKey,
    })
    writeFileSync(file, release.bytes)
    await operate(server, 'release:publish', { file })
    await anna.goto(`${server.url}/desk/releases`)
    await anna.getByRole('button', { name: 'Uitrol beginnen' }).click()
    await dialog.getByLabel('Reden').fill('voor alle schepen')
    await dialog.getByRole('button', { name: 'Uitrol beginnen' }).click()
    await expect(
      anna.getByRole('article', { name: 'Versie 1.4.0 wacht op een tweede medewerker' }),
    ).toBeVisible()
    await expectAccessible(anna, 'releases with what waits')
    await anna.goto(`${server.url}/desk`)
    await expect(anna.getByText('door u; een andere medewerker moet het bevestigen')).toHaveCount(3)
  })

  await test.step('the other one sees it on Today and confirms', async () => {
    await bert.goto(`${server.url}/desk`)
    await expect(bert.getByText('von Anna de Wit')).toHaveCount(3)
    await expectAccessible(bert, 'Today with what waits')
    await bert.goto(`${server.url}/desk/releases`)
    await expect(bert.getByRole('button', { name: 'Bestätigen', exact: true })).toBeVisible()
    await bert.goto(`${server.url}/desk/payments`)
    await expect(bert.getByRole('button', { name: `Bestätigen: ${order.number}` })).toBeVisible()
    await expectAccessible(bert, 'payments on a phone')
    // How much comes before the button that pays it.
    const amount = await bert
      .getByText(/^250,00\s€$/)
      .first()
      .boundingBox()
    const confirm = await bert.getByRole('button', { name: `Bestätigen: ${order.number}` }).boundingBox()
    expect(amount?.y).toBeLessThan(confirm?.y ?? 0)
    await bert.getByRole('button', { name: `Bestätigen: ${order.number}` }).click()
    const dialog = bert.getByRole('dialog')
    await expect(dialog.getByLabel('Referenz der Überweisung')).toHaveValue('MT-77')
    await dialog.getByLabel('Grund').fill('auf dem Auszug gesehen')
    await dialog.getByRole('button', { name: 'Erstattung gezahlt' }).click()
    await expect(dialog).toBeHidden()
    await bert.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await dialog.getByLabel('Grund').fill('mit der Wallet verglichen')
    await dialog.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(bert.getByText('Neues Konto: Noch zahlt kein Käufer darauf')).toBeHidden()
    await bert.goto(`${server.url}/desk/audit`)
    await expect(bert.getByText(/vorgeschlagen von Anna de Wit/)).toHaveCount(2)
  })

  await test.step('a payout outside of a run is recorded by one and confirmed by the other', async () => {
    const file = join(dirname(server.dataDir), 'pool.csv')
    writeFileSync(file, 'date,amount_sat\n2026-01-05,200000\n2026-01-06,40000\n')
    await operate(server, 'revenue:import-csv', { user: 'anna@rederij-noord.nl', file })
    await anna.goto(`${server.url}/desk/payouts`)
    await anna.getByRole('link', { name: 'Boekingen en pools: Anna de Wit' }).click()
    await anna.getByRole('button', { name: 'Uitbetaling vastleggen' }).click()
    const dialog = anna.getByRole('dialog')
    await dialog.getByLabel('Bedrag in BTC').fill('0,0015')
    await dialog.getByLabel('Transactie (txid)').fill('geen txid')
    await dialog.getByLabel('Reden').fill('in twee delen betaald')
    await dialog.getByRole('button', { name: 'Uitbetaling vastleggen' }).click()
    await expect(dialog.getByText('Een txid bestaat uit 64 tekens 0–9 en a–f.')).toBeVisible()
    await expectAccessible(anna, 'a payout to record')
    await dialog.getByLabel('Transactie (txid)').fill('ab'.repeat(32))
    await dialog.getByRole('button', { name: 'Uitbetaling vastleggen' }).click()
    await expect(dialog).toBeHidden()
    await expect(anna.getByText('Een andere medewerker moet het nog bevestigen.')).toBeVisible()

    await bert.goto(`${server.url}/desk`)
    const line = bert
      .getByRole('listitem')
      .filter({ hasText: /Auszahlung von 150\.000\ssat von Hand eingetragen/ })
    await line.getByRole('link', { name: 'Prüfen' }).click()
    await bert.getByRole('button', { name: 'Auszahlung bestätigen' }).click()
    const asked = bert.getByRole('dialog')
    await asked.getByLabel('Grund').fill('auf der Kette gesehen')
    await asked.getByRole('button', { name: 'Auszahlung bestätigen' }).click()
    await expect(bert.getByText('Die Auszahlung steht in den Büchern.')).toBeVisible()
    await expectAccessible(bert, 'the money of an owner on a phone')
  })

  await test.step('income that was booked by mistake is taken back, and not what was paid out', async () => {
    await anna.reload()
    await expect(anna.getByRole('table', { name: 'Uitbetaald' })).toContainText('ab'.repeat(32))
    const income = anna.getByRole('table', { name: 'Geboekte opbrengst' })
    await expect(income.getByRole('row').filter({ hasText: '5 jan' })).toContainText('al uitbetaald')
    await income.getByRole('button', { name: /^Terugnemen: / }).click()
    const dialog = anna.getByRole('dialog')
    await dialog.getByLabel('Reden').fill('was voor een ander schip')
    await dialog.getByRole('button', { name: 'Terugnemen' }).click()
    await expect(dialog).toBeHidden()
    await expect(income.getByRole('button', { name: /^Terugnemen: / })).toHaveCount(0)
    await anna.goto(`${server.url}/desk/audit`)
    await expect(anna.getByText('Opbrengst teruggenomen')).toBeVisible()
  })

  await test.step('a pool whose name does not say it is described', async () => {
    await anna.goto(`${server.url}/desk/payouts`)
    await anna.getByRole('link', { name: 'Boekingen en pools: Anna de Wit' }).click()
    await anna.getByRole('button', { name: 'Pool beschrijven' }).click()
    const dialog = anna.getByRole('dialog')
    await dialog.getByLabel('Adres van de pool').fill('stratum+tcp://pool.example:3333')
    await dialog.getByLabel('Munt').selectOption('BCH')
    await dialog.getByLabel('Kosten van de pool, %').fill('1,5')
    await dialog.getByLabel('Reden').fill('staat op hun pagina')
    await dialog.getByRole('button', { name: 'Opslaan' }).click()
    await expect(dialog).toBeHidden()
    const pools = anna.getByRole('region', { name: 'Pools van deze eigenaar' })
    await expect(pools.getByRole('listitem')).toHaveText(
      /pool\.example\s*BCH · samen gemined · 1,50\s% kosten/,
    )
  })
})
