import { expect, type Page } from '@playwright/test'
import type { RunningServer } from '../../scripts/lib/stack.ts'

/** What the step Info requires from every buyer. */
export const buyer = {
  firstName: 'Jan',
  lastName: 'van der Berg',
  email: 'jan@schip-aurora.nl',
  phone: '+31 6 1234 5678',
  street: 'Kade 1',
  postalCode: '3311 AA',
  city: 'Dordrecht',
}

/** Types the buyer into the step Info and continues to the payment. */
export async function fillInfo(page: Page, part: Partial<typeof buyer> = {}, country = 'NL'): Promise<void> {
  for (const [name, text] of Object.entries({ ...buyer, ...part }))
    await page.locator(`input[name="${name}"]`).fill(text)
  await page.locator('select[name="country"]').selectOption(country)
  await page.locator('main form button[type="submit"]').click()
  await expect(page).toHaveURL(/step=payment/)
}

/** Walks from the first step to the payment. */
export async function walkToPayment(
  page: Page,
  server: RunningServer,
  options: { product?: string; language?: string; buyer?: Partial<typeof buyer>; country?: string } = {},
): Promise<void> {
  const { product = 'sm19', language = 'nl' } = options
  await page.goto(`${server.url}/koop?product=${product}&lang=${language}`)
  await page.locator('main form button[type="submit"]').click()
  await expect(page).toHaveURL(/step=info/)
  await fillInfo(page, options.buyer, options.country)
}

/** Chooses how to pay, accepts the terms and orders. */
export async function order(page: Page, method: string): Promise<void> {
  await page.locator(`input[name="method"][value="${method}"]`).check()
  await page.locator('input[name="terms"]').check()
  await page.locator('main form button[type="submit"]').click()
}

/** The number of the order on the page. */
export async function shownNumber(page: Page): Promise<string> {
  const words = page.getByText(/SM-\d{4}-\d{6}/).first()
  await expect(words).toBeVisible()
  return /SM-\d{4}-\d{6}/.exec((await words.textContent()) ?? '')?.[0] ?? ''
}
