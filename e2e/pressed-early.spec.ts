import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../scripts/lib/stack.ts'
import { watchPage } from './support/watch-page.ts'
import { expect, test } from './support/watched-test.ts'

const root = mkdtempSync(join(tmpdir(), 'sm-early-'))
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { NETWORK_SOURCES: '', PRICE_SOURCES: '' },
  })
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
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
