import { expectADozen, noteAlive, untilAlive } from '../support/first-view.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { signUp } from '../support/sign-in.ts'

const paths = ['/', '/shipminer-21', '/calculator', '/koop?product=sm21', '/dashboard']
/** A page's own scripts beside the starter: the entry, what pages share, the page, its texts. */
const scripts = /\/assets\/(?!boot-)[\w-]+\.js$/

/** Marks the page, to distinguish a reloaded page from one that stayed. */
const mark = (page: Page) => page.evaluate('globalThis.isTheSamePage = true')
const isMarked = (page: Page) => page.evaluate('globalThis.isTheSamePage === true')

for (const path of paths) {
  test(`the first view of ${path} asks for a dozen scripts and style sheets at the most`, ({
    page,
    server,
  }) => expectADozen(page, server.url + path))
}

test('the first view of the dashboard of someone signed in asks for no more, with the bar and what follows the wallet', async ({
  page,
  browser,
  server,
}) => {
  await signUp(page, server, { name: 'Chris Bakker', email: `chris-${Date.now()}@schip-aurora.nl` })
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('button', { name: /Chris Bakker/ }).first()).toBeVisible()
  const storageState = await page.context().storageState()
  // The profile brings together more areas than any other page.
  for (const path of ['/dashboard', '/profile']) {
    const elsewhere = await browser.newContext({ storageState, serviceWorkers: 'block' })
    await expectADozen(await elsewhere.newPage(), server.url + path)
    await elsewhere.close()
  }
})

test('a page that cannot be fetched leaves the one that is there, and comes by itself when the connection is back', async ({
  page,
  context,
  server,
}) => {
  await noteAlive(page)
  await page.goto(`${server.url}/faq?lang=en`)
  await untilAlive(page)
  await mark(page)
  const heading = page.getByRole('heading', { level: 1 })
  const words = await heading.textContent()

  await context.route(scripts, (route) => route.abort('connectionfailed'))
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click()
  const notice = page.getByText('Part of this page could not be fetched yet.')
  await expect(notice).toBeVisible()
  await expect(heading).toHaveText(String(words))
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(notice).toBeVisible()

  await context.unroute(scripts)
  await page.evaluate("dispatchEvent(new Event('online'))")
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(String(words))
  await expect(page.locator('main form')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await isMarked(page)).toBe(true)
})

test('a dialog that cannot be fetched opens when its code comes; the page stays as it was', async ({
  page,
  context,
  server,
}) => {
  await noteAlive(page)
  await page.goto(`${server.url}/contact?lang=en`)
  await untilAlive(page)
  await page.locator('main form input:visible').first().fill('Jan')
  await context.route(scripts, (route) => route.abort('connectionfailed'))
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('Part of this page could not be fetched yet.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('main form input:visible').first()).toHaveValue('Jan')
  await context.unroute(scripts)
  // Without any event from the browser: by the next attempt.
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a page whose first scripts cannot be fetched comes alive by itself, without being loaded anew', async ({
  page,
  context,
  server,
}) => {
  await noteAlive(page)
  const failed = new Set<string>()
  await context.route(scripts, (route) => {
    const address = route.request().url()
    if (failed.has(address)) return route.continue()
    failed.add(address)
    return route.abort('connectionfailed')
  })
  await page.goto(`${server.url}/contact`)
  await mark(page)
  await untilAlive(page)
  expect(failed.size).toBeGreaterThan(2)
  expect(await isMarked(page)).toBe(true)
})

test('after a new deployment the page is loaded anew, once', async ({ page, context, server }) => {
  await page.goto(`${server.url}/faq?lang=en`)
  await page.waitForURL((url) => !url.searchParams.has('lang'))
  await mark(page)
  // What the server says of files that it no longer has.
  let isGone = true
  await context.route(scripts, (route) =>
    isGone ? route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }) : route.continue(),
  )
  let loads = 0
  page.on('framenavigated', () => loads++)
  const loaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click()
  await loaded
  // The new document still names files that are gone: it must not load for ever.
  await page.waitForTimeout(5_000)
  expect(await isMarked(page)).toBe(false)
  expect(loads).toBeLessThanOrEqual(2)
  await expect(page.locator('main h1')).toBeVisible()
  isGone = false
  await expect(page.locator('main form')).toBeVisible()
  await page.locator('main form input:visible').first().fill('Jan')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
