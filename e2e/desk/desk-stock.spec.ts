import { sellerDay } from '../../apps/server/src/modules/invoices/seller.ts'
import { deliveryWeek } from '../../packages/domain/src/catalogue/data-sheet.ts'
import { expectAccessible } from '../support/access.ts'
import { buyer, order as orderInShop, shownNumber, walkToPayment } from '../support/buyer.ts'
import { placeOrder, priceCents } from '../support/by-calls.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk } from '../support/sign-in.ts'

/** Boxes on their way: entered, scanned for an order, planned, fitted one after the other, and under warranty; and the week that the shop promises by them. */
test.use({
  timezoneId: 'Europe/Amsterdam',
  locale: 'nl-NL',
  viewport: { width: 1440, height: 900 },
  actionTimeout: paced(15_000),
})

const server = ownServer('desk-stock', {
  ORDERS_ENABLED: 'true',
  VIES_URL: 'off',
})

test('boxes go from the workshop to the ship, in two parts', async ({ page, browser }) => {
  test.setTimeout(paced(180_000))
  const { order, orderKey } = await placeOrder(server, {
    quantity: 2,
    method: 'pay_on_delivery',
    buyer: { ...buyer, shipName: 'Ms Aurora' },
    expectedGrossCents: 2 * priceCents,
  })
  const dialog = page.getByRole('dialog')

  await test.step('they are entered, and one that is no serial number is named', async () => {
    await signInAtDesk(page, server, '/desk/stock', {
      name: 'Piet Bakker',
      email: 'piet@provider.nl',
      role: 'service',
    })
    await page.getByRole('button', { name: 'Boxen invoeren' }).click()
    await dialog.getByLabel('Status').selectOption('built')
    await dialog.getByLabel('Serienummers').fill('sm19-0001\nSM19-0002\n?')
    await dialog.getByRole('button', { name: 'Boxen invoeren' }).click()
    await expect(dialog.getByRole('alert')).toContainText('is geen serienummer')
    await expectAccessible(page, 'stock, view 1')
    await dialog.getByRole('button', { name: 'Toch niet' }).click()
    await expect(page.getByRole('link', { name: 'SM19-0002' })).toBeVisible()
  })

  await test.step('they are tested, and chosen for the order by scanning', async () => {
    await page.getByLabel('SM19-0001 kiezen').check()
    await page.getByLabel('SM19-0002 kiezen').check()
    await page
      .getByRole('region', { name: 'Gekozen regels' })
      .getByRole('button', { name: 'Scannen' })
      .click()
    await dialog.getByLabel('Wat is er gedaan').selectOption('test')
    await dialog.getByLabel('Bestelnummer').fill(order.number.toLowerCase())
    await dialog.getByRole('button', { name: 'Vastleggen' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: order.number })).toHaveCount(2)
    await expectAccessible(page, 'stock, view 2')
  })

  await test.step('the day is planned on the calendar, with the sheet for the fitter', async () => {
    await page.goto(`${server.url}/desk/calendar`)
    await page.getByRole('link', { name: /Ms Aurora/ }).click()
    const day = sellerDay(new Date())
    await page.getByLabel('Dag', { exact: true }).fill(day)
    await page.getByLabel('Begin').fill('08:30')
    await page.getByLabel(/^Monteur/).fill('Piet')
    await page.getByLabel('Ligplaats').fill('Waalhaven, pier 7')
    await page.getByLabel('Bekabeling').fill('30 m van het paneel achter')
    await page.getByRole('button', { name: 'Afspraak opslaan' }).click()
    await expect(page.getByText('De afspraak is opgeslagen.').first()).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Montageblad (PDF)' }).click()
    expect((await download).suggestedFilename()).toBe(`montageblad-${order.number}.pdf`)
    await expectAccessible(page, 'stock, view 3')
    await page.goto(`${server.url}/desk/calendar`)
    await expect(page.getByRole('link', { name: /08:30 Ms Aurora/ })).toBeVisible()
    await expectAccessible(page, 'stock, view 4')
  })

  await test.step('the first is fitted, then the other, and the order is installed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.url}/desk/orders/${order.id}`)
    const mount = async (serial: string) => {
      await page.getByRole('button', { name: 'Boxen scannen' }).click()
      await dialog.getByLabel('Serienummers').fill(serial)
      await dialog.getByRole('button', { name: 'Vastleggen' }).click()
      await expect(dialog).toBeHidden()
    }
    await mount('SM19-0001')
    await expect(page.getByText('1 van 2 aan boord')).toBeVisible()
    await expect(page.getByText('Een deel van de boxen is aan boord')).toBeVisible()
    await expectAccessible(page, 'stock, view 5')
    await mount('SM19-0002')
    await expect(page.getByText('2 van 2 aan boord')).toBeVisible()
    await expect(page.getByText('Ingebouwd', { exact: false }).first()).toBeVisible()
    await page.goto(`${server.url}/desk/calendar`)
    await expect(page.getByRole('link', { name: /Ms Aurora/ })).toContainText('aan boord')
    await expectAccessible(page, 'stock, view 6')
    await page.goto(`${server.url}/desk/stock?search=SM19-0001`)
    await page.getByRole('link', { name: 'SM19-0001' }).click()
    // The list has a column of that name, too.
    await expect(page.getByRole('table', { name: 'Voorraad', exact: true })).toHaveCount(0)
    await expect(page.getByText('Garantie tot en met')).toBeVisible()
    await expectAccessible(page, 'stock, view 7')
  })

  await test.step('the buyer sees the serial numbers and the warranty', async () => {
    const context = await browser.newContext({ locale: 'nl-NL' })
    const own = await context.newPage()
    await own.goto(`${server.url}/order/${order.id}#key=${orderKey}`)
    await expect(own.getByText('SM19-0002')).toBeVisible()
    await expect(own.getByText(/garantie tot en met/).first()).toBeVisible()
    await context.close()
  })
})

/** Enters one box at the desk. */
async function enterBox(page: Page, serial: string, state: 'ordered' | 'built', expectedOn?: string) {
  const dialog = page.getByRole('dialog')
  await page.goto(`${server.url}/desk/stock`)
  await page.getByRole('button', { name: 'Boxen invoeren' }).click()
  await dialog.getByLabel('Status').selectOption(state)
  if (expectedOn !== undefined) await dialog.getByLabel('Komt op').fill(expectedOn)
  await dialog.getByLabel('Serienummers').fill(serial)
  await dialog.getByRole('button', { name: 'Boxen invoeren' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: serial })).toBeVisible()
}

/** Scans one box at the desk: what was done with it, and for which order it is. */
async function scanBox(page: Page, serial: string, action: string, orderNumber = '') {
  const dialog = page.getByRole('dialog')
  await page.goto(`${server.url}/desk/stock`)
  await page.getByRole('button', { name: 'Scannen' }).click()
  await dialog.getByLabel('Wat is er gedaan').selectOption(action)
  await dialog.getByLabel('Serienummers').fill(serial)
  if (orderNumber !== '') await dialog.getByLabel('Bestelnummer').fill(orderNumber)
  await dialog.getByRole('button', { name: 'Vastleggen' }).click()
  await expect(dialog).toBeHidden()
}

test('the week that the shop promises comes from the boxes, and from the data sheet once all are taken', async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(180_000))
  const dialog = page.getByRole('dialog')
  const sheetWeeks = 10
  const elsewhere = await browser.newContext({ locale: 'nl-NL', timezoneId: 'Europe/Amsterdam' })
  const shop = await elsewhere.newPage()
  // A browser keeps the catalogue for half a minute; one that lets requests be looked at keeps nothing.
  await shop.route('**/api/products*', (route) => route.continue())
  const weekIn = (weeks: number) => deliveryWeek(Date.now(), weeks)
  const promise = shop.getByText(/^Besteld vandaag: levering in week/)
  /** What the desk says of the product, as the shop does: so many weeks, from the boxes or from the data sheet. */
  const promised = async (weeks: number, from: 'uit de voorraad' | 'van het gegevensblad') => {
    const { week, year } = weekIn(weeks)
    await page.goto(`${server.url}/desk/stock`)
    const supply = page.getByRole('table', { name: 'Voorraad per product' })
    await expect(supply.getByRole('row', { name: /Shipminer 19/ })).toContainText(
      `week ${week}, ${year}${from}`,
    )
    await shop.goto(`${server.url}/shipminer-19?lang=nl`)
    await expect(promise).toHaveText(`Besteld vandaag: levering in week ${week} van ${year}.`)
  }
  await signInAtDesk(page, server, '/desk/stock', { name: 'Els Visser', email: 'els@provider.nl' })

  await test.step('nobody promises a week that nobody knows; the data sheet says one', async () => {
    const supply = page.getByRole('table', { name: 'Voorraad per product' })
    await expect(supply.getByRole('row', { name: /Shipminer 19/ })).toContainText('geen')
    await shop.goto(`${server.url}/shipminer-19?lang=nl`)
    await expect(shop.getByRole('heading', { name: 'Wat u wanneer krijgt' })).toBeVisible()
    await expect(promise).toHaveCount(0)
    await shop.goto(`${server.url}/koop?product=sm19&lang=nl`)
    await expect(shop.getByRole('complementary')).toHaveAttribute('aria-busy', 'false')
    await expect(promise).toHaveCount(0)
    await page.goto(`${server.url}/desk/catalogue`)
    const card = page.getByRole('article', { name: 'Shipminer 19' })
    await card.getByRole('button', { name: 'Wijzigen' }).click()
    await card.getByText('Gegevensblad', { exact: true }).click()
    await card.getByLabel('Levertijd, weken', { exact: true }).fill('10')
    await card.getByLabel('Levertijd, weken: bron').fill('werkplaats')
    await card.getByRole('button', { name: 'Wijziging bekijken' }).click()
    await dialog.getByLabel('Reden').fill('levertijd van de werkplaats')
    await dialog.getByRole('button', { name: 'Opslaan' }).click()
    await expect(dialog).toBeHidden()
    await promised(sheetWeeks, 'van het gegevensblad')
  })

  await test.step('a box promises an earlier week with every state that it reaches', async () => {
    await enterBox(page, 'SM19-0101', 'ordered', sellerDay(new Date(Date.now() + 8 * 86_400_000)))
    await promised(4, 'uit de voorraad')
    await scanBox(page, 'SM19-0101', 'build')
    await promised(2, 'uit de voorraad')
    await scanBox(page, 'SM19-0101', 'test')
    await promised(1, 'uit de voorraad')
  })

  const number =
    await test.step('who orders it is promised that week, and the next who orders is not', async () => {
      await shop.goto(`${server.url}/koop?product=sm19&lang=nl`)
      const { week, year } = weekIn(1)
      const words = `Besteld vandaag: levering in week ${week} van ${year}.`
      await expect(promise).toHaveText(words)
      await walkToPayment(shop, server)
      await expect(promise).toHaveText(words)
      await orderInShop(shop, 'pay_on_delivery')
      await expect(shop.getByRole('heading', { name: 'Uw bestelling is geplaatst' })).toBeVisible()
      const placed = await shownNumber(shop)
      await shop.getByRole('link', { name: 'Naar uw bestelling' }).click()
      await expect(shop.getByText(`Levering in week ${weekIn(1).week}`)).toBeVisible()
      await promised(sheetWeeks, 'van het gegevensblad')
      return placed
    })

  await test.step('once the box is kept for that order, a second one is for the next', async () => {
    await scanBox(page, 'SM19-0101', 'bind', number)
    await promised(sheetWeeks, 'van het gegevensblad')
    await enterBox(page, 'SM19-0102', 'built')
    await promised(2, 'uit de voorraad')
  })
  await elsewhere.close()
})
