import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { ServerProcess } from '../scripts/lib/stack.ts'
import { expectAccessible } from './support/access.ts'
import { buyer, operate } from './support/buyer.ts'
import { expect, test } from './support/journey.ts'
import { paced } from './support/pace.ts'
import { passSecondFactor, signUp } from './support/sign-in.ts'
import { startServer } from './support/start-server.ts'

/** Another treatment of an order's VAT, from the warning to the money that goes back. */
test.use({ locale: 'nl-NL', viewport: { width: 390, height: 844 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-desk-vat-'))
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer({
    dataDir: join(root, 'server'),
    env: {
      NETWORK_SOURCES: '',
      PRICE_SOURCES: '',
      PAYMENT_RATE_SOURCES: '',
      VIES_URL: 'off',
      ORDERS_ENABLED: 'true',
      VAT_CASES: 'export,intra-community',
    },
  })
})

test.afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const PlacedSchema = z.object({ data: z.object({ order: z.object({ id: z.string(), number: z.string() }) }) })
const GrantSchema = z.object({ authenticator: z.string() })

test('an export is chosen with its papers, and the tax goes back to the buyer', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const placed = await page.request.post(`${server.url}/api/orders`, {
    headers: { 'idempotency-key': 'desk-vat-0001' },
    data: {
      product: 'lottery',
      quantity: 1,
      method: 'bank_transfer',
      buyer: { ...buyer, country: 'CH' },
      language: 'de',
      expectedGrossCents: 25_000,
      acceptedTerms: true,
    },
  })
  const { order } = PlacedSchema.parse(await placed.json()).data
  await operate(server, 'book-payment', { order: order.number, euro: '250', reason: 'afschrift' })
  const email = 'boekhouding@shipminer.nl'
  const person = { name: 'Anna Bos', email, phone: '+31 6 1234 5678', company: 'Shipminer' }
  const { account } = await signUp(page, server, person)
  const { authenticator } = GrantSchema.parse(
    await operate(server, 'operator:grant', { user: account.address, role: 'owner' }),
  )
  await page.goto(`${server.url}/desk/orders/${order.id}`)
  await passSecondFactor(page, authenticator)

  const card = page.getByRole('region', { name: 'Btw-behandeling' })
  await expect(card.getByText('Verzonden vanuit Nederland, 21 %')).toBeVisible()
  await card.getByRole('button', { name: 'Andere btw-behandeling kiezen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Uw belastingadviseur moet deze behandeling')).toBeVisible()
  await expect(dialog.getByText('Gaat terug naar de koper', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reden' }).fill('aangifte van 3 mei')
  await dialog.getByRole('button', { name: 'Deze behandeling kiezen' }).click()
  await expect(dialog.getByText('Noem de papieren: deze behandeling heeft bewijs nodig.')).toBeVisible()
  await expect(dialog.getByText('Bevestig dat een adviseur haar heeft goedgekeurd.')).toBeVisible()
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
