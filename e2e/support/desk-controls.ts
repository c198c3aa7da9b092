/** What is shown on a page of the desk that can be pressed or filled in, for walks as somebody with a role. */
import { expect, type Page } from '@playwright/test'

/** One page of each kind of thing at the desk. */
export const deskDetails = [
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

/** What a page says where the server refused a call because of the role. */
export const roleRefused = 'Uw rol aan de balie mag dit niet'

/** Opens a page of the Dutch desk and waits until nothing of it is loading. */
export async function openDeskPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Laden…')).toHaveCount(0)
}

/** Where the navigation of the desk leads whoever is at it. */
export async function ledTo(page: Page): Promise<string[]> {
  const links = await page
    .getByRole('navigation', { name: 'Onderdelen van de balie' })
    .first()
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(links)].filter((address) => address.startsWith('/desk'))
}

/**
 * The names of what is shown of a kind in the main part; without searching, sorting, paging and the filters that are pressed. It runs in the
 * page, whose types this side does not know.
 */
export function namesOf(page: Page, kinds: string): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main :is(${kinds})')]
  .filter((one) => one.checkVisibility() && !one.closest('search, thead, main nav') && !one.hasAttribute('aria-pressed'))
  .map((one) => (one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.labels?.[0]?.textContent ?? one.textContent).trim())`)
}
