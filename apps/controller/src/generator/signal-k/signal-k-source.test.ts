import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import type { LoadMapping } from './collect-load.ts'
import { presetPaths } from './load-paths.ts'
import { createSignalKSource, type SignalKTimes } from './signal-k-source.ts'
import { type StubSignalK, startStubSignalK } from './stub-signal-k.ts'

const mapping: LoadMapping = {
  load: presetPaths('single-phase', ['g1']),
  sourceFilter: null,
  capacityKw: 100,
  powerSource: null,
  shipNeedsPower: null,
  phaseAgeMs: 3_000,
}
const path = 'electrical.ac.g1.phase.single.realPower'

let stub: StubSignalK
let source: LoadSource | null = null
let readings: LoadReading[]
let tokens: (string | null)[]
let identities: MeterIdentity[]
beforeEach(async () => {
  stub = await startStubSignalK()
  readings = []
  tokens = []
  identities = []
})
afterEach(async () => {
  await source?.stop()
  await stub.close()
})
function open(times: Partial<SignalKTimes> = {}, token: string | null = 'given') {
  source = createSignalKSource({
    baseUrl: stub.url,
    mapping,
    credentials: { clientId: 'client', token },
    onToken: (next) => tokens.push(next),
    onReading: (reading) => readings.push(reading),
    onIdentity: (identity) => identities.push(identity),
    clock: systemClock,
    random: () => 0.5,
    fetchFn: fetch,
    log: silentLogger,
    times: { firstRetryMs: 5, longestRetryMs: 20, ...times },
  })
  source.start()
  return source
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const subscribed = (count = 1) =>
  until(() => expect(stub.streams.filter((stream) => stream.subscribed.length > 0)).toHaveLength(count))

test('subscribes to its paths with its token and gives every load as it arrives', async () => {
  const opened = open()
  await subscribed()
  expect(stub.streams[0]).toMatchObject({ authorization: 'Bearer given', subscribed: [path] })
  expect(opened.status()).toMatchObject({ state: 'silent', lastReadingAt: null })
  stub.send({ [path]: 40_000 })
  stub.send({ [path]: 41_000 })
  await until(() => expect(readings.map(({ generatorLoadKw }) => generatorLoadKw)).toEqual([40, 41]))
  expect(opened.status()).toMatchObject({ state: 'connected', detail: null })
})

test('messages that are none, and values of others, are passed over', async () => {
  open()
  await subscribed()
  stub.sendText('{')
  stub.sendText('{"updates":[{"values":[{"path":"x","value":1}]}]}')
  stub.send({ [path]: 'many' })
  stub.send({ [path]: 42_000 })
  await until(() => expect(readings).toHaveLength(1))
})

test('comes back after the line is lost', async () => {
  open()
  await subscribed()
  stub.dropStreams()
  await subscribed(2)
  stub.send({ [path]: 1_000 })
  await until(() => expect(readings).toHaveLength(1))
})

test('a line that says nothing is started anew', async () => {
  open({ silenceMs: 100 })
  await subscribed(2)
})

test('a server that is not there is tried again', async () => {
  stub.behaviour.refuseWith = 503
  const opened = open()
  await until(() =>
    expect(opened.status()).toMatchObject({ state: 'waiting', detail: 'the server answered 503' }),
  )
  stub.behaviour.refuseWith = null
  await subscribed()
})

test('where nothing comes, access is asked for; with the token that is granted it starts anew', async () => {
  const opened = open({ accessMs: 40, silenceMs: 5_000 }, null)
  await until(() => expect(opened.status().state).toBe('needs-approval'))
  expect(stub.accessRequests).toHaveLength(1)
  stub.behaviour.token = 'granted'
  await until(() => expect(tokens).toEqual(['granted']))
  await until(() => expect(stub.streams.at(-1)?.authorization).toBe('Bearer granted'))
  expect(stub.accessRequests).toHaveLength(1)
})

test('a token that is refused is forgotten', async () => {
  stub.behaviour.refuseWith = 401
  open()
  await until(() => expect(tokens).toEqual([null]))
  stub.behaviour.refuseWith = null
  await subscribed()
  expect(stub.streams.at(-1)?.authorization).toBeUndefined()
})

test('nothing comes after the end', async () => {
  const opened = open()
  await subscribed()
  await opened.stop()
  expect(opened.status().state).toBe('stopped')
  stub.send({ [path]: 1_000 })
  await until(() => expect(stub.streams[0]?.line.readyState).toBe(3))
  expect(readings).toEqual([])
})

test('subscribes to exact paths of all sources, with nothing that throws values away', async () => {
  open()
  await subscribed()
  expect(JSON.parse(stub.subscriptions[0] ?? '')).toEqual({
    context: 'vessels.self',
    subscribe: [{ path }],
    sourcePolicy: 'all',
  })
})

test('what the server remembers from before is not fresh; the next value is', async () => {
  open()
  await subscribed()
  stub.timestamp = () => new Date(Date.now() - 60_000).toISOString()
  stub.send({ [path]: 30_000 })
  stub.send({ [path]: 95_000 })
  await until(() => expect(readings.map(({ generatorLoadKw }) => generatorLoadKw)).toEqual([95]))
})

test('a value that the stream never told is found by a second look, and an old one is not taken for it', async () => {
  stub.remembered = { value: 40_000, $source: 's', timestamp: '2026-01-01T00:00:00.000Z' }
  open({ secondLookMs: 50 })
  await subscribed()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(readings).toEqual([])
  stub.remembered = { value: 95_000, $source: 's', timestamp: '2026-01-01T00:00:01.000Z' }
  await until(() => expect(readings.map(({ generatorLoadKw }) => generatorLoadKw)).toEqual([95]))
})

test('what cannot be right is refused and named', async () => {
  const opened = open()
  await subscribed()
  stub.send({ [path]: 41 })
  await until(() =>
    expect(opened.status()).toMatchObject({ state: 'refused', problem: { code: 'unit-too-small' } }),
  )
  expect(readings).toEqual([])
  stub.send({ [path]: 41_000 })
  await until(() => expect(opened.status()).toMatchObject({ state: 'connected', problem: null }))
})

test('who reports the load is told once, and again when it is another or the line is new', async () => {
  const from = ($source: string | undefined, kw: number) =>
    stub.sendText(
      JSON.stringify({
        context: 'vessels.self',
        updates: [{ $source, timestamp: stub.timestamp(), values: [{ path, value: kw * 1_000 }] }],
      }),
    )
  const sources = () => identities.map(({ by, source: name }) => `${by} ${name}`)
  open()
  await subscribed()
  from('gx.genset', 40)
  from('gx.genset', 41)
  await until(() => expect(readings).toHaveLength(2))
  expect(sources()).toEqual(['signal-k gx.genset'])
  stub.dropStreams()
  await subscribed(2)
  from('gx.genset', 42)
  await until(() => expect(readings).toHaveLength(3))
  expect(sources()).toEqual(['signal-k gx.genset', 'signal-k gx.genset'])
  await source?.stop()
  open()
  await subscribed(3)
  // Devices of an NMEA 2000 bus settle their addresses anew.
  from('can0.35', 42)
  await until(() => expect(sources().at(-1)).toBe('signal-k can0'))
})
