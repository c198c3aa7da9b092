/**
 * From the poll of a device to the page that watches it: real controller, real server with its default database, simulated ship, and a
 * client that signs in and opens `/ws` as a page does. First one page alone, then many at once on the same server.
 */
import { join } from 'node:path'
import type { LiveToServer } from '@shipminer/contract/live'
import * as z from 'zod'
import { createController, startServer } from '../scripts/lib/stack.ts'
import { chooseSize } from './lib/options.ts'
import { scanRanges, startControllerProcess, startSimulator } from './lib/processes.ts'
import { megabytes, ms, percent, printTable, type Row, round, say } from './lib/report.ts'
import { quantile } from './lib/stats.ts'
import { sleep, until, withWorkspace } from './lib/workspace.ts'

const miners = 50
const pollIntervalMs = 5_000
const aloneMs = chooseSize(45_000, 120_000)
const togetherMs = chooseSize(30_000, 90_000)
const sockets = chooseSize(500, 5_000)
const barMs = 1_000
/** Sockets opened at the same moment. */
const opening = 25

const AnswerSchema = z.object({ data: z.object({ token: z.string() }) })
/** Only what is measured of a live message. */
const MessageSchema = z.object({
  type: z.string(),
  serverTime: z.optional(z.number()),
  miners: z.optional(
    z.array(
      z.object({ id: z.string(), sampledAt: z.nullable(z.number()), receivedAt: z.nullable(z.number()) }),
    ),
  ),
})
type Message = z.infer<typeof MessageSchema>

type Page = { close(): void; isOpen(): boolean; messages: number }

/** Messages that go to many pages are the same text: it is read once. */
let lastText = ''
let lastMessage: Message = { type: '' }
function read(text: string): Message {
  if (text !== lastText) {
    lastMessage = MessageSchema.parse(JSON.parse(text))
    lastText = text
  }
  return lastMessage
}

/** Opens `/ws` as a page does; resolves with the first snapshot. Each page has an address of its own, as behind a proxy. */
function openPage(
  url: string,
  token: string,
  index: number,
  onMessage: (message: Message, at: number) => void,
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}` }
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { headers })
    const page: Page = {
      close: () => socket.close(),
      isOpen: () => socket.readyState === WebSocket.OPEN,
      messages: 0,
    }
    const say = (message: LiveToServer) => socket.send(JSON.stringify(message))
    socket.addEventListener('open', () => say({ type: 'authenticate', token }))
    socket.addEventListener('message', ({ data }) => {
      const at = Date.now()
      const message = read(String(data))
      page.messages += 1
      if (message.type === 'authenticated') say({ type: 'subscribe', topic: 'fleet' })
      else if (message.type === 'refused') reject(new Error(`refused: ${data}`))
      else if (message.type === 'snapshot') resolve(page)
      onMessage(message, at)
    })
    socket.addEventListener('error', () => reject(new Error('the socket failed')))
    socket.addEventListener('close', () => reject(new Error('the socket was closed')))
  })
}

/** Of every sample that is newer than what a page had, in ms. */
type Delays = {
  /** Start of the poll to the page. */
  whole: number[]
  /** Start of the poll to the server's having it. */
  ashore: number[]
  /** From there to the page. */
  shown: number[]
  /** Each message with news: from being written to being read. */
  wire: number[]
}
type Watcher = { onMessage(message: Message, at: number): void; delays: Delays; startAnew(): void }

function watchSamples(): Watcher {
  const newest = new Map<string, number>()
  const none = (): Delays => ({ whole: [], ashore: [], shown: [], wire: [] })
  const watcher: Watcher = {
    delays: none(),
    startAnew() {
      watcher.delays = none()
    },
    onMessage(message, at) {
      let isNews = false
      for (const { id, sampledAt, receivedAt } of message.miners ?? []) {
        if (sampledAt === null || receivedAt === null || sampledAt <= (newest.get(id) ?? 0)) continue
        newest.set(id, sampledAt)
        if (message.type !== 'changes') continue
        const { whole, ashore, shown } = watcher.delays
        whole.push(at - sampledAt)
        ashore.push(receivedAt - sampledAt)
        shown.push(at - receivedAt)
        isNews = true
      }
      if (isNews && message.serverTime !== undefined) watcher.delays.wire.push(at - message.serverTime)
    },
  }
  return watcher
}

async function metricsOf(url: string): Promise<{ cpuSeconds: number; residentBytes: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return {
    cpuSeconds: value('process_cpu_seconds_total'),
    residentBytes: value('process_resident_memory_bytes'),
  }
}

await withWorkspace(async (folder, stopLater) => {
  const server = await startServer({
    dataDir: join(folder, 'server'),
    env: { NETWORK_SOURCES: '', PRICE_SOURCES: '', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
  stopLater(() => server.stop())
  const created = await createController(server, 'Ms Bench', 'Engine room')
  const simulator = await startSimulator({ miners: String(miners - 10), lottery: '10', seed: 'live' }, folder)
  stopLater(() => simulator.child.stop())
  const controller = startControllerProcess(
    {
      SERVER_URL: server.url,
      CONTROLLER_ID: created.controllerId,
      ENROLMENT_TOKEN: created.enrolmentToken,
      SCAN_RANGES: scanRanges(simulator.devices),
      STATUS_PORT: '0',
      POLL_INTERVAL_MS: String(pollIntervalMs),
      DEVICE_TIMEOUT_MS: '2000',
    },
    folder,
  )
  stopLater(() => controller.stop())

  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const account = {
    name: 'Jan de Vries',
    email: 'skipper@schip-bench.nl',
    password: 'quiet-harbour-lantern-42',
  }
  const { token } = AnswerSchema.parse(await post('/auth/register', account)).data
  await post('/miners/claim', { claimKey: created.claimKey }, token)

  const first = watchSamples()
  const seen = new Set<string>()
  const page = await openPage(server.url, token, 0, (message, at) => {
    for (const miner of message.miners ?? []) if (miner.sampledAt !== null) seen.add(miner.id)
    first.onMessage(message, at)
  })
  await until(() => seen.size >= miners, 60_000, `${miners} miners on the page`)
  await sleep(pollIntervalMs)
  say(`${seen.size} miners on the page; ${aloneMs / 1000} s alone`)
  first.startAnew()
  const cpuAlone = await metricsOf(server.url)
  await sleep(aloneMs)
  const cpuAloneEnd = await metricsOf(server.url)
  const alone = first.delays

  say(`opening ${sockets} more`)
  const pages: Page[] = []
  const watchers = Array.from({ length: sockets }, watchSamples)
  const started = performance.now()
  let refused = 0
  let next = 0
  await Promise.all(
    Array.from({ length: opening }, async () => {
      for (let index = next++; index < sockets; index = next++) {
        const watcher = watchers[index]
        if (!watcher) return
        await openPage(server.url, token, index + 1, watcher.onMessage).then(
          (opened) => pages.push(opened),
          () => {
            refused += 1
          },
        )
      }
    }),
  )
  const openedInS = (performance.now() - started) / 1000
  await sleep(pollIntervalMs)
  for (const watcher of [first, ...watchers]) watcher.startAnew()
  const cpuMany = await metricsOf(server.url)
  const ownCpu = process.cpuUsage()
  await sleep(togetherMs)
  const ownUsed = process.cpuUsage(ownCpu)
  const cpuManyEnd = await metricsOf(server.url)
  const stillOpen = pages.filter((one) => one.isOpen()).length
  const together = watchers.flatMap(({ delays }) => delays.whole)
  const wire = watchers.flatMap(({ delays }) => delays.wire)
  const firstTogether = first.delays
  // A page may miss the last change of the time it was looked at, and nothing else.
  const heard = watchers.filter(
    ({ delays }) => delays.whole.length >= firstTogether.whole.length - miners,
  ).length
  for (const one of [...pages, page]) one.close()

  const figure = (values: readonly number[]) =>
    `${ms(quantile(values, 0.5))} (p95 ${ms(quantile(values, 0.95))})`
  const share = (from: { cpuSeconds: number }, to: { cpuSeconds: number }, forMs: number) =>
    percent((to.cpuSeconds - from.cpuSeconds) / (forMs / 1000))
  const p95 = quantile(alone.whole, 0.95)
  const rows: Row[] = [
    {
      what: 'one page: start of the poll to the page',
      measured: `${figure(alone.whole)}, most ${ms(Math.max(...alone.whole))}, ${round(alone.whole.length)} samples`,
      ratio: `${round(p95 / barMs, 2)} × at p95`,
      bar: `p95 ≤ ${barMs} ms`,
      met: p95 <= barMs,
    },
    { what: 'of it until the server had it', measured: figure(alone.ashore) },
    { what: 'from there until the page had it', measured: figure(alone.shown) },
    { what: 'of that on the wire', measured: figure(alone.wire) },
    {
      what: 'server meanwhile',
      measured: `${share(cpuAlone, cpuAloneEnd, aloneMs)} of a core, ${megabytes(cpuAloneEnd.residentBytes)}`,
    },
    {
      what: `${round(sockets)} more pages on the same fleet: sockets held`,
      measured: `${round(stillOpen)} open, ${refused} failed, ${round(heard)} heard of every change; opened in ${round(openedInS)} s`,
      bar: '5,000 on one server (long form)',
      met:
        stillOpen === sockets && heard === sockets
          ? sockets >= 5_000
            ? true
            : `${round(sockets)} held`
          : false,
    },
    {
      what: 'start of the poll to the page, over all pages',
      measured: `${figure(together)}, most ${ms(together.reduce((most, delay) => Math.max(most, delay), 0))}, ${round(together.length)} samples`,
      reference: `the first page: ${figure(firstTogether.whole)}`,
      bar: `p95 ≤ ${barMs} ms`,
      met: quantile(together, 0.95) <= barMs,
    },
    { what: 'the first page: until the server had it', measured: figure(firstTogether.ashore) },
    { what: 'the first page: from there until it had it', measured: figure(firstTogether.shown) },
    { what: 'on the wire, over all pages', measured: figure(wire) },
    {
      what: 'server meanwhile',
      measured: `${share(cpuMany, cpuManyEnd, togetherMs)} of a core, ${megabytes(cpuManyEnd.residentBytes)}`,
      reference: `all pages together, in this process: ${percent((ownUsed.user + ownUsed.system) / 1000 / togetherMs)} of a core`,
    },
  ]
  printTable(
    'sample-to-screen: from the poll to the page',
    [
      `${miners} simulated miners polled every ${pollIntervalMs / 1000} s by the controller's process; server process on its embedded database; pages are WebSocket clients in this process with a real login`,
      "a sample's time is the start of its poll, so the poll itself is in every figure; the server sends at most two messages a second",
      `one page for ${aloneMs / 1000} s, then ${round(sockets)} more on the same owner's fleet for ${togetherMs / 1000} s: every change goes to every page`,
    ],
    rows,
  )
})
