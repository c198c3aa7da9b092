import { createServer, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { powerTexts } from '../status-page/power/power-texts.ts'
import type { Publisher } from './publisher.ts'
import type { ShipFigures } from './ship-figures.ts'
import { createSignalKPublisher } from './signal-k-publisher.ts'

// What a real server does with what is published: e2e/generator/publish-to-signal-k.test.ts.

const figures: ShipFigures = {
  state: 'free',
  stateText: 'room enough',
  miningWatts: 33_000,
  generatorWatts: null,
  shipWatts: null,
  limitWatts: null,
  headroomWatts: null,
  curtailedWatts: null,
  reserveWatts: null,
  requiredReserveWatts: null,
  minersAsleep: 1,
  minersKnown: 6,
  alarms: [],
}
let http: Server | null = null
let sockets: WebSocketServer
let publisher: Publisher | null = null
let lines: number
/** Whether the server reads what is published. */
let isDeaf: boolean
afterEach(async () => {
  await publisher?.stop()
  for (const socket of sockets.clients) socket.terminate()
  await new Promise((resolve) => http?.close(resolve))
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

async function open(figures: () => ShipFigures, fetchFn: typeof fetch): Promise<void> {
  lines = 0
  const listening = createServer()
  sockets = new WebSocketServer({ server: listening })
  sockets.on('connection', (socket) => {
    lines += 1
    socket.on('error', () => {})
    if (isDeaf) socket.pause()
  })
  http = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  publisher = createSignalKPublisher({
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    labels: powerTexts.en.figureLabels,
    figures,
    credentials: { clientId: 'f1e2d3c4-0000-4000-8000-000000000002', token: null },
    onToken: () => {},
    // It looks back at every beat.
    clock: { now: systemClock.now, monotonic: () => 20 * systemClock.monotonic() },
    fetchFn,
    log: silentLogger,
  })
}

test('a server that reads nothing any more is hung up on: what it does not take must not pile up', async () => {
  isDeaf = true
  // Larger than what the system itself keeps for a line.
  const state = 'x'.repeat(2 ** 24)
  await open(
    () => ({ ...figures, state }),
    () => Promise.reject(new Error('no answer')),
  )
  await until(() => expect(lines).toBeGreaterThan(1))
})
test('what can no longer be read back does not count as published', async () => {
  isDeaf = false
  let isAnswering = true
  await open(
    () => figures,
    () => (isAnswering ? Promise.resolve(Response.json('free')) : Promise.reject(new Error('no answer'))),
  )
  await until(() => expect(publisher?.status().state).toBe('publishing'))
  isAnswering = false
  await until(() => expect(publisher?.status().state).toBe('waiting'))
  isAnswering = true
  await until(() => expect(publisher?.status().state).toBe('publishing'))
  expect(lines).toBe(1)
})
