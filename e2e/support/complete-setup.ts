import { expect, type Page } from '@playwright/test'

/** Goes through the four steps of the welcome setup in English, changing nothing but name and address, and ends on the dashboard. */
export async function completeSetup(page: Page, email: string, name = 'Jan de Vries'): Promise<void> {
  await expect(page).toHaveURL(/\/welcome-setup$/)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email address').fill(email)
  for (const title of ['Which language do you prefer?', 'What may we mail you?', 'News now and then?']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}
