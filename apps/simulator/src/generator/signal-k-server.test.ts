import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createManualClock, type ManualClock } from '../clock.ts'
import { createGenerator, type Generator } from './generator.ts'
import { createShipLoad } from './ship-load.ts'
import { isMatch, type SignalKServer, startSignalKServer } from './signal-k-server.ts'

let clock: ManualClock
let generator: Generator
let server: SignalKServer
const lines: WebSocket[] = []
async function start(needsToken = false) {
  clock = createManualClock()
  generator = createGenerator({
    capacityKw: 100,
    shipLoad: createShipLoad({ baseKw: 30, steps: [] }, clock),
    miningWatts: () => 12_000,
  })
  server = await startSignalKServer({ generator, clock, needsToken })
}
beforeEach(() => start())
afterEach(async () => {
  for (const line of lines.splice(0)) line.terminate()
  await server.close()
})
// biome-ignore lint/suspicious/noExplicitAny: tests reach into documents
type Message = any
async function open(query = '?subscribe=none', headers: Record<string, string> = {}) {
  const messages: Message[] = []
  const line = new WebSocket(`${server.url.replace('http', 'ws')}/signalk/v1/stream${query}`, { headers })
  lines.push(line)
  line.on('message', (data) => messages.push(JSON.parse(data.toString())))
  await new Promise((resolve, reject) => {
    line.on('open', resolve)
    line.on('error', reject)
  })
  await until(() => expect(messages).toHaveLength(1))
  const subscribe = (...paths: string[]) =>
    line.send(
      JSON.stringify({
        context: 'vessels.self',
        subscribe: paths.map((path) => ({ path, policy: 'instant' })),
      }),
    )
  return { messages, subscribe }
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 })
const valuesOf = (message: Message) =>
  Object.fromEntries(message.updates[0].values.map(({ path, value }: Message) => [path, value]))

describe('the stream', () => {
  test('says hello, and nothing to who asks for nothing', async () => {
    const { messages } = await open()
    expect(messages[0]).toMatchObject({ name: 'signalk-server', roles: ['master', 'main'] })
    clock.advance(5_000)
    const other = await open('')
    clock.advance(1_000)
    await until(() => expect(other.messages.length).toBeGreaterThan(1))
    expect(messages).toHaveLength(1)
  })
  test('gives what is subscribed to, every second of the ship’s time', async () => {
    const { messages, subscribe } = await open()
    subscribe('electrical.ac.generator1.phase.*')
    await until(() => expect(messages).toHaveLength(2))
    clock.advance(2_000)
    await until(() => expect(messages).toHaveLength(4))
    expect(messages[3].context).toBe(messages[0].self)
    expect(valuesOf(messages[3])).toEqual({
      'electrical.ac.generator1.phase.A.realPower': 14_200,
      'electrical.ac.generator1.phase.B.realPower': 13_900,
      'electrical.ac.generator1.phase.C.realPower': 13_900,
    })
  })
  test('freezes and stops as it is told', async () => {
    const { messages, subscribe } = await open()
    subscribe('propulsion.generator1.engineLoad')
    await until(() => expect(messages).toHaveLength(2))
    expect(valuesOf(messages[1])).toEqual({ 'propulsion.generator1.engineLoad': 0.42 })
    generator.feed = 'cut'
    clock.advance(3_000)
    generator.feed = 'on'
    clock.advance(1_000)
    await until(() => expect(messages).toHaveLength(3))
  })
})

describe('access', () => {
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(server.url + path, init)
    return { status: response.status, body: (await response.json()) as Message }
  }
  const request = () =>
    call('/signalk/v1/access/requests', {
      method: 'POST',
      body: JSON.stringify({ clientId: 'c', description: 'd' }),
    })

  test('without a token the stream opens and gives nothing; with one that was granted it gives values', async () => {
    await server.close()
    await start(true)
    const stranger = await open()
    stranger.subscribe('*')
    const { status, body } = await request()
    expect(status).toBe(202)
    expect((await call(body.href)).body).toMatchObject({ state: 'PENDING' })
    const [waiting] = server.requests()
    expect(server.decide(waiting?.id ?? '', true)).toBe(true)
    const { token } = (await call(body.href)).body.accessRequest
    const friend = await open('?subscribe=none', { authorization: `Bearer ${token}` })
    friend.subscribe('*')
    await until(() => expect(friend.messages.length).toBeGreaterThan(1))
    expect(stranger.messages).toHaveLength(1)
    await expect(open('', { authorization: 'Bearer wrong' })).rejects.toThrow('401')
  })
  test('may be denied, once', async () => {
    const { body } = await request()
    const [waiting] = server.requests()
    expect(server.decide(waiting?.id ?? '', false)).toBe(true)
    expect(server.decide(waiting?.id ?? '', true)).toBe(false)
    expect((await call(body.href)).body).toMatchObject({ accessRequest: { permission: 'DENIED' } })
  })
  test.each([
    ['/signalk/v1/requests/none', undefined, 404],
    ['/signalk/v1/access/requests', { method: 'POST', body: '{' }, 400],
    ['/other', undefined, 404],
  ])('%s is answered', async (path, init, status) => expect((await call(path, init)).status).toBe(status))
  test('discovery names the stream', async () =>
    expect((await call('/signalk')).body.endpoints.v1['signalk-ws']).toContain('/signalk/v1/stream'))
})

test.each([
  ['*', 'a.b', true],
  ['a.*', 'a.b.c', true],
  ['a.*', 'a', false],
  ['a.*.c', 'a.b.c', true],
  ['a.*.c', 'a.b.d', false],
  ['a.*.c', 'a.b.b.c', false],
  ['a.b', 'a.b', true],
  ['a.b', 'a.b.c', false],
])('%s matches %s: %s', (pattern, path, expected) => expect(isMatch(pattern, path)).toBe(expected))

test('stays on loopback', () =>
  expect(startSignalKServer({ generator, clock, host: '0.0.0.0' })).rejects.toThrow('stays on loopback'))
