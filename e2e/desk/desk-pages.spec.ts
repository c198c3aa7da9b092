import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { expectAccessible } from '../support/access.ts'
import { type BusyDesk, startBusyDesk } from '../support/busy-desk.ts'
import { expectADozen } from '../support/first-view.ts'
import { expect, type Locator, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'

/** Every page of the desk with work on it, as the site was built with them: whoever adds one has it looked at here. */
test.describe.configure({ mode: 'serial', timeout: paced(240_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-desk-pages-'))
let desk: BusyDesk

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(420_000))
  desk = await startBusyDesk(join(root, 'server'), browser)
})
test.afterAll(async () => {
  await desk?.server.stop()
  rmSync(root, { recursive: true, force: true })
})

/** The patterns of all pages of the desk, from the list that the server serves them by. */
const { pages } = z
  .object({ pages: z.array(z.object({ pattern: z.string() })) })
  .parse(JSON.parse(readFileSync(join(REPO_ROOT, 'apps/web/dist/pages.json'), 'utf8')))
const patterns = pages.map(({ pattern }) => pattern).filter((pattern) => /^\/desk(\/|$)/.test(pattern))

/** Pages with a list, which `j` and `k` walk through: a list that marks no row of its own is found here. */
const withRows = [
  '/desk',
  '/desk/orders',
  '/desk/customers',
  '/desk/customers/:id',
  '/desk/leads',
  '/desk/offers',
  '/desk/payments',
  '/desk/payouts',
  '/desk/service',
  '/desk/fleet',
  '/desk/controllers',
  '/desk/stock',
  '/desk/diagnostics',
  '/desk/audit',
  '/desk/people',
]

async function open(page: Page, pattern: string, waiting: string): Promise<void> {
  const address = desk.addressOf(pattern)
  expect(address, `busy-desk.ts has an example for ${pattern}`).not.toContain('/:')
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(waiting)).toHaveCount(0)
}

/**
 * Watches what gets the focus. It must be seen, with a sign that it is there, and not lie under a bar. Runs in the page, whose types this side
 * does not know.
 */
const watchFocus = `(() => {
  const reached = new Set(), hidden = []
  globalThis.walk = { reached, hidden }
  document.addEventListener('focusin', ({ target }) => {
    if (reached.has(target)) return
    reached.add(target)
    const { left, top, width, height } = target.getBoundingClientRect()
    const { outlineStyle, boxShadow } = getComputedStyle(target)
    const label = target.closest('label')
    const isSeen = target.checkVisibility() && width > 0 && top >= 0 && top < innerHeight
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    const isFree = above !== null && (target.contains(above) || above.contains(target) || label?.contains(above))
    const name = target.outerHTML.slice(0, 120)
    if (!isSeen || !isFree) hidden.push('under something: ' + name)
    if (outlineStyle === 'none' && boxShadow === 'none') hidden.push('without a sign: ' + name)
  })
})()`
const pressable = 'a[href], button, input, select, textarea, summary'
/** What can be pressed or filled in, and was not reached by Tab. */
const missed = `[...document.querySelectorAll('${pressable}')]
  .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && !globalThis.walk.reached.has(one))
  .filter((one) => one.type !== 'radio')
  .map((one) => one.outerHTML.slice(0, 120))`

test('every page of the desk by keyboard, at 1440 px', async ({ browser }) => {
  expect(patterns.length).toBeGreaterThan(20)
  expect(withRows.filter((pattern) => !patterns.includes(pattern))).toEqual([])
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const pattern of patterns) {
    await test.step(pattern, async () => {
      await open(page, pattern, 'Laden…')
      await expectAccessible(page, pattern)
      await page.evaluate(watchFocus)
      const rows = page.locator('main [data-row]')
      if (withRows.includes(pattern)) expect.soft(await rows.count(), `rows of ${pattern}`).toBeGreaterThan(0)
      if ((await rows.count()) > 0) {
        await page.keyboard.press('j')
        await expect(rows.first(), pattern).toBeFocused()
        await page.evaluate('document.activeElement.blur()')
      }
      // From the top, where a page begins.
      await page.getByRole('link', { name: 'Naar de inhoud' }).focus()
      const stops = await page.evaluate<number>(`document.querySelectorAll('${pressable}').length`)
      await Promise.all(Array.from({ length: stops }, () => page.keyboard.press('Tab')))
      expect.soft(await page.evaluate('globalThis.walk.hidden'), pattern).toEqual([])
      expect.soft(await page.evaluate(missed), pattern).toEqual([])
    })
  }
  await context.close()
})

/** What is pressed with a thumb and is less than 44 px of it; links within a sentence keep its line. Runs in the page. */
const tooSmall = `[...document.querySelectorAll('${pressable}')].flatMap((one) => {
  // The heads of a table are there for screen readers only.
  if (!one.checkVisibility() || one.closest('.visually-hidden, thead')) return []
  const box = (one.closest('label') ?? one).getBoundingClientRect()
  if (box.width <= 1 || (one.matches('a') && getComputedStyle(one).display === 'inline')) return []
  const row = one.matches('[data-row]') ? one.closest('tr')?.getBoundingClientRect() : undefined
  return Math.max(box.height, row?.height ?? 0) < 43.5 ? [Math.round(box.height) + ' px: ' + one.outerHTML.slice(0, 120)] : []
})`

test('every page of the desk in German on a phone', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const pattern of patterns) {
    await test.step(pattern, async () => {
      await open(page, pattern, 'Wird geladen…')
      await expectAccessible(page, `${pattern} at 390`)
      expect.soft(await page.evaluate(tooSmall), pattern).toEqual([])
    })
  }
  await context.close()
})

test('the first view of a page of the desk asks for a dozen scripts and style sheets at the most', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'nl-NL' })
  const page = await context.newPage()
  await desk.signIn(page)
  await open(page, '/desk', 'Laden…')
  const storageState = await context.storageState()
  await context.close()
  for (const pattern of ['/desk', '/desk/orders', '/desk/orders/:id']) {
    await test.step(pattern, async () => {
      const elsewhere = await browser.newContext({ storageState, serviceWorkers: 'block' })
      const first = await elsewhere.newPage()
      await expectADozen(first, desk.addressOf(pattern))
      await expect(first.locator('main [data-row], main h1').first()).toBeVisible()
      await elsewhere.close()
    })
  }
})

test('a row is opened by Enter', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const pattern of [
    '/desk/orders',
    '/desk/customers',
    '/desk/controllers',
    '/desk/stock',
    '/desk/leads',
    '/desk/service',
    '/desk/offers',
  ]) {
    await open(page, pattern, 'Laden…')
    const rows = page.locator('main tbody [data-row]')
    const wanted = await rows.nth(1).getAttribute('href')
    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
    await expect(rows.nth(1), pattern).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page, pattern).toHaveURL(desk.server.url + wanted)
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Toetsen van de balie' })).toBeVisible()
  await context.close()
})

test('a run of payouts that nobody sent stands in Today and leads to it', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await open(page, '/desk', 'Laden…')
  const line = page.getByRole('listitem').filter({ hasText: 'is aangemaakt en nog niet verzonden' })
  await line.getByRole('link', { name: 'Bekijken' }).click()
  await expect(page).toHaveURL(desk.addressOf('/desk/payouts/:id'))
  await context.close()
})

test('lists that share a page are sorted each for itself', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  const sortBy = async (table: Locator, head: string, params: RegExp, direction: string) => {
    await table.getByRole('button', { name: head, exact: true }).click()
    await expect(page).toHaveURL(params)
    await expect(table.getByRole('columnheader', { name: head })).toHaveAttribute('aria-sort', direction)
  }
  await open(page, '/desk/bank', 'Laden…')
  const imports = page.getByRole('table', { name: 'Laatst ingelezen' })
  await sortBy(imports, 'Regels', /imports-sort=total&imports-direction=descending/, 'descending')
  await expect(imports.locator('td[data-column="total"]')).toHaveText(['10', '1'])
  await sortBy(imports, 'Regels', /imports-direction=ascending/, 'ascending')
  await expect(imports.locator('td[data-column="total"]')).toHaveText(['1', '10'])

  await open(page, '/desk/payments', 'Laden…')
  const watchers = page.getByRole('table', { name: 'Volgen van de ketens' })
  await sortBy(watchers, 'Achterstand', /watchers-sort=lag&watchers-direction=descending/, 'descending')
  await expect(watchers.getByText('Loopt achter')).toBeVisible()

  await open(page, '/desk/payouts/owners/:id', 'Laden…')
  const income = page.getByRole('table', { name: 'Geboekte opbrengst' })
  await sortBy(income, 'Bedrag', /sort=amount&direction=descending/, 'descending')

  await open(page, '/desk/payouts', 'Laden…')
  const first = page.getByRole('table', { name: 'Eerste uitbetaling binnen 30 dagen' })
  await sortBy(first, 'Eigenaar', /first-sort=name&first-direction=descending/, 'descending')
  const owners = page.getByRole('table', { name: 'Eigenaren', exact: true })
  await expect(owners.getByRole('columnheader', { name: 'Volgende uitbetaling' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(first.getByText('nog 30 dagen')).toBeVisible()
  await first.locator('[data-row]').click()
  await expect(page).toHaveURL(desk.addressOf('/desk/payouts/owners/:id'))
  await context.close()
})

test('a page of a list that is beyond its end leads back', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await page.goto(`${desk.addressOf('/desk/customers')}?page=9`)
  await expect(page.getByText('pagina 9 van 1')).toBeVisible()
  await expect(page.getByText('Geen klanten')).toHaveCount(0)
  await page.getByRole('button', { name: 'Vorige', exact: true }).click()
  await expect(page).toHaveURL(desk.addressOf('/desk/customers'))
  await expect(page.getByRole('table', { name: 'Klanten' }).locator('[data-row]').first()).toBeVisible()
  await context.close()
})

test('what takes a list out stands in one line with the choice of its columns', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL' })
  const page = await context.newPage()
  await desk.signIn(page)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const pattern of ['/desk/orders', '/desk/controllers', '/desk/fleet', '/desk/audit']) {
      await open(page, pattern, 'Laden…')
      const boxes = await Promise.all(
        ['CSV', 'Kolommen'].map((name) =>
          page.getByRole('main').getByRole('button', { name, exact: true }).boundingBox(),
        ),
      )
      const [csv, columns] = boxes
      expect.soft(csv?.y, `${pattern} at ${width}`).toBe(columns?.y)
    }
  }
  await context.close()
})

test('lists are sorted on a phone, too', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await open(page, '/desk/orders', 'Wird geladen…')
  const amounts = page.locator('main td[data-column="amount"]')
  await page.getByLabel('Reihenfolge').selectOption({ label: 'Betrag, aufsteigend' })
  await expect(page).toHaveURL(/sort=amount&direction=ascending/)
  await expect(amounts.first()).toHaveText(/^250,00\s€$/)
  await page.getByLabel('Reihenfolge').selectOption({ label: 'Betrag, absteigend' })
  await expect(amounts.first()).toHaveText(/^42\.500,00\s€$/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByLabel('Reihenfolge')).toBeHidden()
  await context.close()
})

test('several leads are taken, spoken to and closed at once, sorted and searched by the server', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await open(page, '/desk/leads', 'Laden…')
  const rows = page.getByRole('table', { name: 'Aanvragen' }).locator('tbody tr')
  const names = rows.locator('[data-row]')
  await page.getByRole('button', { name: 'Naam', exact: true }).click()
  await expect(page).toHaveURL(/sort=name&direction=descending/)
  await expect(names.first()).toHaveText('wacht.ro@schip.example')
  await page.getByLabel('Kenmerk, naam, e-mail of telefoon').fill('neckar')
  const search = page.getByRole('button', { name: 'Zoeken', exact: true })
  await search.click()
  await expect(names).toHaveText(['Neckar Reederei'])
  // Who works with the keyboard goes on from there.
  await expect(search).toBeFocused()
  await page.reload()
  await expect(names).toHaveText(['Neckar Reederei'])
  await expect(page.getByText('1 tot 1 van 1')).toBeVisible()

  await open(page, '/desk/leads', 'Laden…')
  await page.getByLabel('Alles op deze pagina kiezen').check()
  await page.getByRole('button', { name: 'Oppakken (5)' }).click()
  await expect(page.getByText('Gedaan voor 5.').first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Anna de Wit' })).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Gekozen regels' })).toHaveCount(0)

  await page.getByLabel('Otto Brandt kiezen').check()
  await page.getByLabel('wacht.de@schip.example kiezen').check()
  // Who only waits for a product is not spoken to.
  await page.getByRole('button', { name: 'Volgend contact (1)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Volgend contact').fill('2026-03-02')
  await expectAccessible(page, 'next contact of several')
  await dialog.getByRole('button', { name: 'Vastleggen' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'Otto Brandt' })).toContainText('2 mrt')

  await page.getByLabel('wacht.nl@schip.example kiezen').check()
  await page.getByRole('button', { name: 'Afsluiten zonder antwoord (2)' }).click()
  await dialog.getByRole('button', { name: 'Afsluiten zonder antwoord' }).click()
  await expect(dialog.getByText(/minstens/)).toBeVisible()
  await dialog.getByLabel('Reden').fill('dubbel aangemeld')
  await dialog.getByRole('button', { name: 'Afsluiten zonder antwoord' }).click()
  await expect(dialog).toBeHidden()
  await expect(names).toHaveText(['Otto Brandt', 'Neckar Reederei', 'wacht.ro@schip.example'])
  await context.close()
})

test('faults are sorted by the server, searched, and several are taken at once', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await open(page, '/desk/service', 'Laden…')
  const rows = page.getByRole('table', { name: 'Storingen' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Temperatuur of ventilator')
  await expect(rows.first()).toContainText(/nog 2\d\su/)
  await page.getByRole('button', { name: 'Nu te beantwoorden 0' }).click()
  await expect(page.getByText('Geen storingen.')).toBeVisible()
  await page.getByRole('button', { name: 'Heeft nog tijd 2' }).click()
  await expect(page).toHaveURL(/filter=later/)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Antwoord', exact: true }).click()
  await expect(page).toHaveURL(/sort=due&direction=descending/)
  await expect(rows.first()).toContainText('Generator of stroom')
  await page.getByLabel('Alles op deze pagina kiezen').check()
  await page.getByRole('button', { name: 'Oppakken (2)' }).click()
  await expect(page.getByText('Gedaan voor 2.').first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Anna de Wit' })).toHaveCount(2)
  await page.getByLabel('Kenmerk, eigenaar, schip of miner').fill('niemand')
  await page.getByRole('button', { name: 'Zoeken', exact: true }).click()
  await expect(page.getByText('Geen storingen.')).toBeVisible()
  await page.getByRole('button', { name: 'Afgesloten 0' }).click()
  await expect(page).toHaveURL(/filter=closed/)
  // The navigation counts what waits for an answer, and leads to it.
  const parts = page.getByRole('navigation', { name: 'Onderdelen van de balie' })
  await parts.getByRole('link', { name: /^Storingen\s?2/ }).click()
  await expect(page).toHaveURL(/\/desk\/service\?filter=waiting-for-us$/)
  await expect(rows).toHaveCount(2)
  await context.close()
})

test('offers are sorted by the server, and several are sent again and withdrawn at once', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await open(page, '/desk/offers', 'Laden…')
  const amounts = page.locator('main td[data-column="amount"]')
  await expect(amounts).toHaveText([/35\.000,00/, /78\.000,00/])
  await page.getByRole('button', { name: 'Totaal incl. btw', exact: true }).click()
  await expect(page).toHaveURL(/sort=amount&direction=descending/)
  await expect(amounts).toHaveText([/78\.000,00/, /35\.000,00/])
  await page.getByLabel('Alles op deze pagina kiezen').check()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Nogmaals versturen (2)' }).click()
  await dialog.getByRole('button', { name: 'Nogmaals versturen' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Gedaan voor 2.').first()).toBeVisible()
  await page.getByLabel('Alles op deze pagina kiezen').check()
  await page.getByRole('button', { name: 'Intrekken (2)' }).click()
  await expectAccessible(page, 'several offers are withdrawn')
  await dialog.getByRole('button', { name: 'Intrekken' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Ingetrokken 2' }).click()
  await expect(amounts).toHaveCount(2)
  // What is over can neither be sent nor withdrawn.
  await page.getByLabel('Alles op deze pagina kiezen').check()
  await expect(page.getByText('2 gekozen')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Intrekken|^Nogmaals versturen/ })).toHaveCount(0)
  await context.close()
})
