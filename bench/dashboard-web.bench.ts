/**
 * The owner's dashboard in a browser: bytes of the first view, when the first values stand, and what the page takes while nobody touches it.
 * Real simulator, controller and server; every byte between browser and server passes a relay that counts it, headers and sockets included.
 */
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import * as z from 'zod'
import { freePort, startServer, startShip } from '../scripts/lib/stack.ts'
import { ensureWebBuilt } from '../scripts/lib/web-build.ts'
import { chooseSize } from './lib/options.ts'
import { ms, printTable, type Row, round, say } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { sleep, until, withWorkspace } from './lib/workspace.ts'

const fleets = chooseSize([9], [9, 300])
const idleMs = chooseSize(3 * 60_000, 10 * 60_000)
/** The first minutes of a page hold what it fetches once, late; they are not counted as idle. */
const settleMs = chooseSize(30_000, 90_000)
const pollIntervalMs = 30_000
const idleBarBytes = 2_000
const firstBarMs = 4_000
const line = { offline: false, latency: 600, downloadThroughput: 512_000 / 8, uploadThroughput: 512_000 / 8 }

const AnswerSchema = z.object({
  data: z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id: z.string() }) }),
})
const ShipSchema = z.object({ data: z.object({ ship: z.object({ id: z.string() }) }) })
const MinersSchema = z.object({
  data: z.object({ miners: z.array(z.object({ sampledAt: z.nullable(z.number()) })) }),
})

type Relay = { port: number; bytes(): { down: number; up: number }; close(): Promise<void> }

/** Passes everything on to a port, and counts it. */
async function startRelay(port: number, to: number): Promise<Relay> {
  const count = { down: 0, up: 0 }
  const open = new Set<Socket>()
  const server = createServer((inward) => {
    const outward = connect(to, '127.0.0.1')
    for (const socket of [inward, outward]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    inward.on('data', (chunk) => {
      count.up += chunk.length
    })
    outward.on('data', (chunk) => {
      count.down += chunk.length
    })
    inward.pipe(outward)
    outward.pipe(inward)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    bytes: () => ({ ...count }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

async function measure(browser: Browser, count: number): Promise<Row[]> {
  const rows: Row[] = []
  await withWorkspace(async (folder, stopLater) => {
    const [serverPort, relayPort] = [await freePort(), await freePort()]
    const server = await startServer({
      dataDir: join(folder, 'server'),
      port: serverPort,
      env: {
        NETWORK_SOURCES: '',
        PRICE_SOURCES: '',
        LOG_LEVEL: 'warn',
        PUBLIC_URL: `http://localhost:${relayPort}`,
      },
    })
    stopLater(() => server.stop())
    const relay = await startRelay(relayPort, serverPort)
    stopLater(() => relay.close())
    const ship = await startShip(server, {
      name: 'Ms Bench',
      location: 'Engine room',
      dataDir: folder,
      simulator: { miners: String(count - 1), lottery: '1', seed: 'web', 'generator-kw': String(count * 10) },
      controller: { POLL_INTERVAL_MS: String(pollIntervalMs), DEVICE_TIMEOUT_MS: '2000' },
      generatorLimits: { capacityKw: count * 10 },
    })
    stopLater(() => ship.stop())
    await ship.startController()
    const call = async (path: string, token: string, init: RequestInit = {}) =>
      (
        await fetch(`${server.url}/api${path}`, {
          ...init,
          headers: {
            'content-type': 'application/json',
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
        })
      ).json()
    const post = (path: string, body: object, token = '') =>
      call(path, token, { method: 'POST', body: JSON.stringify(body) })
    const account = {
      name: 'Jan de Vries',
      email: 'skipper@schip-bench.nl',
      password: 'quiet-harbour-lantern-42',
    }
    const { token, refreshToken, user } = AnswerSchema.parse(await post('/auth/register', account)).data
    await post('/miners/claim', { claimKey: ship.claimKey }, token)
    const own = ShipSchema.parse(await post('/user/ships', { name: 'Ms Bench', type: 'tanker' }, token)).data
      .ship
    await call(`/mining/controllers/${ship.controllerId}`, token, {
      method: 'PUT',
      body: JSON.stringify({ shipId: own.id }),
    })
    await until(
      async () => {
        const { miners } = MinersSchema.parse(await call('/dashboard/miners', token)).data
        return miners.filter(({ sampledAt }) => sampledAt !== null).length >= count
      },
      180_000,
      `${count} miners with values`,
    )
    const openBrowser = async () => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await context.addInitScript(
        (kept) => {
          for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
        },
        {
          'shipminer.auth-token': token,
          'shipminer.refresh-token': refreshToken,
          'shipminer.user': JSON.stringify({
            id: user.id,
            name: account.name,
            email: account.email,
            wallet_address: null,
          }),
        },
      )
      return context
    }
    const openPage = async (context: BrowserContext, slow: boolean) => {
      const page = await context.newPage()
      if (slow) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', line)
      const before = relay.bytes()
      const started = performance.now()
      await page.goto(`http://localhost:${relayPort}/dashboard`, { waitUntil: 'commit' })
      await page.locator('a[href*="/miner"]').first().waitFor({ timeout: 120_000 })
      return { page, before, valuesMs: performance.now() - started }
    }
    const weak = await openBrowser()
    const slow = await openPage(weak, true)
    await slow.page.close()
    const again = await openPage(weak, true)
    await weak.close()
    const context = await openBrowser()
    const { page, before, valuesMs } = await openPage(context, false)
    await sleep(settleMs)
    const opened = relay.bytes()
    say(`${count} miners: idle for ${idleMs / 1000} s`)
    const minutes: number[] = []
    let down = opened.down
    let last = opened
    for (let at = 0; at < idleMs; at += 60_000) {
      await sleep(60_000)
      const now = relay.bytes()
      minutes.push(now.down + now.up - last.down - last.up)
      last = now
    }
    down = last.down - down
    const requests = await page.evaluate(() => performance.getEntriesByType('resource').length)
    await context.close()
    const idle = minutes.reduce((sum, bytes) => sum + bytes, 0) / minutes.length
    rows.push(
      {
        what: `${round(count)} miners: first values on a line of 600 ms and 512 kbit/s`,
        measured: ms(slow.valuesMs),
        bar: `≤ ${ms(firstBarMs)}`,
        met: slow.valuesMs <= firstBarMs,
      },
      {
        what: `${round(count)} miners: the same for one who has opened it before`,
        measured: ms(again.valuesMs),
        bar: `≤ ${ms(firstBarMs)}`,
        met: again.valuesMs <= firstBarMs,
      },
      { what: `${round(count)} miners: first values without a brake`, measured: ms(valuesMs) },
      {
        what: `${round(count)} miners: first view and the ${settleMs / 1000} s after it`,
        measured: `${round((opened.down - before.down) / 1000)} kB down, ${round((opened.up - before.up) / 1000)} kB up, ${requests} requests to the end`,
      },
      {
        what: `${round(count)} miners: idle, a minute`,
        measured: `${round(idle)} bytes both ways (median ${round(median(minutes))}, most ${round(Math.max(...minutes))}), ${round(down / minutes.length)} of them down`,
        ratio: `${round(idle / idleBarBytes, 2)} ×`,
        bar: `≤ ${round(idleBarBytes)}`,
        met: idle <= idleBarBytes,
      },
    )
  })
  return rows
}

await ensureWebBuilt()
const browser = await chromium.launch(
  process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
)
const rows: Row[] = []
for (const count of fleets) rows.push(...(await measure(browser, count)))
await browser.close()
printTable(
  'dashboard-web: the first screen in a browser',
  [
    `simulated miners polled every ${pollIntervalMs / 1000} s by the controller's process; server process on its embedded database; Chromium at 390 × 844`,
    'bytes are counted between browser and server: HTTP with its headers, the live connection with its frames, compressed as it went',
    'idle: the page is visible and nobody touches it; every miner works and its figures wander as figures do',
  ],
  rows,
)
