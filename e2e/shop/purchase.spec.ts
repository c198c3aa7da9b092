import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { buyer, fillInfo, order, shownNumber, walkToPayment } from '../support/buyer.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { listOrders, operate } from '../support/operate.ts'
import { paced } from '../support/pace.ts'
import { signUp } from '../support/sign-in.ts'
import { watchPage } from '../support/watch-page.ts'

/** Buying by bank transfer and on delivery, and everything that must not make two orders of one. */
test.use({ locale: 'nl-NL', viewport: { width: 1280, height: 900 }, actionTimeout: paced(15_000) })

// Long walks on a machine that may be slow; each wait in them has its own end.
test.describe.configure({ timeout: paced(300_000) })

test.use({ sharedServer: 'orders' })

let server: ServerProcess

test.beforeAll(({ server: shared }) => {
  server = shared
})

const submit = (page: Page) => page.locator('main form button[type="submit"]')
const summary = (page: Page) => page.getByRole('complementary')

test('a guest buys by bank transfer, in Dutch, and comes back by the link', async ({ page, browser }) => {
  const watched = watchPage(page, server.url)
  await page.goto(`${server.url}/koop?product=sm21&lang=nl`)
  await expect(page.getByRole('radio', { name: 'Shipminer 21' })).toBeChecked()
  await page.getByRole('button', { name: 'Eén meer' }).click()
  await expect(summary(page).getByText('2 × Shipminer 21')).toBeVisible()
  await expect(summary(page)).toContainText('€ 70.247,93')
  await expect(summary(page)).toContainText('€ 14.752,07')
  await expect(summary(page)).toContainText('€ 85.000,00')
  await page.getByRole('button', { name: 'Verder naar uw gegevens' }).click()

  await expect(page.getByRole('heading', { name: 'Uw gegevens' })).toBeFocused()
  await page.getByLabel('E-mailadres').fill('jan@schip')
  await page.getByRole('button', { name: 'Verder naar betaling' }).click()
  await expect(page.getByText('Formulier onvolledig')).toBeVisible()
  await expect(page.getByText('Vul alle verplichte velden in.')).toBeVisible()
  await expect(page.getByLabel('Voornaam')).toBeFocused()
  await expect(page.getByLabel('Voornaam')).toHaveAccessibleDescription(/Dit veld is verplicht/)
  await expect(page.getByLabel('E-mailadres')).toHaveAccessibleDescription(/geen geldig e-mailadres/)
  await expect(page.getByLabel('Btw-nummer')).toBeHidden()
  await page.getByLabel('Bedrijf').fill('Rederij Aurora')
  await page.getByLabel('Btw-nummer').fill('NL810000000B01')
  await page.getByRole('button', { name: 'Verder naar betaling' }).click()
  await expect(page.getByLabel('Btw-nummer')).toHaveAccessibleDescription(/geen geldig btw-nummer/)
  await page.getByLabel('Bedrijf').fill('')
  await fillInfo(page)

  await expect(page.getByRole('heading', { name: 'Betaling' })).toBeFocused()
  await submit(page).click()
  await expect(page.getByText('Kies hoe u wilt betalen.')).toBeVisible()
  await page.getByRole('radio', { name: 'Bankoverschrijving' }).check()
  await page.getByRole('button', { name: 'Bestellen met betaalverplichting' }).click()
  await expect(page.getByText('Ga akkoord met de voorwaarden om te kunnen bestellen.')).toBeVisible()
  await page.getByLabel('Ik ga akkoord met de algemene voorwaarden.').check()
  await page.getByRole('button', { name: 'Bestellen met betaalverplichting' }).click()

  await expect(page.getByRole('heading', { name: 'Betaal nu uw bestelling' })).toBeFocused()
  await expect(page.getByText(/U hebt 2 × Shipminer 21 besteld/)).toBeVisible()
  const number = await shownNumber(page)
  await expect(page.getByRole('img', { name: /QR-code voor uw bank-app/ })).toBeVisible()
  await expect(page.getByText(/^RF\d\d /)).toBeVisible()
  await page.reload()
  await expect(page.getByText(new RegExp(number))).toBeVisible()

  await page.getByRole('link', { name: 'Naar uw bestelling' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bestelling ${number}`)
  await expect(page.getByText('Wacht op overschrijving')).toBeVisible()
  await expect(page.getByText('Bestelling geplaatst')).toBeVisible()

  const [id, key] = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((one) => one.startsWith('shipminer.order-key.')) ?? ''
    return [name.replace('shipminer.order-key.', ''), localStorage.getItem(name)] as const
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Factuur / }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  // Another browser: nothing without the key, everything with it, and the key leaves the address.
  const elsewhere = await (await browser.newContext({ locale: 'nl-NL' })).newPage()
  await elsewhere.goto(`${server.url}/order/${id}`)
  await expect(elsewhere.getByRole('heading', { name: 'Bestelling niet gevonden' })).toBeVisible()
  await elsewhere.goto(`${server.url}/order/${id}#key=${key}`)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(`Bestelling ${number}`)
  expect(elsewhere.url()).toBe(`${server.url}/order/${id}`)
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(`Bestelling ${number}`)

  // Money that the provider books shows on the page that is open, at the next look.
  await operate(server, 'book-payment', { order: number, euro: '85000', reason: 'statement' })
  await elsewhere.reload()
  await expect(elsewhere.getByText('Betaling ontvangen')).toBeVisible()
  await expect(elsewhere.getByRole('img', { name: /QR-code/ })).toHaveCount(0)
  await elsewhere.context().close()
  expect(watched.problems).toEqual([])
})

test('a company orders on one page, with VAT number, Peppol id, its own reference and an address for invoices', async ({
  page,
}) => {
  const watched = watchPage(page, server.url)
  await page.goto(`${server.url}/koop?product=sm19&lang=nl`)
  await submit(page).click()
  await expect(page.getByLabel('Peppol-ID')).toBeHidden()
  await page.getByLabel('Bedrijf').fill('Rederij Aurora')
  await page.getByLabel('Btw-nummer').fill('NL004495445B01')
  await expect(page.getByText('Niet gecontroleerd bij VIES')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Neem 9944:NL004495445B01' })).toBeVisible()
  await page.getByLabel('Peppol-ID').fill('12345678')
  await page.getByLabel('Uw referentie').fill('PO 4711')
  await page.getByLabel('E-mailadres voor facturen').fill('facturen')
  await page.getByLabel('Uw referentie').focus()
  await expect(page.getByLabel('E-mailadres voor facturen')).toHaveAccessibleDescription(
    /geen geldig e-mailadres/,
  )
  await page.getByLabel('E-mailadres voor facturen').fill('facturen@aurora.nl')
  await page.locator('select[name="country"]').selectOption('NL')
  await page.getByRole('button', { name: 'Neem 0106:12345678' }).click()
  await expect(page.getByLabel('Peppol-ID')).toHaveValue('0106:12345678')
  await fillInfo(page, { email: 'inkoop@aurora.nl' })
  await order(page, 'bank_transfer')
  const number = await shownNumber(page)
  await page.getByRole('link', { name: 'Naar uw bestelling' }).click()
  for (const said of ['Btw-nummer: NL004495445B01', 'Peppol 0106:12345678', 'PO 4711', 'facturen@aurora.nl'])
    await expect(page.getByText(said)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /XML/ }).first().click()
  const xml = readFileSync((await (await download).path()) ?? '', 'utf8')
  expect(xml).toContain('<cbc:EndpointID schemeID="0106">12345678</cbc:EndpointID>')
  expect(xml).toContain('<cbc:BuyerReference>PO 4711</cbc:BuyerReference>')
  expect(xml).toContain(`<cbc:SalesOrderID>${number}</cbc:SalesOrderID>`)
  expect(watched.problems).toEqual([])
})

test('somebody signed in pays on delivery, in German, with what the account knows', async ({ page }) => {
  await signUp(page, server, {
    name: 'Karl von der Elbe',
    email: 'karl@reederei-elbe.de',
    phone: '+49 40 123456',
    company: 'Reederei Elbe',
  })
  await page.goto(`${server.url}/koop?product=sm19&lang=de`)
  await page.getByRole('button', { name: 'Weiter zu Ihren Angaben' }).click()
  await expect(page.getByText('automatisch ausgefüllt')).toBeVisible()
  await expect(page.getByLabel('Vorname')).toHaveValue('Karl')
  await expect(page.getByLabel('Nachname')).toHaveValue('von der Elbe')
  await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue('karl@reederei-elbe.de')
  await expect(page.getByLabel('Telefon')).toHaveValue('+49 40 123456')
  await expect(page.getByLabel('Firma')).toHaveValue('Reederei Elbe')
  await expect(page.getByLabel('Name des Schiffs')).toHaveValue('Ms Aurora')
  await expect(page.getByLabel('Schiffstyp')).toHaveValue('tanker')
  await page.getByLabel('USt-IdNr.').fill('DE 136 695 976')
  await page.getByLabel('Straße und Hausnummer').fill('Elbchaussee 1')
  await page.getByLabel('Postleitzahl').fill('22765')
  await page.getByLabel('Ort', { exact: true }).fill('Hamburg')
  await page.getByLabel('Land', { exact: true }).selectOption('DE')
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
  await page.getByRole('radio', { name: 'Zahlung bei Lieferung' }).check()
  const cash = 'Barzahlung ab 3.000 € ist gesetzlich verboten.'
  await expect(page.getByText(/Mit Karte oder Echtzeitüberweisung, am Tag des Einbaus/)).toContainText(cash)
  await page.getByLabel('Ich akzeptiere die Allgemeinen Geschäftsbedingungen.').check()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await expect(page.getByRole('heading', { name: 'Ihre Bestellung ist aufgegeben' })).toBeVisible()
  const number = await shownNumber(page)
  await expect(page.getByText('Sie zahlen beim Einbau mit Karte; jetzt müssen Sie nichts tun.')).toBeVisible()
  await page.goto(`${server.url}/profile`)
  const orders = page.getByRole('region', { name: 'Bestellungen' })
  await expect(orders.getByRole('link', { name: number }).first()).toBeVisible()
  await expect(orders.getByText('1 × Shipminer 19')).toBeVisible()
  await orders.getByRole('link', { name: number }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bestellung ${number}`)
  await expect(page.getByText(/Sie zahlen beim Einbau, mit Karte oder Echtzeitüberweisung/)).toContainText(
    cash,
  )
  await expect(page.getByText('Verfällt am')).toBeVisible()
  // A business has no right of withdrawal.
  await expect(page.getByRole('heading', { name: 'Widerrufsrecht' })).toHaveCount(0)
})

test('what was typed survives a reload and the back button; no step is entered before its turn', async ({
  page,
}) => {
  await page.goto(`${server.url}/koop?step=payment`)
  await expect(page).toHaveURL(/step=info/)
  await expect(page.getByRole('heading', { name: 'Uw gegevens' })).toBeVisible()
  await page.goto(`${server.url}/koop?step=complete`)
  await expect(page).toHaveURL(/step=info/)
  await walkToPayment(page, server, { product: 'sm21' })
  await page.getByRole('radio', { name: 'Betalen bij levering' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Betalen bij levering' })).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Uw gegevens' })).toBeVisible()
  await expect(page.getByLabel('Voornaam')).toHaveValue(buyer.firstName)
  await page.reload()
  await expect(page.getByLabel('Plaats')).toHaveValue(buyer.city)
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Shipminer 21' })).toBeChecked()
  await page.goForward()
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Bestellen met betaalverplichting' })).toBeVisible()
  await page.getByRole('link', { name: 'Gegevens' }).click()
  await page.getByLabel('Voornaam').fill('')
  await page.goto(`${server.url}/koop?step=payment`)
  await expect(page).toHaveURL(/step=info/)
})

test.describe('one order of one intention', () => {
  const countOf = async (email: string) =>
    (await listOrders(server)).filter((one) => one.email === email).length

  test('a double click', async ({ page }) => {
    const email = 'double@schip-aurora.nl'
    await walkToPayment(page, server, { buyer: { email } })
    await page.getByRole('radio', { name: 'Bankoverschrijving' }).check()
    await page.locator('input[name="terms"]').check()
    await submit(page).dblclick()
    await expect(page).toHaveURL(/step=complete/)
    await shownNumber(page)
    expect(await countOf(email)).toBe(1)
  })

  test('the answer is lost, the page is loaded again, the button pressed again', async ({ page }) => {
    const email = 'lost@schip-aurora.nl'
    await walkToPayment(page, server, { buyer: { email } })
    await page.route('**/api/orders', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await order(page, 'bank_transfer')
    await expect(page.getByText('Geen antwoord gekregen')).toBeVisible()
    await page.unroute('**/api/orders')
    await page.reload()
    await order(page, 'bank_transfer')
    await expect(page).toHaveURL(/step=complete/)
    await shownNumber(page)
    expect(await countOf(email)).toBe(1)
  })

  test('the answer is lost, then another way to pay is chosen: the order that exists is shown', async ({
    page,
  }) => {
    const email = 'changed@schip-aurora.nl'
    await walkToPayment(page, server, { buyer: { email } })
    await page.route('**/api/orders', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await order(page, 'bank_transfer')
    await expect(page.getByText('Geen antwoord gekregen')).toBeVisible()
    await page.unroute('**/api/orders')
    await order(page, 'pay_on_delivery')
    await expect(page).toHaveURL(/step=complete/)
    await expect(page.getByRole('img', { name: /QR-code voor uw bank-app/ })).toBeVisible()
    expect(await countOf(email)).toBe(1)
  })

  test('two tabs', async ({ page, context }) => {
    const email = 'tabs@schip-aurora.nl'
    const other = await context.newPage()
    await walkToPayment(page, server, { buyer: { email } })
    await walkToPayment(other, server, { buyer: { email } })
    await order(page, 'bank_transfer')
    await expect(page).toHaveURL(/step=complete/)
    const number = await shownNumber(page)
    await order(other, 'bank_transfer')
    await expect(other).toHaveURL(/step=complete/)
    expect(await shownNumber(other)).toBe(number)
    expect(await countOf(email)).toBe(1)
    // Anyone who wants another one starts over.
    await page.getByRole('link', { name: 'Nog iets bestellen' }).click()
    await submit(page).click()
    await fillInfo(page, { email })
    await order(page, 'bank_transfer')
    await expect(page).toHaveURL(/step=complete/)
    await expect(page.getByText(number)).toHaveCount(0)
    expect(await shownNumber(page)).not.toBe(number)
    expect(await countOf(email)).toBe(2)
  })
})

test('a way to pay that cannot be had for the moment comes back by itself', async ({ page }) => {
  await page.clock.install()
  let isAway = true
  await page.route('**/api/orders/quote', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const away = { available: false, reason: 'watcher-behind' }
    for (const offer of json.data.methods)
      if (isAway && offer.method === 'bank_transfer') Object.assign(offer, away)
    await route.fulfill({ response, json })
  })
  await walkToPayment(page, server)
  const choice = page.locator('input[name="method"][value="bank_transfer"]')
  await expect(choice).toBeDisabled()
  isAway = false
  await page.clock.fastForward(10_000)
  await expect(choice).toBeEnabled()
})

test('a price that changed is shown and asked again', async ({ page }) => {
  await walkToPayment(page, server, { product: 'lottery', buyer: { email: 'price@schip-aurora.nl' } })
  await expect(summary(page)).toContainText('€ 250,00')
  // The price is the server's by now, not the one that the page came with.
  await expect(summary(page)).toHaveAttribute('aria-busy', 'false')
  await operate(server, 'product:set', { id: 'lottery', price: '260' })
  await order(page, 'bank_transfer')
  await expect(page.getByText('De prijs is gewijzigd')).toBeVisible()
  await expect(page.getByText(/Het nieuwe totaal is €\s260,00/)).toBeVisible()
  await expect(summary(page)).toContainText('€ 260,00')
  await submit(page).click()
  await expect(page).toHaveURL(/step=complete/)
  await operate(server, 'product:set', { id: 'lottery', price: '250' })
})

test('more than ten, what is coming soon, and what is sold out', async ({ page }) => {
  await page.goto(`${server.url}/koop?product=sm19&lang=en`)
  await page.getByLabel('Quantity').fill('11')
  await expect(page.getByText('More than 10 units', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a quote' })).toHaveAttribute(
    'href',
    '/contact?subject=quote&product=sm19',
  )
  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('Quantity').fill('10')
  await expect(page.getByText('More than 10 units', { exact: true })).toBeHidden()
  await page.getByRole('radio', { name: 'Shipminer 23' }).check()
  await expect(page.getByRole('link', { name: 'Notify me' })).toHaveAttribute(
    'href',
    '/contact?subject=notify-me&product=sm23',
  )
  await expect(submit(page)).toBeDisabled()
  await operate(server, 'product:set', { id: 'sm21', stock: '2' })
  await page.getByRole('radio', { name: 'Shipminer 21' }).check()
  await expect(page.getByText('Not enough in stock')).toBeVisible()
  await page.getByLabel('Quantity').fill('2')
  await expect(page.getByText('Not enough in stock')).toBeHidden()
  await submit(page).click()
  await expect(page).toHaveURL(/step=info/)
  await operate(server, 'product:set', { id: 'sm21', stock: 'none' })
})

test('orders are switched off and on while the server runs', async ({ page, browser }) => {
  await operate(server, 'orders', { accept: 'off' })
  await page.goto(`${server.url}/koop?product=sm21&lang=en`)
  await expect(page.getByRole('heading', { name: 'Orders are being prepared' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible()
  await operate(server, 'orders', { accept: 'on' })
  // A browser may cache the settings for a minute; another one fetches them again.
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${server.url}/koop?product=sm21&lang=en`)
  await expect(other.getByRole('radio', { name: 'Shipminer 21' })).toBeChecked()
  // Off again while a buyer is choosing.
  await operate(server, 'orders', { accept: 'off' })
  // The page notices it by itself, or fetches it when something is chosen.
  const prepared = other.getByRole('heading', { name: 'Orders are being prepared' })
  const choice = other.getByRole('radio', { name: 'Shipminer 19' })
  await expect(async () => {
    if (await choice.isVisible()) await choice.check({ timeout: 2000 })
    await expect(prepared).toBeVisible({ timeout: 5000 })
  }).toPass()
  await context.close()
  await operate(server, 'orders', { accept: 'on' })
})

test('an order is paid another way, cancelled, and withdrawn from', async ({ page }) => {
  await walkToPayment(page, server, { product: 'sm19', language: 'ro', buyer: { email: 'ro@nava.ro' } })
  await order(page, 'bank_transfer')
  await page.getByRole('link', { name: 'La comanda dumneavoastră' }).click()
  await page.getByRole('button', { name: 'Plătiți altfel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Plata la livrare' }).check()
  await dialog.getByRole('button', { name: 'Plătiți astfel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Altă metodă de plată aleasă')).toBeVisible()
  await expect(page.getByText(/Plătiți la montaj, cu cardul sau prin transfer instant/)).toBeVisible()

  await page.getByRole('button', { name: 'Retragere din contract aici' }).click()
  const withdrawal = page.getByRole('region', { name: 'Dreptul de retragere' })
  await expect(withdrawal.getByLabel('Numele dumneavoastră')).toHaveValue('Jan van der Berg')
  await withdrawal.getByLabel('Numele dumneavoastră').fill('')
  await withdrawal.getByRole('button', { name: 'Continuați' }).click()
  await expect(withdrawal.getByLabel('Numele dumneavoastră')).toBeFocused()
  await withdrawal.getByLabel('Numele dumneavoastră').fill('Jan van der Berg')
  await withdrawal.getByRole('button', { name: 'Continuați' }).click()
  await withdrawal.getByRole('button', { name: 'Confirmați retragerea' }).click()
  await expect(withdrawal.getByText('Retragere primită')).toBeVisible()

  await walkToPayment(page, server, { product: 'lottery', buyer: { email: 'cancel@schip-aurora.nl' } })
  await order(page, 'bank_transfer')
  await page.getByRole('link', { name: 'Naar uw bestelling' }).click()
  await page.getByRole('button', { name: 'Bestelling annuleren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nee, behouden' }).click()
  await page.getByRole('button', { name: 'Bestelling annuleren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ja, annuleren' }).click()
  await expect(page.getByText('Deze bestelling is geannuleerd.')).toBeVisible()
})

test('without a connection the order stays as it was seen, and says so', async ({ page }) => {
  await walkToPayment(page, server, { product: 'sm19', buyer: { email: 'offline@schip-aurora.nl' } })
  await order(page, 'pay_on_delivery')
  await page.getByRole('link', { name: 'Naar uw bestelling' }).click()
  // The step before shows the number too: what is to stay must have been there.
  const title = page.getByRole('heading', { level: 1, name: /^Bestelling SM-\d{4}-\d{6}$/ })
  await expect(title).toBeVisible()
  const number = await title.textContent()
  await page.route('**/api/orders/*', (route) => route.abort())
  // Another tab and back: the page looks again at once, unless it is looking already.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Verversen mislukt')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(title).toHaveText(number ?? '')
  await page.unroute('**/api/orders/*')
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(page.getByText('Verversen mislukt')).toBeHidden()
})
