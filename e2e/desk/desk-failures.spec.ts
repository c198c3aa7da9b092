import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Route } from '@playwright/test'
import * as z from 'zod'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { expectAccessible } from '../support/access.ts'
import { type BusyDesk, startBusyDesk } from '../support/busy-desk.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'

/** Every page of the desk while the server is slow, refuses, fails or cannot be reached, in the browser of somebody who works on. */
test.describe.configure({ mode: 'serial', timeout: paced(240_000) })
test.use({ serviceWorkers: 'block' })

const root = mkdtempSync(join(tmpdir(), 'sm-desk-failures-'))
let desk: BusyDesk

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(420_000))
  desk = await startBusyDesk(join(root, 'server'), browser)
})
test.afterAll(async () => {
  await desk?.server.stop()
  rmSync(root, { recursive: true, force: true })
})

const { pages } = z
  .object({ pages: z.array(z.object({ pattern: z.string() })) })
  .parse(JSON.parse(readFileSync(join(REPO_ROOT, 'apps/web/dist/pages.json'), 'utf8')))
const patterns = pages.map(({ pattern }) => pattern).filter((pattern) => /^\/desk(\/|$)/.test(pattern))

const failure = (status: number, code: string, more = {}) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, error: 'in English', message: 'in English', code, ...more }),
})
type Mode = 'well' | 'slow' | 'refuses' | 'fails' | 'away'

/** A desk whose server is as ill as `state.mode` says, for all calls or for those that ask about more than who is here. */
async function illDesk(context: BrowserContext, isWholly: boolean) {
  const state: { mode: Mode } = { mode: 'well' }
  const held: (() => void)[] = []
  const answer = async (route: Route): Promise<void> => {
    const isWho = new URL(route.request().url()).pathname === '/api/desk/today'
    if (isWho && !isWholly) return route.continue()
    switch (state.mode) {
      case 'well':
        return route.continue()
      case 'slow':
        await new Promise<void>((resolve) => held.push(resolve))
        return answer(route)
      case 'refuses':
        return route.fulfill(failure(403, 'role-required', { roles: ['owner'] }))
      case 'fails':
        return route.fulfill(failure(500, 'internal-error'))
      case 'away':
        return route.abort('internetdisconnected')
    }
  }
  await context.route(/\/api\/desk\//, (route) => answer(route).catch(() => undefined))
  return {
    set(mode: Mode): void {
      state.mode = mode
      for (const release of held.splice(0)) release()
    },
  }
}

const nav = (page: Page) => page.getByRole('navigation', { name: 'Onderdelen van de balie' })
const retry = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Opnieuw proberen', exact: true })
/** In the notice that what is shown is old. */
const refresh = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'Verversen mislukt' })
    .getByRole('button', { name: 'Opnieuw proberen', exact: true })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

async function settled(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('Laden…')).toHaveCount(0)
}

/** Lets the waiting times between attempts pass. */
async function untilSeen(page: Page, what: ReturnType<typeof retry>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(what).toBeVisible({ timeout: 500 })
  }).toPass()
}

async function deskPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await desk.signIn(page)
  await page.clock.install()
  return page
}

test('slow, then refused for the role: both are said within the frame, and trying again shows the page', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const server = await illDesk(context, false)
  const page = await deskPage(context)
  // What shows nothing but what came with the page itself, or with who is here.
  const asksLater = ['/desk', '/desk/offers/new']
  for (const pattern of patterns.filter((one) => !asksLater.includes(one)))
    await test.step(pattern, async () => {
      server.set('slow')
      await page.goto(desk.addressOf(pattern))
      await expect(nav(page), pattern).toBeVisible()
      await expect(page.getByText('Laden…').first(), pattern).toBeVisible()
      server.set('refuses')
      await expect(
        page.getByText('Uw rol aan de balie mag dit niet. Wel voor: eigenaar.').first(),
        pattern,
      ).toBeVisible()
      await expect(nav(page), pattern).toBeVisible()
      server.set('well')
      for (let left = await retry(page).count(); left > 0; left = await retry(page).count()) {
        await retry(page).first().click()
        await expect.poll(() => retry(page).count(), { message: pattern }).toBeLessThan(left)
      }
      await settled(page)
    })
  await context.close()
})

test('when nothing comes at all, the frame says so and goes on by itself', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
  const server = await illDesk(context, true)
  const page = await deskPage(context)
  for (const [pattern, mode] of [
    ['/desk', 'fails'],
    ['/desk/orders', 'away'],
  ] as const) {
    server.set(mode)
    await page.goto(desk.addressOf(pattern))
    await untilSeen(page, retry(page))
    await expect(page.getByRole('alert')).toContainText(mode === 'away' ? 'Netwerkfout' : 'onbekende fout')
    await expect(page.getByRole('navigation', { name: 'Snel naar' }).or(nav(page)).first()).toBeVisible()
    server.set('well')
    await retry(page).click()
    await settled(page)
    await expect(retry(page)).toHaveCount(0)
  }
  await context.close()
})

test('what is shown stays when it cannot be read again, with since when and why', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  const server = await illDesk(context, true)
  const page = await deskPage(context)
  for (const [index, pattern] of patterns.entries())
    await test.step(pattern, async () => {
      server.set('well')
      await page.goto(desk.addressOf(pattern))
      await settled(page)
      const title = await heading(page).textContent()
      const rows = await page.locator('main [data-row]').count()
      server.set(index % 2 === 0 ? 'fails' : 'away')
      await page.clock.fastForward(65_000)
      await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
      await untilSeen(page, refresh(page))
      await expect(page.getByText('Verversen mislukt'), pattern).toBeVisible()
      await expect(page.getByText(/^U ziet de stand van \d+ \p{L}+.*\d{2}:\d{2}\.$/u), pattern).toBeVisible()
      await expect(heading(page), pattern).toHaveText(title ?? '')
      expect(await page.locator('main [data-row]').count(), pattern).toBe(rows)
      await expect(nav(page), pattern).toBeVisible()
      server.set('well')
      await refresh(page).click()
      await expect(page.getByText('Verversen mislukt'), pattern).toBeHidden()
    })
  await context.close()
})

test('accounts that cannot be read are named beside everything else', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await desk.signIn(page)
  const without = (path: string, part: object) =>
    context.route(new RegExp(`/api/desk/${path}(\\?|$)`), async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, ...part } } })
    })
  await without('today', { unreadAccounts: ['transfers'] })
  await without('payments', { accounts: null })
  const unread = page.getByRole('status').filter({ hasText: 'Niet alle rekeningen konden worden gelezen' })
  await page.goto(desk.addressOf('/desk'))
  await expect(unread).toContainText('De bankrekening en de rekening voor uitbetalingen')
  await expect(page.locator('main [data-row]').first()).toBeVisible()
  await page.goto(desk.addressOf('/desk/payments'))
  await expect(unread).toContainText('De rekeningen waarop munten binnenkomen')
  await expect(page.getByText('Er worden geen munten ontvangen.')).toHaveCount(0)
  await expectAccessible(page, 'accounts that cannot be read')
  await context.close()
})

test('parts of the day that cannot be read are named, and are not said to be empty', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await desk.signIn(page)
  await context.route('**/api/desk/today', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    const unread = { unread: ['bank', 'payouts', 'installations'], openBankCents: 0, installations: [] }
    const totals = { ...data.totals, installations: 0 }
    const unreadOwners = [{ id: '00000000-0000-4000-8000-000000000001', name: 'Jan Bos' }]
    await route.fulfill({
      response: answer,
      json: { ...rest, data: { ...data, ...unread, totals, unreadOwners } },
    })
  })
  await page.goto(desk.addressOf('/desk'))
  const notice = page.getByRole('status').filter({ hasText: 'Niet alles kon worden gelezen' })
  await expect(notice).toContainText('inbouw')
  await expect(notice).toContainText('uitbetalingen')
  await expect(page.getByText('Het saldo van Jan Bos is niet op te tellen')).toBeVisible()
  await expect(page.locator('main').getByText('nu niet bekend')).toHaveCount(2)
  await expect(page.getByText('Er is niets ingepland.')).toHaveCount(0)
  await expectAccessible(page, 'a day of which a part is missing')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})
