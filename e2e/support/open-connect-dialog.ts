import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the connect dialog. A press that comes before the page's script waits for it; so does this. */
export async function openConnectDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await expect(dialog).toBeVisible()
  return dialog
}
