import type { LiveToClient } from '@shipminer/contract/live'
import { beforeEach, describe, expect, test } from 'vitest'
import { attemptLimitMs, createLiveClient, type LiveSocket, silenceLimitMs } from './live-client.ts'

class FakeSocket implements LiveSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  readonly sent: unknown[] = []
  isClosed = false
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.isClosed = true
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const summary = {
  totalDevices: 0,
  onlineDevices: 0,
  staleDevices: 0,
  offlineDevices: 0,
  states: {
    mining: 0,
    'below-expected': 0,
    starting: 0,
    asleep: 0,
    idle: 0,
    error: 0,
    stale: 0,
    offline: 0,
    unreported: 0,
    unknown: 0,
  },
  needAttention: 0,
  totalHashRate: null,
  hashRateKnown: 0,
  totalPowerConsumption: null,
  powerKnown: 0,
  totalEarningsToday: null,
  totalEarningsMonth: null,
  averageTemperature: null,
  alertsCount: 0,
}
const snapshot = (serverTime: number): LiveToClient => ({
  type: 'snapshot',
  serverTime,
  summary,
  controllers: [],
  power: [],
  miners: [],
  alerts: [],
})

let now = 0
let token: string | null
let renewed: () => string | null
let sockets: FakeSocket[]
let timers: { at: number; task: () => void }[]
let heard: string[]
let client: ReturnType<typeof createLiveClient>
let savesData = false

function pass(ms: number): void {
  const until = now + ms
  for (;;) {
    const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
    if (!next) break
    timers = timers.filter((timer) => timer !== next)
    now = next.at
    next.task()
  }
  now = until
}

function socket(): FakeSocket {
  const last = sockets.at(-1)
  if (!last) throw new Error('no socket was opened')
  return last
}

function goLive(): void {
  socket().onopen?.()
  socket().hear({ type: 'authenticated', serverTime: now + 500 })
  socket().hear(snapshot(now + 500))
}

beforeEach(() => {
  now = 1_000_000
  savesData = false
  token = 'at_first'
  renewed = () => token
  sockets = []
  timers = []
  heard = []
  client = createLiveClient({
    open: () => {
      const opened = new FakeSocket()
      sockets.push(opened)
      return opened
    },
    getToken: () => token,
    renewToken: async () => renewed(),
    now: () => now,
    random: () => 0,
    savesData: () => savesData,
    setTimer: (task, ms) => {
      const timer = { at: now + ms, task }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    warn: () => undefined,
  })
  client.onMessage((message) => heard.push(message.type))
})

describe('live connection', () => {
  test('authenticates in the first message, subscribes, and is live with the snapshot', () => {
    client.start()
    expect(client.getState().phase).toBe('connecting')
    goLive()
    expect(socket().sent).toEqual([
      { type: 'authenticate', token: 'at_first' },
      { type: 'subscribe', topic: 'fleet' },
    ])
    expect(client.getState()).toEqual({ phase: 'live', attempts: 0, lastMessageAt: now, clockOffsetMs: 500 })
    expect(heard).toEqual(['authenticated', 'snapshot'])
  })

  test('asks for less where data is saved', () => {
    savesData = true
    client.start()
    goLive()
    expect(socket().sent.at(-1)).toEqual({ type: 'subscribe', topic: 'fleet', saver: true })
  })

  test('the clock offset follows the least delayed message', () => {
    client.start()
    goLive()
    socket().hear({ type: 'heartbeat', serverTime: now + 100 })
    expect(client.getState().clockOffsetMs).toBe(500)
    socket().hear({ type: 'heartbeat', serverTime: now + 700 })
    expect(client.getState().clockOffsetMs).toBe(700)
    socket().hear({ type: 'heartbeat', serverTime: now - 3_600_000 })
    expect(client.getState().clockOffsetMs).toBe(-3_600_000)
  })

  test('starts over after a break, waiting longer each time, and forgets the count once live', () => {
    client.start()
    goLive()
    socket().onclose?.()
    expect(client.getState()).toMatchObject({ phase: 'waiting', attempts: 1 })
    pass(999)
    expect(sockets).toHaveLength(1)
    pass(1)
    expect(sockets).toHaveLength(2)
    socket().onclose?.()
    pass(1999)
    expect(sockets).toHaveLength(2)
    pass(1)
    expect(client.getState()).toMatchObject({ phase: 'connecting', attempts: 2 })
    goLive()
    expect(client.getState().attempts).toBe(0)
  })

  test('silence counts as a break; every message puts it off', () => {
    client.start()
    goLive()
    pass(silenceLimitMs - 1)
    socket().hear({ type: 'heartbeat', serverTime: now })
    pass(silenceLimitMs - 1)
    expect(client.getState().phase).toBe('live')
    pass(1)
    expect(client.getState().phase).toBe('waiting')
    expect(socket().isClosed).toBe(true)
  })

  test('an attempt that hangs is given up, and its socket is not heard any more', () => {
    client.start()
    const hung = socket()
    pass(attemptLimitMs)
    expect(client.getState().phase).toBe('waiting')
    hung.onopen?.()
    hung.hear(snapshot(now))
    expect(hung.sent).toEqual([])
    expect(heard).toEqual([])
  })

  test('a message that breaks the contract ends the connection instead of reaching a page', () => {
    client.start()
    goLive()
    socket().hear({ ...snapshot(now), miners: [{ id: 'x' }] })
    expect(client.getState().phase).toBe('waiting')
    expect(heard).toEqual(['authenticated', 'snapshot'])
  })

  test('a refused token is renewed and tried again at once', async () => {
    client.start()
    socket().onopen?.()
    token = 'at_second'
    socket().hear({ type: 'refused', code: 'unauthorized' })
    expect(client.getState().phase).toBe('renewing')
    await Promise.resolve()
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    expect(socket().sent).toEqual([{ type: 'authenticate', token: 'at_second' }])
  })

  test('without a session it rests, and a new start tries again', async () => {
    client.start()
    socket().onopen?.()
    renewed = () => {
      token = null
      return null
    }
    socket().hear({ type: 'refused', code: 'session-expired' })
    await Promise.resolve()
    expect(client.getState().phase).toBe('refused')
    pass(120_000)
    expect(sockets).toHaveLength(1)
    token = 'at_third'
    client.start()
    expect(sockets).toHaveLength(2)
  })

  test('a renewal that fails for want of a network is tried again later', async () => {
    client.start()
    socket().onopen?.()
    renewed = () => null
    socket().hear({ type: 'refused', code: 'unauthorized' })
    await Promise.resolve()
    expect(client.getState().phase).toBe('waiting')
    pass(1000)
    expect(sockets).toHaveLength(2)
  })

  test('waking up shortens the wait; stopping ends everything', () => {
    client.start()
    socket().onclose?.()
    client.wake()
    expect(sockets).toHaveLength(2)
    client.stop()
    expect(socket().isClosed).toBe(true)
    pass(600_000)
    expect(sockets).toHaveLength(2)
    expect(client.getState().phase).toBe('stopped')
  })

  test('nobody signed in: no socket is opened', () => {
    token = null
    client.start()
    pass(1)
    expect(sockets).toHaveLength(0)
    expect(client.getState().phase).toBe('refused')
  })
})
