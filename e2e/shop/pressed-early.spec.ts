import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expect, test } from '../support/journey.ts'
import { watchPage } from '../support/watch-page.ts'

let server: ServerProcess

test.beforeAll(({ server: shared }) => {
  server = shared
})
test('a button pressed before the scripts have come still does its work', async ({ page }) => {
  const watched = watchPage(page, server.url)
  let letThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/assets\/(?!boot-).*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/?lang=en`)
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letThrough()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(watched.problems).toEqual([])
})
