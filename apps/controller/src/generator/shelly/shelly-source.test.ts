import { createHash } from 'node:crypto'
import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeServer, startHttp } from '../../drivers/fixtures/fake-device.ts'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import { createShellySource, readShelly, ShellyMeterSchema } from './shelly-source.ts'

let server: FakeServer | null = null
let source: LoadSource | null = null
afterEach(async () => {
  await source?.stop()
  await server?.close()
  source = null
  server = null
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

/** As the maker's documentation shows it. */
const status = {
  id: 0,
  a_current: 22,
  a_voltage: 228.1,
  a_act_power: 5_000,
  a_aprt_power: 5_020,
  a_pf: 0.99,
  a_freq: 50.1,
  b_current: 18,
  b_voltage: 231,
  b_act_power: 4_000,
  b_freq: 50.1,
  c_current: 26,
  c_voltage: 235,
  c_act_power: 6_000,
  c_freq: 50.1,
  n_current: null,
  total_current: 66,
  total_act_power: 15_000,
  total_aprt_power: 15_100,
}
const plain = { ratio: 1, isReversed: false }

test('EM.GetStatus is read', () =>
  expect(readShelly(JSON.stringify(status), plain)).toEqual({
    totalKw: 15,
    phasesKw: [5, 4, 6],
    voltages: [228.1, 231, 235],
    currents: [22, 18, 26],
    frequencyHz: 50.1,
  }))
test('transformers and direction count', () =>
  expect(readShelly(JSON.stringify(status), { ratio: 2, isReversed: true })).toMatchObject({
    totalKw: -30,
    phasesKw: [-10, -8, -12],
    currents: [44, 36, 52],
  }))
test.each<[string, object | string]>([
  ['no power on a phase', { ...status, b_act_power: null }],
  ['no voltage on a phase', { ...status, c_voltage: undefined }],
  ['a broken meter', { ...status, errors: ['power_meter_failure'] }],
  ['a phase out of range', { ...status, a_errors: ['out_of_range:act_power'] }],
  ['words for figures', { ...status, a_act_power: 'much' }],
  ['no object', '[]'],
  ['half an answer', JSON.stringify(status).slice(0, 80)],
])('%s is no reading', (_, answer) =>
  expect(() => readShelly(typeof answer === 'string' ? answer : JSON.stringify(answer), plain)).toThrow(),
)
test('what a device calls its faults is shown in part only', () => {
  const read = () => readShelly(JSON.stringify({ ...status, errors: ['x\u0000'.repeat(5_000)] }), plain)
  expect(read).toThrow(/^the meter reports x{50}$/)
})
test('an idle phase measures all the same', () =>
  expect(readShelly(JSON.stringify({ ...status, errors: ['no_load'] }), plain)).toMatchObject({
    totalKw: 15,
  }))

let identities: MeterIdentity[]
function open(password: string | null): LoadReading[] {
  const readings: LoadReading[] = []
  identities = []
  source = createShellySource({
    meter: ShellyMeterSchema.parse({
      host: server?.host,
      port: server?.port,
      password,
      mostKw: 200,
      intervalMs: 200,
      timeoutMs: 10_000,
    }),
    onReading: (one) => readings.push(one),
    onIdentity: (one) => identities.push(one),
    clock: systemClock,
    log: silentLogger,
  })
  source.start()
  return readings
}

test('a device that is protected gets its login, and only then', async () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const realm = 'shellypro3em-08f9e0e5a5a0'
  server = await startHttp((request, response) => {
    const header = request.headers.authorization ?? ''
    const field = (name: string) => new RegExp(`${name}="?([^",]*)`).exec(header)?.[1] ?? ''
    const expected = sha(
      `${sha(`admin:${realm}:of the ship`)}:${field('nonce')}:${field('nc')}:${field('cnonce')}:auth:${sha(`GET:${request.url}`)}`,
    )
    if (field('response') === expected) return response.end(JSON.stringify(status))
    response.writeHead(401, {
      'WWW-Authenticate': `Digest qop="auth", realm="${realm}", nonce="60dc2c69", algorithm=SHA-256`,
    })
    response.end()
  })
  const readings = open('of the ship')
  await until(() => expect(readings[0]).toMatchObject({ generatorLoadKw: 15, currentAmps: 26 }))
  expect(source?.status()).toMatchObject({ state: 'connected', preset: { isVerified: true } })
  expect(server.requests[0]).toBe('/rpc/EM.GetStatus?id=0')
  await source?.stop()
  open(null)
  await until(() => expect(source?.status()).toMatchObject({ state: 'waiting', detail: 'answers 401' }))
})
test('0 W without voltage is no idle generator', async () => {
  const zero = Object.fromEntries(Object.keys(status).map((key) => [key, 0]))
  server = await startHttp((_request, response) => response.end(JSON.stringify(zero)))
  const readings = open(null)
  await until(() =>
    expect(source?.status()).toMatchObject({ state: 'refused', problem: { code: 'implausible-voltage' } }),
  )
  expect(readings).toEqual([])
})
test.each<[string, object | string, object | null]>([
  [
    'its card and its model',
    {
      name: 'Generator',
      id: 'shellypro3em-ec62608abcde',
      mac: 'EC62608ABCDE',
      model: 'SPEM-003CEBEU',
      gen: 2,
    },
    { by: 'shelly', maker: null, model: 'SPEM-003CEBEU', serial: 'EC62608ABCDE', source: null },
  ],
  ['its id, where it has no card', { id: 'shelly-1' }, { serial: 'shelly-1' }],
  ['nothing, where it says nothing', { mac: 7, model: '' }, null],
  ['nothing, where that is no answer', 'no', null],
])('who the device is shows by %s', async (_, info, identity) => {
  server = await startHttp((request, response) =>
    response.end(
      request.url === '/rpc/Shelly.GetDeviceInfo' && typeof info === 'string'
        ? info
        : JSON.stringify(request.url === '/rpc/Shelly.GetDeviceInfo' ? info : status),
    ),
  )
  const readings = open(null)
  await until(() => expect(readings.length).toBeGreaterThan(4))
  if (identity === null) expect(identities).toEqual([])
  else await until(() => expect(identities[0]).toMatchObject(identity))
})
