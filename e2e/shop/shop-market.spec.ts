import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expect, test } from '../support/journey.ts'
import { startServer } from '../support/start-server.ts'
import { watchPage } from '../support/watch-page.ts'

/** What the market was when the page was asked for stands in the page that is delivered. */
test.use({ locale: 'nl-NL' })

const answers: Record<string, unknown> = {
  '/api/v1/prices': { EUR: 98_765, USD: 110_000 },
  '/api/v1/mining/hashrate/3d': { currentDifficulty: 141e12 },
  '/api/v1/mining/reward-stats/144': { startBlock: 960_001, endBlock: 960_144, totalFee: '288000000' },
}
const root = mkdtempSync(join(tmpdir(), 'sm-market-'))
let source: Server
let server: ServerProcess

test.beforeAll(async () => {
  source = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[request.url ?? ''] ?? null))
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { NETWORK_SOURCES: address, PRICE_SOURCES: `${address}/api/v1/prices` },
  })
})

test.afterAll(async () => {
  await server?.stop()
  source?.close()
  rmSync(root, { recursive: true, force: true })
})

test('home is delivered with the figures of the known market and its day, and keeps them when it comes alive', async ({
  page,
  browser,
}) => {
  // The price and the difficulty are asked for side by side, and either may be first.
  await expect
    .poll(async () => (await page.request.get(server.url)).text(), { timeout: 30_000 })
    .toMatch(/98\.765[\s\S]*\s141\sT/)
  const noScripts = await browser.newPage({ javaScriptEnabled: false, locale: 'nl-NL' })
  await noScripts.goto(server.url)
  const basis = noScripts.getByText(/Gerekend met/)
  await expect(basis).toHaveText(/98\.765 per bitcoin.* 141\sT, gemeten op \d+ \w+ \d{4}/)
  const delivered = await noScripts.locator('section:has-text("Gerekend met") dl').last().textContent()
  await noScripts.close()

  const watched = watchPage(page, server.url)
  await page.addInitScript("addEventListener('shipminer:alive', () => { globalThis.isAlive = true })")
  const answered = page.waitForResponse(/\/calculator/)
  await page.goto(server.url)
  await expect.poll(() => page.evaluate('globalThis.isAlive === true')).toBe(true)
  await answered
  const figures = page.locator('section:has-text("Gerekend met") dl').last()
  await expect(figures).toHaveText(String(delivered))
  await page.getByLabel('Aantal').selectOption('2')
  await expect(figures).not.toHaveText(String(delivered))
  expect(watched.problems).toEqual([])
})
