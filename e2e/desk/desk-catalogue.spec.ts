import * as z from 'zod'
import { unsubscribeToken } from '../../apps/server/src/modules/newsletter/unsubscribe-token.ts'
import { expectAccessible } from '../support/access.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { ownServer } from '../support/own-server.ts'
import { paced } from '../support/pace.ts'
import { secretKeyOf } from '../support/secret-key.ts'
import { callAs, signInAtDesk } from '../support/sign-in.ts'

/** The shop as operators run it: what they change is what buyers see, a moment later. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const server = ownServer('desk-shop', {
  VIES_URL: 'off',
  ORDERS_ENABLED: 'true',
  COMPANY_NAME: 'Rederij Aurora B.V.',
})

const ProfileSchema = z.object({
  profile: z.object({ user: z.object({ id: z.string() }), newsletter: z.boolean() }),
})

/** Who the page is signed in as, fetched with its own token. */
async function readProfile(page: Page) {
  return ProfileSchema.parse(await callAs(page, server, 'GET', '/user/profile')).profile
}

test('what an operator changes is what buyers see', async ({ page, browser }) => {
  test.setTimeout(paced(240_000))
  const delivered = async (path: string) =>
    (await page.request.get(`${server.url}${path}`, { headers: { cookie: 'lang=nl' } })).text()
  await signInAtDesk(page, server, '/desk/catalogue', { newsletter: true })
  const dialog = page.getByRole('dialog')
  const parts = page.getByRole('navigation', { name: 'Onderdelen van de balie' })
  const card = page.getByRole('article', { name: 'Shipminer 19' })
  await expect(card).toContainText('Versie 1')
  await expect(card).toContainText('niet te bewijzen')

  // An earlier price that the rule does not allow is refused where it is typed, with the rule.
  await card.getByRole('button', { name: 'Wijzigen' }).click()
  await card.getByLabel('Prijs in euro, inclusief btw').fill('16000')
  const earlier = card.getByLabel('Eerdere prijs in euro')
  await expect(earlier).toHaveAccessibleDescription(/30-dagenregel.*hoogstens €\s17\.500/)
  await card.getByRole('button', { name: 'Wijziging bekijken' }).click()
  await expect(dialog).toHaveCount(0)
  await earlier.fill('17500')
  await expect(earlier).not.toHaveAccessibleDescription(/30-dagenregel/)
  await card.getByLabel('Levering').selectOption('counted')
  await card.getByLabel('Aantal op voorraad').fill('3')
  await expect(card.getByRole('region', { name: 'Zo zien kopers het' })).toContainText('13.223,14')
  await expectAccessible(page, 'editor of a product')
  await card.getByRole('button', { name: 'Wijziging bekijken' }).click()
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog.getByText('Geef een reden van minstens drie tekens.')).toBeVisible()
  await dialog.getByLabel('Reden').fill('najaarsactie')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Versie 2')
  await expect.poll(() => delivered('/shipminer-19')).toContain('"price":"16000.00"')
  expect(await delivered('/shipminer-19')).toContain('17.500')

  // The history names who and why, and has the version before.
  await card.getByRole('button', { name: 'Geschiedenis' }).click()
  const history = page.getByRole('region', { name: 'Geschiedenis van Shipminer 19' })
  await expect(history).toContainText('najaarsactie')
  await expect(history).toContainText('uit de catalogus')
  await history.getByRole('button', { name: 'Versie 1 terugzetten' }).click()
  await dialog.getByLabel('Reden').fill('actie voorbij')
  await dialog.getByRole('button', { name: 'Terugzetten' }).click()
  await expect(dialog.getByRole('alert')).toContainText('laagste prijs van de 30 dagen vóór de verlaging')
  await dialog.getByRole('button', { name: 'Toch niet' }).click()

  // Orders off: the shop shows that at once, and takes orders again when they are on.
  const elsewhere = await browser.newContext({ locale: 'nl-NL' })
  const visitor = await elsewhere.newPage()
  await page.getByRole('button', { name: 'Bestellen uitzetten' }).click()
  await dialog.getByLabel('Reden').fill('voorraad tellen')
  await dialog.getByRole('button', { name: 'Bestellen uitzetten' }).click()
  await expect(page.getByText('Bestellen staat uit.', { exact: false })).toBeVisible()
  await visitor.goto(`${server.url}/koop?product=sm19`)
  await expect(visitor.getByRole('heading', { name: 'Bestellingen worden voorbereid' })).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Uw keuze' })).toContainText('16.000')
  await page.getByRole('button', { name: 'Bestellen aanzetten' }).click()
  await dialog.getByLabel('Reden').fill('voorraad klopt')
  await dialog.getByRole('button', { name: 'Bestellen aanzetten' }).click()
  await expect(page.getByText('Er kan besteld worden.')).toBeVisible()
  // A browser caches the last answer for five seconds.
  await expect(async () => {
    await visitor.goto(`${server.url}/koop?product=sm19`)
    await expect(visitor.getByRole('radio', { name: /Shipminer 19/ })).toBeVisible({ timeout: 4_000 })
  }).toPass()
  await expect(visitor.getByRole('main')).toContainText('16.000')

  // As long as it is not ready to sell, Today leads to what is left; settings show what is still an example, and no secrets.
  await parts.getByRole('link', { name: 'Vandaag' }).click()
  await expect(page.getByText(/^Klaar om te verkopen: \d+ van 13 gedaan$/)).toBeVisible()
  await page.getByRole('link', { name: 'Naar de lijst' }).click()
  const examples = page.getByRole('region', { name: 'Nog voorbeelden' })
  await expect(examples).toContainText('COMPANY_IBAN')
  await expect(examples).not.toContainText('COMPANY_NAME')
  const ordering = page.getByRole('listitem').filter({ hasText: 'ORDERS_ENABLED' })
  await expect(ordering).toContainText('database')
  await expect(ordering).toContainText('Er kan worden besteld; anders biedt /koop de wachtlijst aan')
  await expect(examples.getByRole('link', { name: 'Rekeningen bekijken en bevestigen' })).toHaveAttribute(
    'href',
    '/desk/payments',
  )
  await ordering.getByRole('link', { name: 'Bestellen aan- of uitzetten' }).click()
  await expect(page.getByRole('button', { name: 'Bestellen uitzetten' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('main').locator('[lang=en]')).toHaveCount(0)

  // What is left before one can sell, and what can be tried.
  const installation = page.getByRole('region', { name: /^Klaar om te verkopen: \d+ van 13 gedaan$/ })
  await expect(installation).toContainText('Proefbestelling')
  // What is a value stands as one, not between the signs that mark it.
  await expect(page.getByRole('main')).not.toContainText('`')
  await expect(page.getByRole('main').locator('code', { hasText: 'production' })).toBeVisible()
  await page.getByRole('button', { name: /^Nu proberen ?: Rekening voor overschrijvingen$/ }).click()
  await expect(page.getByText('Nog niet ingesteld.')).toBeVisible()
  await expectAccessible(page, 'settings')

  // Who waits is told with one press, after seeing how many and what they get.
  const asked = await page.request.post(`${server.url}/api/inquiries/waiting-list`, {
    data: { email: 'otto@rhein.example', language: 'de' },
  })
  expect(asked.ok()).toBe(true)
  await parts.getByRole('link', { name: 'Nieuwsbrief' }).click()
  await expect(page.getByRole('region', { name: 'Wie er wacht' })).toContainText('1 adres')
  await page.getByRole('button', { name: 'Iedereen inlichten die nu kan bestellen' }).click()
  await expect(dialog).toContainText('Sie können jetzt bestellen')
  await expectAccessible(page, 'the preview of a message to many')
  await dialog.getByRole('button', { name: 'Naar 1 adres versturen' }).click()
  await expect(page.getByText('Niemand wacht op een bericht.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verstuurd' })).toContainText('Wachtlijst ingelicht')

  // The subscribers of the newsletter, and how to unsubscribe without signing in.
  await parts.getByRole('link', { name: 'Nieuwsbrief' }).click()
  await expect(page.getByText('e-mailadres niet bevestigd')).toBeVisible()
  await page.getByRole('button', { name: 'Exporteren als CSV' }).click()
  await dialog.getByLabel('Reden').fill('najaarsbrief')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exporteren als CSV' }).click()
  expect((await download).suggestedFilename()).toBe('newsletter.csv')
  const { user } = await readProfile(page)
  const link = `${server.url}/newsletter/unsubscribe?token=${unsubscribeToken(user.id, secretKeyOf(server))}&lang=de`
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Newsletter abbestellen' })).toBeVisible()
  expect((await readProfile(page)).newsletter).toBe(true)
  await visitor.getByRole('main').getByRole('button', { name: 'Newsletter abbestellen' }).click()
  await expect(visitor.getByText('Sie erhalten den Newsletter nicht mehr.', { exact: false })).toBeVisible()
  expect((await readProfile(page)).newsletter).toBe(false)
  await expectAccessible(visitor, 'unsubscribed')
  await elsewhere.close()

  await page.setViewportSize({ width: 360, height: 900 })
  for (const path of ['/catalogue', '/settings', '/newsletter']) {
    await page.goto(`${server.url}/desk${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Laden…')).toHaveCount(0)
    await expectAccessible(page, `${path} at 360`)
  }
})
