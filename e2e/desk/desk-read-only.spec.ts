import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BusyDesk, startBusyDesk } from '../support/busy-desk.ts'
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

/** One page of each kind of thing. */
const details = [
  '/desk/orders/:id',
  '/desk/calendar/:id',
  '/desk/stock/:id',
  '/desk/customers/:id',
  '/desk/payouts/owners/:id',
  '/desk/payouts/:id',
  '/desk/offers/:id',
  '/desk/leads/:id',
  '/desk/service/:id',
]

/**
 * What can be pressed or filled in on the page, by its name; without searching, sorting, paging and the filters that are pressed. Runs in the
 * page, whose types this side does not know.
 */
const controls = `[...document.querySelectorAll('main :is(button, input, select, textarea, [contenteditable])')]
  .filter((one) => one.checkVisibility() && !one.closest('search, thead, main nav') && !one.hasAttribute('aria-pressed'))
  .map((one) => (one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.labels?.[0]?.textContent ?? one.textContent).trim())`

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

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Laden…')).toHaveCount(0)
}

/** What of a page may change something. */
async function changing(page: Page, pattern: string): Promise<string[]> {
  const known = [...everywhere, ...(harmless[pattern] ?? [])]
  return (await page.evaluate<string[]>(controls)).filter((name) => !known.some((one) => one.test(name)))
}

test('who may only read meets nothing to press that changes something', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInAtDesk(page, desk.server, '/desk', {
    ...{ name: 'Rik Smit', email: 'rik@rederij-noord.nl', role: 'read-only' },
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
  const led = await page
    .getByRole('navigation', { name: 'Onderdelen van de balie' })
    .first()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const shown = [...new Set(led)].filter((address) => address.startsWith('/desk'))
  expect(shown.length).toBeGreaterThan(12)
  for (const pattern of [...shown, ...details]) {
    await test.step(pattern, async () => {
      await open(page, desk.addressOf(pattern))
      expect.soft(await changing(page, pattern), pattern).toEqual([])
      await expect.soft(page.getByText('Uw rol aan de balie mag dit niet'), pattern).toHaveCount(0)
    })
  }
  await test.step('a controller', async () => {
    await open(page, desk.addressOf('/desk/controllers'))
    await page.locator('main tbody [data-row]').first().click()
    await expect(page.getByRole('main').getByRole('article')).toBeVisible()
    expect.soft(await changing(page, 'a controller'), 'a controller').toEqual([])
  })
  await test.step('what is for others by its address says so, or leads back', async () => {
    await open(page, desk.addressOf('/desk/books'))
    expect.soft(await changing(page, '/desk/books'), 'books').toEqual([])
    await expect(page.getByText('Uw rol aan de balie mag dit niet')).toBeVisible()
    await page.goto(desk.addressOf('/desk/offers/new'))
    await expect(page).toHaveURL(desk.addressOf('/desk/offers'))
  })
  await context.close()
})

test('the owner meets it on the same pages', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const pattern of ['/desk', '/desk/bank', '/desk/payouts', '/desk/catalogue', ...details]) {
    await test.step(pattern, async () => {
      await open(page, desk.addressOf(pattern))
      expect.soft((await changing(page, pattern)).length, pattern).toBeGreaterThan(0)
    })
  }
  await context.close()
})
