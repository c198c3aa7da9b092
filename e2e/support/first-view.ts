import { expect, type Page } from '@playwright/test'

/** Before the page is opened: `untilAlive` needs it. */
export const noteAlive = (page: Page) =>
  page.addInitScript("addEventListener('shipminer:alive', () => { globalThis.isAlive = true })")
/** Until the scripts of a page have taken over; `noteAlive` comes first. */
export const untilAlive = (page: Page) =>
  expect.poll(() => page.evaluate('globalThis.isAlive === true')).toBe(true)

/** Opens a page, and fails when its first view asks for more than a dozen of scripts and style sheets, whatever comes beside it. */
export async function expectADozen(page: Page, address: string): Promise<void> {
  await noteAlive(page)
  await page.goto(address)
  await untilAlive(page)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main')).not.toBeEmpty()
  // What came from the browser's own cache has no transferred bytes.
  const asked = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter((entry) => entry.transferSize > 0)
      .map((entry) => new URL(entry.name).pathname)
      .filter((path) => /^\/assets\/.*\.(js|css)$/.test(path)),
  )
  expect(asked.length).toBeGreaterThan(4)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12)
}
