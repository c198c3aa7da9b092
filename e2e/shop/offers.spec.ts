import * as z from 'zod'
import { createLinkKeys } from '../../apps/server/src/platform/auth/link-keys.ts'
import { expectAccessible } from '../support/access.ts'
import { buyer } from '../support/buyer.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { listOrders, operate } from '../support/operate.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { secretKeyOf } from '../support/secret-key.ts'
import { signInAtDesk } from '../support/sign-in.ts'

/** From an inquiry to an offer, and from the offer to an order: by its link, and on the telephone. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('offers', { VIES_URL: 'off' })

const OfferSchema = z.object({ data: z.object({ offer: z.object({ id: z.string(), number: z.string() }) }) })

/** Presses the button that sends the form of an offer, and gives what the server made of it. */
async function sendOffer(page: Page) {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/api/desk/offers') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Offerte versturen' }).click()
  return OfferSchema.parse(await (await answered).json()).data.offer
}

/** The address that the mail of an offer has. */
function linkOf(id: string): string {
  return `${server.url}/offer/${id}#key=${createLinkKeys(secretKeyOf(server), 'offer').of(id)}`
}

test('the desk answers an inquiry with an offer, and it becomes an order', async ({ page, browser }) => {
  test.setTimeout(paced(180_000))
  await page.request.post(`${server.url}/api/inquiries/contact`, {
    data: { name: 'Jan van der Berg', email: buyer.email, message: 'Twaalf boxen?', language: 'nl' },
  })
  await signInAtDesk(page, server, '/desk/leads', { role: 'sales' })
  await page.getByRole('table', { name: 'Aanvragen' }).getByRole('link', { name: 'Jan van der Berg' }).click()
  await page.getByRole('link', { name: 'Offerte maken' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Nieuwe offerte' })).toBeVisible()
  await expect(page.locator('input[name="lastName"]')).toHaveValue('van der Berg')
  await page.getByRole('button', { name: 'Offerte versturen' }).click()
  await expect(page.getByText('Vul product, aantal, prijs')).toBeVisible()
  await expectAccessible(page, 'a new offer')
  await page.locator('select[name="product"]').selectOption('sm21')
  await page.locator('input[name="quantity"]').fill('12')
  await page.locator('input[name="unit"]').fill('39000')
  await expect(page.getByText('€ 468.000,00')).toBeVisible()
  const { id, number } = await sendOffer(page)
  await expect(page.getByText(`Offerte ${number} is verstuurd naar ${buyer.email}.`).first()).toBeVisible()

  // Whoever has the link, on a phone.
  const guest = await browser.newContext({ locale: 'nl-NL', viewport: { width: 360, height: 740 } })
  const phone = await guest.newPage()
  await phone.goto(`${server.url}/offer/${id}`)
  await expect(phone.getByText('Offerte niet gevonden')).toBeVisible()
  await phone.goto('about:blank')
  await phone.goto(linkOf(id))
  await expect(phone.getByRole('heading', { level: 1, name: number })).toBeVisible()
  expect(phone.url()).not.toContain('key=')
  await expect(phone.getByText('468.000,00').first()).toBeVisible()
  await expectAccessible(phone, 'an offer')
  for (const name of ['phone', 'street', 'postalCode', 'city'] as const)
    await phone.locator(`input[name="${name}"]`).fill(buyer[name])
  await phone.locator('select[name="country"]').selectOption('NL')
  await phone.locator('main form button[type="submit"]').click()
  await phone.locator('input[name="method"][value="bank_transfer"]').check({ force: true })
  await phone.getByRole('button', { name: 'Bestellen met betaalverplichting' }).click()
  await expect(phone.getByText('Ga akkoord met de voorwaarden om te kunnen bestellen.')).toBeVisible()
  await phone.locator('input[name="terms"]').check()
  await phone.getByRole('button', { name: 'Bestellen met betaalverplichting' }).click()
  await expect(phone).toHaveURL(/\/order\//)
  await expect(phone.getByText('468.000,00').first()).toBeVisible()
  expect(await listOrders(server)).toMatchObject([{ email: buyer.email, method: 'bank_transfer' }])
  await phone.goto(linkOf(id))
  await expect(phone.getByText('Deze offerte is aanvaard')).toBeVisible()
  await guest.close()

  // Another one, on the telephone.
  await page.goto(`${server.url}/desk/offers/new`)
  await page.locator('select[name="product"]').selectOption('sm19')
  await page.locator('input[name="unit"]').fill('17500')
  for (const name of ['firstName', 'lastName', 'email'] as const)
    await page.locator(`input[name="${name}"]`).fill(buyer[name])
  const second = await sendOffer(page)
  await page.getByRole('link', { name: 'Alle offertes' }).last().click()
  await expectAccessible(page, 'the list of offers')
  await page.getByRole('table', { name: 'Offertes' }).getByRole('link', { name: second.number }).click()
  const card = page.getByRole('article').filter({ hasText: second.number })
  await expect(card).toBeVisible()
  await expectAccessible(page, 'one offer')
  await card.getByRole('button', { name: 'Bestelling per telefoon' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['phone', 'street', 'postalCode', 'city'] as const)
    await dialog.locator(`input[name="${name}"]`).fill(buyer[name])
  await dialog.locator('select[name="country"]').selectOption('NL')
  await dialog.getByRole('button', { name: 'Bestelling plaatsen' }).click()
  await expect(dialog.getByText('Zonder aanvaarde voorwaarden')).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Bestelling plaatsen' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('link', { name: /^SM-/ })).toBeVisible()

  // One that is over is offered again as a new one, with what was agreed.
  await page.goto(`${server.url}/desk/offers/new`)
  await page.locator('select[name="product"]').selectOption('sm23')
  await page.locator('input[name="quantity"]').fill('2')
  await page.locator('input[name="unit"]').fill('61234,50')
  await page.locator('textarea').fill('Levering in twee keer.')
  for (const name of ['firstName', 'lastName', 'email', 'city'] as const)
    await page.locator(`input[name="${name}"]`).fill(buyer[name])
  const third = await sendOffer(page)
  await page.getByRole('link', { name: 'Alle offertes' }).last().click()
  await page.getByRole('table', { name: 'Offertes' }).getByRole('link', { name: third.number }).click()
  const over = page.getByRole('article').filter({ hasText: third.number })
  await expect(over.getByRole('button', { name: 'Opnieuw aanbieden' })).toHaveCount(0)
  await over.getByRole('button', { name: 'Intrekken' }).click()
  await dialog.getByRole('button', { name: 'Intrekken' }).click()
  await over.getByRole('button', { name: 'Opnieuw aanbieden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nieuwe offerte' })).toBeVisible()
  await expect(page.getByText('€ 122.469,00')).toBeVisible()
  await expect(page.locator('textarea')).toHaveValue('Levering in twee keer.')
  await expect(page.locator('input[name="city"]')).toHaveValue(buyer.city)
  expect(page.url()).not.toContain(buyer.lastName.slice(-4))
  expect((await sendOffer(page)).number).not.toBe(third.number)
})

test('a buyer asks for an offer before ordering, and what was typed for it is there for the order', async ({
  page,
}) => {
  test.setTimeout(paced(120_000))
  await operate(server, 'orders', { accept: 'on' })
  const link = page.getByRole('link', { name: 'Offerte als pdf' })
  // The delivered pages know of the switch within seconds.
  await expect(async () => {
    await page.goto(`${server.url}/shipminer-21?lang=nl`)
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  await link.click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Mail mij de offerte' }) })
  await form.getByRole('button', { name: 'Mail mij de offerte' }).click()
  await expect(form.getByLabel('Voornaam')).toBeFocused()
  await expect(form.getByLabel('Voornaam')).toHaveAccessibleDescription(/Dit veld is verplicht/)
  await form.getByLabel('Voornaam').fill('Anna')
  await form.getByLabel('Achternaam').fill('de Wit')
  await form.getByLabel('E-mailadres').fill('anna@schip-aurora.nl')
  await expectAccessible(page, 'asking for an offer')
  await form.getByRole('button', { name: 'Mail mij de offerte' }).click()
  await expect(form.getByText(/onderweg naar anna@schip-aurora\.nl/)).toBeVisible()
  await page.getByRole('button', { name: 'Verder naar uw gegevens' }).click()
  await expect(page.getByRole('group', { name: 'Wie bestelt' }).getByLabel('Achternaam')).toHaveValue(
    'de Wit',
  )
})
