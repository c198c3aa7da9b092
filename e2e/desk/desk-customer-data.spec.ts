import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { expectAccessible, expectAccessibleAtWidths } from '../support/access.ts'
import { expect, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk, signUp } from '../support/sign-in.ts'

/** Somebody asks the desk what is kept about them, and to be forgotten. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-customer-data', { VIES_URL: 'off' })

const DataSchema = z.object({ profile: z.object({ user: z.object({ email: z.string() }) }) })

test('the owner of the desk downloads what is kept about a customer, and deletes another', async ({
  page,
  browser,
}) => {
  const email = 'anna@schip-aurora.nl'
  await signInAtDesk(page, server, '/desk', { name: 'Anna de Wit', email })
  await page.goto(`${server.url}/desk/customers`)
  await page.getByRole('link', { name: 'Anna de Wit' }).click()
  const privacy = page.getByRole('region', { name: 'Privacy' })
  const downloading = page.waitForEvent('download')
  await privacy.getByRole('button', { name: 'Gegevens downloaden' }).click()
  const file = await (await downloading).path()
  const data = DataSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  expect(data.profile.user.email).toBe(email)
  await expect(privacy.getByText('Het bestand staat bij uw downloads.')).toBeVisible()
  await expectAccessible(page, 'customer data')

  // Who works here is not deleted like a customer.
  const dialog = page.getByRole('dialog', { name: 'Klant verwijderen' })
  const remove = async (name: string) => {
    await privacy.getByRole('button', { name: 'Klant verwijderen' }).click()
    await dialog.getByLabel('Naam van de klant, ter bevestiging').fill(name)
    await dialog.getByLabel('Reden').fill('Gevraagd per brief')
    await dialog.getByRole('button', { name: 'Klant verwijderen' }).click()
  }
  await remove('Anna de Wit')
  await expect(dialog.getByText('Dit account werkt aan de balie.')).toBeVisible()
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ locale: 'nl-NL' })
  const customer = await context.newPage()
  const berend = { name: 'Berend Kuiper', email: 'berend@schip-zeester.nl' }
  await signUp(customer, server, berend)
  await customer.goto(`${server.url}/dashboard`)
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${server.url}/desk/customers`)
  await page.getByRole('link', { name: 'Berend Kuiper' }).click()
  await remove('Berend')
  await expect(dialog.getByText('Voor deze klant is nooit iets ontvangen.')).toBeVisible()
  await expect(dialog.getByText('Dit is niet de naam van deze klant.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'customer deletion')
  await dialog.getByLabel('Naam van de klant, ter bevestiging').fill('Berend Kuiper')
  await dialog.getByRole('button', { name: 'Klant verwijderen' }).click()
  await expect(page).toHaveURL(/\/desk\/customers$/)
  await expect(page.getByRole('link', { name: 'Anna de Wit' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Berend Kuiper' })).toHaveCount(0)
  await customer.goto(`${server.url}/profile`)
  await expect(customer.getByText('Berend Kuiper')).toHaveCount(0)
  await context.close()
})

test('somebody who signed up twice becomes one customer, and is signed out of the account that goes', async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'nl-NL' })
  const customer = await context.newPage()
  await signUp(customer, server, { name: 'Carla Jonker', email: 'carla@schip-meeuw.nl' })
  const again = await browser.newContext({ locale: 'nl-NL' })
  const second = await again.newPage()
  await signUp(second, server, { name: 'C. Jonker', email: 'c.jonker@werk.nl' })

  const anna = { name: 'Anna Smit', email: 'anna@schip-boreas.nl' }
  await signInAtDesk(page, server, '/desk/customers', anna)
  await page.getByRole('link', { name: 'Carla Jonker' }).click()
  const panel = page.getByRole('region', { name: 'Twee accounts van één persoon' })
  await panel.getByRole('button', { name: 'Samenvoegen met een ander account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Begin van naam, e-mail, bedrijf of telefoon').fill('Jonker')
  await dialog.getByLabel('Het andere account').selectOption({ label: 'C. Jonker, c.jonker@werk.nl' })
  await dialog.getByRole('button', { name: 'Bekijk wat er verhuist' }).click()
  await expect(dialog.getByText('Wallets', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Met c.jonker@werk.nl kan niemand meer inloggen.')).toBeVisible()
  await dialog.getByLabel('Naam van het account dat verdwijnt').fill('C Jonker')
  await dialog.getByRole('button', { name: 'Definitief samenvoegen' }).click()
  await expect(dialog.getByText('Dit is niet de naam van dat account.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'merging two accounts')
  await dialog.getByLabel('Naam van het account dat verdwijnt').fill('C. Jonker')
  await dialog.getByLabel('Reden').fill('Beide wallets zijn van haar')
  await dialog.getByRole('button', { name: 'Definitief samenvoegen' }).click()
  await expect(panel.getByText(/was dit ook het account van C. Jonker/)).toBeVisible()
  await second.goto(`${server.url}/profile`)
  await expect(second.getByText('C. Jonker')).toHaveCount(0)
  await customer.goto(`${server.url}/profile`)
  await expect(customer.getByText('Carla Jonker').first()).toBeVisible()
  await context.close()
  await again.close()
})
