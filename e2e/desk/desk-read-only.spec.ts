import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BusyDesk, startBusyDesk } from '../support/busy-desk.ts'
import { deskDetails, ledTo, namesOf, openDeskPage, roleRefused } from '../support/desk-controls.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk } from '../support/sign-in.ts'

/** Who may only read is shown no button and no form that the server would refuse once it was filled in. */
test.describe.configure({ mode: 'serial', timeout: paced(240_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-desk-read-only-'))
let desk: BusyDesk

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(420_000))
  desk = await startBusyDesk(join(root, 'server'), browser)
})
test.afterAll(async () => {
  await desk?.server.stop()
  rmSync(root, { recursive: true, force: true })
})

const controls = 'button, input, select, textarea, [contenteditable]'

/** What changes nothing, by page: columns everywhere, filters, weeks, what folds open, and papers that everybody at the desk may read. */
const everywhere = [/^Kolommen$/]
const harmless: Readonly<Record<string, readonly RegExp[]>> = {
  // Orders are chosen to print their packing slips.
  '/desk/orders': [/^Wacht op$/, /^Betaling$/, /^Inbouw$/, /^SM-\d{4}-\d+ kiezen$/],
  '/desk/leads': [/^Soort$/],
  '/desk/calendar': [/^(Vorige|Deze|Volgende) week$/],
  '/desk/stock': [/^Product$/],
  '/desk/payouts': [/^Toestand$/],
  '/desk/fleet': [/^Toestand$/, /^Merk en model$/, /^Firmware$/, /^Soort melding$/],
  '/desk/catalogue': [/^Geschiedenis$/],
  '/desk/webhooks': [/^Hoe het ging$/],
  '/desk/orders/:id': [/^Factuur INV-\S+$/, /^E-factuur INV-\S+ \(XML\)$/, /^Pakbon$/],
  '/desk/calendar/:id': [/^Montageblad \(PDF\)$/],
  '/desk/customers/:id': [/^INV-\S+$/],
  '/desk/payouts/:id': [/^Afrekening \(PDF\) van /],
  '/desk/offers/:id': [/^Pdf$/],
}

/** What of a page may change something. */
async function changing(page: Page, pattern: string): Promise<string[]> {
  const known = [...everywhere, ...(harmless[pattern] ?? [])]
  return (await namesOf(page, controls)).filter((name) => !known.some((one) => one.test(name)))
}

test('who may only read meets nothing to press that changes something', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInAtDesk(page, desk.server, '/desk', {
    ...{ name: 'Rik Smit', email: 'rik@rederij-noord.nl', role: 'read-only' },
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
  const shown = await ledTo(page)
  expect(shown.length).toBeGreaterThan(12)
  for (const pattern of [...shown, ...deskDetails]) {
    await test.step(pattern, async () => {
      await openDeskPage(page, desk.addressOf(pattern))
      expect.soft(await changing(page, pattern), pattern).toEqual([])
      await expect.soft(page.getByText(roleRefused), pattern).toHaveCount(0)
    })
  }
  await test.step('a controller', async () => {
    await openDeskPage(page, desk.addressOf('/desk/controllers'))
    await page.locator('main tbody [data-row]').first().click()
    await expect(page.getByRole('main').getByRole('article')).toBeVisible()
    expect.soft(await changing(page, 'a controller'), 'a controller').toEqual([])
  })
  await test.step('what is for others by its address says so, or leads back', async () => {
    await openDeskPage(page, desk.addressOf('/desk/books'))
    expect.soft(await changing(page, '/desk/books'), 'books').toEqual([])
    await expect(page.getByText(roleRefused)).toBeVisible()
    await page.goto(desk.addressOf('/desk/offers/new'))
    await expect(page).toHaveURL(desk.addressOf('/desk/offers'))
  })
  await context.close()
})

test('the owner meets it on the same pages', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const pattern of ['/desk', '/desk/bank', '/desk/payouts', '/desk/catalogue', ...deskDetails]) {
    await test.step(pattern, async () => {
      await openDeskPage(page, desk.addressOf(pattern))
      expect.soft((await changing(page, pattern)).length, pattern).toBeGreaterThan(0)
    })
  }
  await context.close()
})
