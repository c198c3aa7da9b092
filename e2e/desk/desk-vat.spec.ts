import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { placeOrder } from '../support/by-calls.ts'
import { expect, test } from '../support/journey.ts'
import { operate } from '../support/operate.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk } from '../support/sign-in.ts'

/** What is put right about an order: the treatment of its VAT, and the details of its buyer. */
test.use({ locale: 'nl-NL', viewport: { width: 390, height: 844 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-vat', {
  VIES_URL: 'off',
  ORDERS_ENABLED: 'true',
  VAT_CASES: 'export,intra-community',
})

const place = async (country = 'NL') =>
  (
    await placeOrder(server, {
      product: 'lottery',
      buyer: { ...buyer, country },
      language: 'de',
      expectedGrossCents: 25_000,
    })
  ).order

/** The desk's page of an order, for a new operator. */
const openOrder = (page: Page, id: string, email: string) =>
  signInAtDesk(page, server, `/desk/orders/${id}`, { name: 'Anna Bos', email, company: 'Shipminer' })

test('an address is put right: seen before it is done, and the invoice is made anew', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const order = await place()
  await openOrder(page, order.id, 'verkoop@shipminer.nl')
  const card = page.getByRole('region', { name: 'Klant' })
  await card.getByRole('button', { name: 'Gegevens wijzigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Straat en huisnummer' }).fill('')
  await dialog.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Straat en huisnummer' })).toHaveAccessibleDescription(/./)
  await dialog.getByRole('textbox', { name: 'Straat en huisnummer' }).fill('Parkkade 9')
  await dialog.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
  await expect(dialog.getByText('Kade 1', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Parkkade 9', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/Een creditfactuur neemt INV-\d+-\d+ terug/)).toBeVisible()
  await expect(dialog.getByText('Het totaal en de btw blijven gelijk.')).toBeVisible()
  await expectAccessible(page, 'what a correction changes')
  await dialog.getByRole('button', { name: 'Wijzigen', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Reden' }).fill('verhuisd, zegt hun mail')
  await dialog.getByRole('button', { name: 'Wijzigen', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText('Parkkade 9')).toBeVisible()
  await expect(page.getByText('Gegevens van de koper gewijzigd').first()).toBeVisible()
})

test('an export is chosen with its papers, and the tax goes back to the buyer', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const order = await place('CH')
  await operate(server, 'book-payment', { order: order.number, euro: '250', reason: 'afschrift' })
  await openOrder(page, order.id, 'boekhouding@shipminer.nl')

  const card = page.getByRole('region', { name: 'Btw-behandeling' })
  await expect(card.getByText('Verzonden vanuit Nederland, 21 %')).toBeVisible()
  await card.getByRole('button', { name: 'Andere btw-behandeling kiezen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Uw belastingadviseur moet deze behandeling')).toBeVisible()
  await expect(dialog.getByText('Gaat terug naar de koper', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reden' }).fill('aangifte van 3 mei')
  await dialog.getByRole('button', { name: 'Deze behandeling kiezen' }).click()
  await expect(dialog.getByText('Noem de papieren: deze behandeling heeft bewijs nodig.')).toBeVisible()
  await expect(dialog.getByText('Bevestig dat een adviseur die heeft goedgekeurd.')).toBeVisible()
  await expectAccessible(page, 'another treatment of the VAT')
  await dialog.getByRole('textbox', { name: 'Papieren die het bewijzen' }).fill('MRN 26NL0001')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Deze behandeling kiezen' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText('Uitvoer uit de EU, 0 % (artikel 146)')).toBeVisible()
  await expect(card.getByText('MRN 26NL0001')).toBeVisible()
  const refunds = page.getByRole('region', { name: 'Terugbetalingen' })
  await expect(refunds.getByText(/43,39/)).toBeVisible()
})
