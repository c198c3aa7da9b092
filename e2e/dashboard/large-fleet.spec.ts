import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import * as z from 'zod'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { paced } from '../support/pace.ts'
import { startServer } from '../support/start-server.ts'

/** One owner with 3,000 miners: rows in pages from the server, with its filter and order, and an order to all that match. */
const root = mkdtempSync(join(tmpdir(), 'sm-large-'))
const dataDir = join(root, 'server')
const count = 3_000
const SessionSchema = z.object({
  data: z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id: z.string() }) }),
})
const account = { name: 'Jan de Vries', email: 'jan@schip-groot.nl', password: 'quiet-harbour-lantern-42' }
let server: ServerProcess
let session: z.infer<typeof SessionSchema>['data']

const authorise = async (path: string, body: object) =>
  SessionSchema.parse(
    await (
      await fetch(`${server.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json(),
  ).data

test.beforeAll(async () => {
  test.setTimeout(paced(240_000))
  server = await startServer({ dataDir })
  const { port } = new URL(server.url)
  session = await authorise('/auth/register', account)
  await server.stop()
  execFileSync(process.execPath, [
    join(import.meta.dirname, '../support/ship/seed-fleet.ts'),
    dataDir,
    session.user.id,
    String(count),
  ])
  server = await startServer({ dataDir, port: Number(port) })
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

async function signIn(context: BrowserContext) {
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    {
      'shipminer.auth-token': session.token,
      'shipminer.refresh-token': session.refreshToken,
      'shipminer.user': JSON.stringify({
        id: session.user.id,
        name: account.name,
        email: account.email,
        wallet_address: null,
      }),
    },
  )
}

test('a page of 3,000, narrowed and ordered by the server, and an order to all that match', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  await signIn(context)
  const page = await context.newPage()
  await page.goto(`${server.url}/dashboard`)
  const table = page.getByRole('table', { name: 'Miners' })
  const rows = table.locator('tbody tr')
  const pages = page.getByRole('navigation', { name: 'Pages of the list' })
  await expect(rows).toHaveCount(50)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('300')
  await expect(rows.first()).toContainText('Miner 1')
  await expect(pages).toContainText('Page 1 of 60')
  await expect(table.locator('tfoot')).toContainText('3,000 miners')
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .concat(performance.getEntriesByType('navigation'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  )
  expect(bytes).toBeLessThan(500_000)
  await expectAccessible(page, 'a page of the fleet')

  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of 60')
  await expect(rows.first()).not.toContainText(/Miner 1\b/)
  await table.getByRole('button', { name: /TH\/s/ }).click()
  await expect(pages).toContainText('Page 1 of 60')
  await expect(rows.first()).toContainText('Miner 3000')
  await page.getByRole('searchbox').fill('miner 2999')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  await expect(rows).toHaveCount(50)

  // What is typed reaches the address while a press is still being drawn, on a slow phone: both count.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await page.getByRole('searchbox').fill('miner 2999')
  await page.getByRole('button', { name: /^Online/ }).dispatchEvent('click')
  await expect(page).toHaveURL(/q=miner/)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page).toHaveURL(/status=online/)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^All 3,000/ }).click()
  await expect(pages).toContainText('Page 1 of 60')

  await page.getByRole('button', { name: /^Need attention/ }).click()
  await expect(pages).toContainText(/Page 1 of 6(?!0)/)
  await rows.first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Select all 300 that match' }).click()
  const bar = page.getByRole('region', { name: 'What you can do with the chosen miners' })
  await expect(bar).toContainText('300 chosen')
  await bar.getByRole('button', { name: 'Reboot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click()
  await expect(page.getByRole('dialog')).toContainText('300 of 300 sent')
  await expect(page.getByRole('dialog')).toContainText('300 under way')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await bar.getByRole('button', { name: 'Name, place, group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Place on board').fill('Deck 2')
  await dialog.getByLabel('Name', { exact: true }).fill('Stern')
  await expect(dialog).toContainText('Becomes Stern 1 to Stern 300.')
  await dialog.getByLabel('Group', { exact: true }).selectOption('A new group')
  await dialog.getByLabel('Name of the new group').fill('Cold side')
  await expectAccessible(page, 'name, place and group of many')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('300 of 300 changed.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox').fill('stern 300')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Stern 300')
  await page.getByRole('searchbox').fill('')

  await page.getByRole('button', { name: /^All 3,000/ }).click()
  const group = page.getByRole('combobox', { name: 'Group' })
  await group.selectOption('Cold side (300)')
  await expect(pages).toContainText(/Page 1 of 6(?!0)/)
  await page.getByRole('button', { name: 'Edit group' }).click()
  await expectAccessible(page, 'a group')
  await dialog.getByLabel('Name', { exact: true }).fill('Warm side')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(group).toHaveValue('Warm side')
  await expect(page).toHaveURL(/group=Warm/)
  await expect(pages).toContainText(/Page 1 of 6(?!0)/)
  await page.getByRole('button', { name: 'Edit group' }).click()
  await dialog.getByRole('button', { name: 'Delete the group' }).click()
  await expect(group).toBeHidden()
  await expect(pages).toContainText('Page 1 of 60')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list').getByRole('link', { name: /^(Miner|Stern) \d+$/ })).toHaveCount(50)
  await page.getByRole('button', { name: 'Select all 50' }).click()
  await expect(bar).toContainText('50 chosen')
  const oneRow = await bar.boundingBox()
  expect(oneRow?.height).toBeLessThan(80)
  expect(oneRow?.width).toBeLessThanOrEqual(390)
  await bar.getByRole('button', { name: /More$/ }).click()
  await expect(bar.getByRole('button', { name: 'Reboot' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'what can be done, on a phone')
  await bar.getByRole('button', { name: 'Name, place, group' }).click()
  await expect(dialog).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Reboot' })).toBeHidden()
  await context.close()
})

test('a choice is kept under a name, with the account, and forgotten', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  await signIn(context)
  const page = await context.newPage()
  await page.goto(`${server.url}/dashboard`)
  const save = page.getByRole('button', { name: 'Save this choice' })
  await expect(page.getByRole('button', { name: /^Need attention/ })).toBeVisible()
  await expect(save).toBeHidden()
  await page.getByRole('button', { name: /^Need attention/ }).click()
  await page.getByLabel('Sort by').selectOption('name')
  await save.click()
  await page.getByLabel('Name of the choice').fill('Standing still')
  await expectAccessible(page, 'a choice that is being kept')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const kept = page
    .getByRole('list', { name: 'Saved choices' })
    .getByRole('button', { name: 'Standing still' })
  await expect(kept.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(save).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/dashboard`)
  await expect(kept.first()).toHaveAttribute('aria-pressed', 'false')
  await expectAccessible(page, 'choices that were kept, on a phone')
  await kept.first().click()
  await expect(page).toHaveURL(/status=attention/)
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('navigation', { name: 'Pages of the list' })).toContainText(/Page 1 of 6(?!0)/)
  await page.getByRole('button', { name: 'Forget Standing still' }).click()
  await expect(kept).toHaveCount(0)
  await context.close()
})

test('of 3,000 the comparison asks for those compared and a page to choose from', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  await signIn(context)
  const page = await context.newPage()
  await page.goto(`${server.url}/dashboard/compare`)
  const found = page.getByRole('region', { name: 'Add a miner' }).getByRole('listitem')
  await expect(found).toHaveCount(24)
  await page.getByRole('searchbox').fill('miner 2998')
  await expect(found).toHaveCount(1)
  await found.getByRole('button').click()
  await expect(page.getByRole('button', { name: /Miner 2998/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /Miner 2998/ })).toBeVisible()
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(asked).toContainEqual(expect.stringMatching(/^\/api\/dashboard\/miners\/\d+\/stats$/))
  expect(asked).not.toContain('/api/dashboard/miners')
  await context.close()
})
