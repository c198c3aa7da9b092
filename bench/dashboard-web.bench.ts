/**
 * The owner's dashboard in a browser: when the first values stand, bytes of the first view and of a minute in which nobody touches it, and how
 * it answers a hand with many miners. Every byte between browser and server passes a relay that counts it, headers and sockets included.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureWebBuilt } from '../scripts/lib/web-build.ts'
import { chooseSize } from './lib/options.ts'
import { type OwnerFleet, openLiveFleet, openWrittenFleet } from './lib/owner-fleet.ts'
import { ms, printTable, type Row, round, say } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { sleep, withWorkspace } from './lib/workspace.ts'

const liveCount = 9
const writtenCounts = [300, 10_000]
const idleMs = chooseSize(3 * 60_000, 10 * 60_000)
/** The first minutes of a page hold what it fetches once, late; they are not counted as idle. */
const settleMs = chooseSize(30_000, 90_000)
const pollIntervalMs = 30_000
const line = { offline: false, latency: 600, downloadThroughput: 512_000 / 8, uploadThroughput: 512_000 / 8 }
const bars = {
  idleBytes: 2_000,
  weakFirstMs: 4_000,
  firstMs: 2_000,
  firstBytes: 300_000,
  inpMs: 200,
  holdMs: 50,
}
/** Where the list of miners comes from. */
const fleetPath = '/api/mining/fleet'
/** Of the page's tasks and of what a hand waits for, the longest so far, ms. */
declare const seen: { task: number; hand: number }
/** Runs in the page: Chromium's own observers, which Node has not. */
const watchHands = `
  globalThis.seen = { task: 0, hand: 0 }
  const follow = (options, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ buffered: true, ...options })
  follow({ type: 'longtask' }, ({ duration }) => (seen.task = Math.max(seen.task, duration)))
  follow({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) seen.hand = Math.max(seen.hand, duration)
  })`

async function openBrowser(browser: Browser, { kept }: OwnerFleet): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
  await context.addInitScript((storage) => {
    for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  }, kept)
  await context.addInitScript(watchHands)
  return context
}

/** Opens the dashboard; when verdict, power and money can be read, and when the miners are there, ms. */
async function openPage(
  fleet: OwnerFleet,
  context: BrowserContext,
  brakes: { line?: boolean; cpu?: number },
) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (brakes.line) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
  }
  if (brakes.cpu) await session.send('Emulation.setCPUThrottlingRate', { rate: brakes.cpu })
  const before = fleet.relay.bytes()
  const started = performance.now()
  await page.goto(`${fleet.url}/dashboard`, { waitUntil: 'commit' })
  const rows = page.locator('a[href*="/miner"]').first()
  const values = page.locator('#first-values section').first().or(rows).first()
  await values.waitFor({ timeout: 120_000 })
  const valuesMs = performance.now() - started
  await rows.waitFor({ timeout: 120_000 })
  const rowsMs = performance.now() - started
  // By the page's own clock: what the network and the server took is not in it.
  const afterAnswerMs = await page.evaluate((path) => {
    const answer = performance
      .getEntriesByType('resource')
      .find(({ name }) => new URL(name).pathname === path)
    return performance.now() - (answer ? answer.startTime + answer.duration : 0)
  }, fleetPath)
  const bytes = () => {
    const { down, up } = fleet.relay.bytes()
    return { down: down - before.down, up: up - before.up }
  }
  return { page, valuesMs, rowsMs, afterAnswerMs, bytes }
}

async function measureLines(browser: Browser, fleet: OwnerFleet, name: string): Promise<Row[]> {
  const weak = await openBrowser(browser, fleet)
  const first = await openPage(fleet, weak, { line: true })
  await first.page.close()
  const again = await openPage(fleet, weak, { line: true })
  await weak.close()
  const bar = { bar: `≤ ${ms(bars.weakFirstMs)}` }
  return [
    {
      what: `${name}: first values on a line of 600 ms and 512 kbit/s`,
      measured: `${ms(first.valuesMs)}; all of the page ${ms(first.rowsMs)}`,
      ...bar,
      met: first.valuesMs <= bars.weakFirstMs,
    },
    {
      what: `${name}: the same for one who has opened it before`,
      measured: `${ms(again.valuesMs)}; all of the page ${ms(again.rowsMs)}`,
      ...bar,
      met: again.valuesMs <= bars.weakFirstMs,
    },
  ]
}

async function measureIdle(browser: Browser, fleet: OwnerFleet, name: string): Promise<Row[]> {
  const context = await openBrowser(browser, fleet)
  const { page, bytes } = await openPage(fleet, context, {})
  await sleep(settleMs)
  const opened = bytes()
  say(`${name}: idle for ${idleMs / 1000} s`)
  const minutes: number[] = []
  let last = opened
  for (let at = 0; at < idleMs; at += 60_000) {
    await sleep(60_000)
    const now = bytes()
    minutes.push(now.down + now.up - last.down - last.up)
    last = now
  }
  const requests = await page.evaluate(() => performance.getEntriesByType('resource').length)
  await context.close()
  const idle = minutes.reduce((sum, one) => sum + one, 0) / minutes.length
  const down = (last.down - opened.down) / minutes.length
  return [
    {
      what: `${name}: first view and the ${settleMs / 1000} s after it`,
      measured: `${kilobytes(opened.down)} down, ${kilobytes(opened.up)} up, ${requests} requests to the end`,
    },
    {
      what: `${name}: idle, a minute`,
      measured: `${round(idle)} bytes both ways (median ${round(median(minutes))}, most ${round(Math.max(...minutes))}), ${round(down)} of them down`,
      ratio: `${round(idle / bars.idleBytes, 2)} ×`,
      bar: `≤ ${round(bars.idleBytes)}`,
      met: idle <= bars.idleBytes,
    },
  ]
}

const kilobytes = (bytes: number) => `${round(bytes / 1000)} kB`

/** A first view without a brake, then sorting, filtering and searching on a processor four times slower. */
async function measureHands(browser: Browser, fleet: OwnerFleet, name: string): Promise<Row[]> {
  // A server that has only just been started compiles what it is asked first.
  const before = await openBrowser(browser, fleet)
  await openPage(fleet, before, {})
  await before.close()
  await sleep(10_000)
  const context = await openBrowser(browser, fleet)
  const started = Date.now()
  const open = await openPage(fleet, context, {})
  await sleep(3_000)
  const { down } = open.bytes()
  const opening = { hold: fleet.longestHoldSince(started), task: await longestTask(open.page) }
  await open.page.close()
  const { page } = await openPage(fleet, context, { cpu: 4 })
  await sleep(5_000)
  const handsFrom = Date.now()
  await page.evaluate(() => Object.assign(seen, { task: 0, hand: 0 }))
  await useList(page)
  const hand = await page.evaluate(() => seen.hand)
  const task = await longestTask(page)
  await sleep(1_000)
  const hold = fleet.longestHoldSince(handsFrom)
  await context.close()
  return [
    {
      what: `${name}: first screen`,
      measured: `${ms(open.valuesMs)}; with its miners ${ms(open.rowsMs)}, which is ${ms(open.afterAnswerMs)} after the answer of the network`,
      bar: `≤ ${ms(bars.firstMs)} after it`,
      met: open.afterAnswerMs <= bars.firstMs,
    },
    {
      what: `${name}: bytes of it`,
      measured: kilobytes(down),
      bar: `< ${kilobytes(bars.firstBytes)}`,
      met: down < bars.firstBytes,
    },
    {
      what: `${name}: sorting, filtering, searching at a quarter of the processor (INP)`,
      measured: ms(hand),
      bar: `≤ ${ms(bars.inpMs)}`,
      met: hand <= bars.inpMs,
    },
    {
      what: `${name}: longest task of the page`,
      measured: `${ms(opening.task)} while it opens, ${ms(task)} in the hand at a quarter of the processor`,
    },
    {
      what: `${name}: the server's event loop held at most`,
      measured: `${ms(opening.hold)} while it opens, ${ms(hold)} in the hand`,
      bar: `≤ ${ms(bars.holdMs)}`,
      met: Math.max(opening.hold, hold) <= bars.holdMs,
    },
  ]
}

const longestTask = (page: Page) => page.evaluate(() => seen.task)

/** What a hand does with a long list, each after the page has come to rest. */
async function useList(page: Page): Promise<void> {
  const rest = () => page.waitForTimeout(1_500)
  const sort = page.getByLabel('Sort by')
  const filters = page.getByRole('group', { name: 'Show' })
  await sort.focus()
  // By keys: choosing with the mouse happens in a window of the browser itself.
  for (let turn = 0; turn < 3; turn++) {
    await page.keyboard.press('ArrowDown')
    await rest()
  }
  for (const filter of [/^Need attention/, /^Online/, /^All/]) {
    await filters.getByRole('button', { name: filter }).click()
    await rest()
  }
  await page.getByRole('searchbox').click()
  await page.keyboard.type('miner 29', { delay: 120 })
  await rest()
}

await ensureWebBuilt()
const browser = await chromium.launch(
  process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
)
const rows: Row[] = []
await withWorkspace(async (folder, stopLater) => {
  const fleet = await openLiveFleet(liveCount, folder, stopLater, pollIntervalMs)
  const name = `${liveCount} miners`
  rows.push(...(await measureLines(browser, fleet, name)), ...(await measureIdle(browser, fleet, name)))
})
for (const count of writtenCounts)
  await withWorkspace(async (folder, stopLater) => {
    const fleet = await openWrittenFleet(count, folder, stopLater)
    rows.push(...(await measureHands(browser, fleet, `${round(count)} miners`)))
  })
await browser.close()
printTable(
  'dashboard-web: the first screen in a browser',
  [
    `${liveCount} simulated miners polled every ${pollIntervalMs / 1000} s by the controller's process, more are written into the database and stand still; server process on its embedded database; Chromium at 390 × 844`,
    'first values: verdict, power and money can be read; bytes are counted between browser and server: HTTP with its headers, the live connection with its frames, compressed as it went',
    'idle: the page is visible and nobody touches it; every miner works and its figures wander as figures do',
  ],
  rows,
)
