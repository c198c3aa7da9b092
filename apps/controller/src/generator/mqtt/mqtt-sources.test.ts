import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import { createMqttSource, MqttMeterSchema } from './mqtt-source.ts'
import {
  connectDevice,
  findMosquitto,
  startMosquitto,
  type ThrowawayMosquitto,
  warnNoMosquitto,
} from './throwaway-mosquitto.ts'
import { createVictronSource, VictronMeterSchema } from './victron-source.ts'

const program = findMosquitto(process.env)
if (program === null) warnNoMosquitto()

let broker: ThrowawayMosquitto
let device: MqttClient
let source: LoadSource | null = null
let readings: LoadReading[]
let identities: MeterIdentity[]
beforeEach(async () => {
  if (program === null) return
  readings = []
  identities = []
  broker = await startMosquitto(program)
  device = await connectDevice(broker.url)
})
afterEach(async () => {
  await source?.stop()
  source = null
  await device?.endAsync(true)
  await broker?.close()
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const taking = { onReading: (one: LoadReading) => readings.push(one), clock: systemClock, log: silentLogger }
/** Publishes again and again, as a meter does, until the check holds. */
const publishUntil = (topic: string, text: string, check: () => void) =>
  until(() => {
    device.publish(topic, text)
    check()
  })

describe.skipIf(program === null)('a meter on a topic, over a real broker', () => {
  const phases = ['a', 'b', 'c'].map((phase) => ({ topic: 'ship/meter', path: `${phase}.W` }))
  const open = (over: object) => {
    source = createMqttSource({
      meter: MqttMeterSchema.parse({ broker: broker.url, mostKw: 200, maxAgeMs: 60_000, ...over }),
      ...taking,
    })
    source.start()
  }
  const text = (a: number, b: number, c: number) =>
    JSON.stringify({ a: { W: a }, b: { W: b }, c: { W: c }, V: 230, f: 50 })

  test('gives the sum of the phases in its JSON', async () => {
    open({
      phases,
      voltages: [{ topic: 'ship/meter', path: 'V' }],
      frequency: { topic: 'ship/meter', path: 'f' },
    })
    await publishUntil('ship/meter', text(5_000, 4_000, 6_000), () => expect(readings).not.toEqual([]))
    expect(readings[0]).toMatchObject({
      generatorLoadKw: 15,
      phasesKw: [5, 4, 6],
      frequencyHz: 50,
      lowestVolts: 230,
    })
    expect(source?.status()).toMatchObject({
      state: 'connected',
      preset: { name: 'ship/meter', isVerified: true },
    })
  })
  test('may be a bare number, in kW', async () => {
    open({ total: { topic: 'genset/kw', scale: 1 } })
    await publishUntil('genset/kw', '41.2', () => expect(readings[0]?.generatorLoadKw).toBe(41.2))
  })
  test('with a clamp the wrong way round is refused, and so is one without voltage', async () => {
    open({ phases, voltages: [{ topic: 'ship/meter', path: 'V' }] })
    await publishUntil('ship/meter', text(9_000, -5_000, 8_000), () =>
      expect(source?.status()).toMatchObject({
        state: 'refused',
        problem: { code: 'phase-below-zero', phase: 1 },
      }),
    )
    await publishUntil('ship/meter', text(0, 0, 0).replace('230', '0'), () =>
      expect(source?.status().problem).toMatchObject({ code: 'implausible-voltage' }),
    )
    expect(readings).toEqual([])
  })
  test('that says no number is unknown', async () => {
    open({ phases })
    await publishUntil('ship/meter', '{"a":{"W":null}}', () =>
      expect(source?.status()).toMatchObject({
        state: 'silent',
        detail: 'no number on ship/meter at a.W',
      }),
    )
    expect(readings).toEqual([])
  })
  test('of which the broker only remembers a value gives none', async () => {
    await device.publishAsync('genset/kw', '10', { retain: true })
    await device.publishAsync('genset/remembered', '10', { retain: true })
    open({ phases: [{ topic: 'genset/kw', scale: 1 }] })
    // The remembered one is delivered before anything live.
    await publishUntil('genset/kw', '30', () => expect(readings).not.toEqual([]))
    expect(readings[0]?.generatorLoadKw).toBe(30)
  })
  test('comes back when the broker does', async () => {
    open({ total: { topic: 'genset/kw', scale: 1 } })
    await publishUntil('genset/kw', '10', () => expect(readings).not.toEqual([]))
    await broker.kill()
    await until(() => expect(source?.status()).toMatchObject({ state: 'waiting' }))
    await broker.start()
    await publishUntil('genset/kw', '77', () => expect(readings.at(-1)?.generatorLoadKw).toBe(77))
  })
})

describe.skipIf(program === null)('a Victron GX, over a real broker', () => {
  /** What the GX knows; it tells what it is asked for, while it is kept alive. */
  let values: Record<string, string>
  let keepalives: string[]
  beforeEach(async () => {
    keepalives = []
    values = {
      ...Object.fromEntries(
        [1, 2, 3].flatMap((phase) => [
          [`genset/21/Ac/L${phase}/Power`, `{"value":${4_000 + phase * 1_000}}`],
          [`genset/21/Ac/L${phase}/Voltage`, '{"value":231.5}'],
          [`genset/21/Ac/L${phase}/Current`, `{"value":${20 + phase}}`],
        ]),
      ),
      'genset/21/Ac/Frequency': '{"value":50.02}',
      'system/0/Ac/ActiveIn/Source': '{"value":2}',
    }
    device.on('message', (topic, payload) => {
      const [, portal, ...path] = topic.split('/')
      const name = path.join('/')
      if (name === 'keepalive') keepalives.push(payload.toString())
      else if (keepalives.length > 0 && values[name] !== undefined)
        device.publish(`N/${portal}/${name}`, values[name])
    })
    await device.subscribeAsync('R/c0619ab1/#')
  })
  const open = (over: object = {}) => {
    source = createVictronSource({
      meter: VictronMeterSchema.parse({
        broker: broker.url,
        portalId: 'c0619ab1',
        instance: 21,
        mostKw: 200,
        maxAgeMs: 60_000,
        ...over,
      }),
      ...taking,
      onIdentity: (one) => identities.push(one),
    })
    source.start()
  }
  test('says which device it is, and that anew when it is asked', async () => {
    values['genset/21/Serial'] = '{"value":"HQ2201ABCDE"}'
    values['genset/21/ProductName'] = '{"value":"DSE 8610"}'
    open()
    await until(() =>
      expect(identities.at(-1)).toEqual({
        ...{ by: 'victron', maker: null, model: 'DSE 8610', serial: 'HQ2201ABCDE', source: null },
      }),
    )
    values['genset/21/Serial'] = '{"value":"HQ9999"}'
    source?.askIdentity?.()
    await until(() => expect(identities.at(-1)).toMatchObject({ model: 'DSE 8610', serial: 'HQ9999' }))
  })
  test.each(['{"value":null}', '{"value":7}', '{}', 'no', ''])(
    'that says %j of itself is nobody',
    async (text) => {
      values['genset/21/Serial'] = text
      values['genset/21/ProductName'] = text
      open()
      await until(() => expect(readings.length).toBeGreaterThan(2))
      expect(identities).toEqual([])
    },
  )
  test('is woken, asked, and read', async () => {
    open()
    await until(() => expect(readings).not.toEqual([]))
    expect(keepalives[0]).toContain('suppress-republish')
    expect(readings[0]).toMatchObject({
      generatorLoadKw: 18,
      phasesKw: [5, 6, 7],
      frequencyHz: 50.02,
      currentAmps: 23,
    })
    await until(() => expect(readings.at(-1)?.powerSource).toBe('generator'))
    values['system/0/Ac/ActiveIn/Source'] = '{"value":3}'
    await until(() => expect(readings.at(-1)?.powerSource).toBe('shore'))
  })
  test.each([
    ['no value', '{"value":null}'],
    ['a device that is gone', ''],
  ])('with %s is unknown', async (_, text) => {
    values['genset/21/Ac/L2/Power'] = text
    open()
    await until(() =>
      expect(source?.status()).toMatchObject({
        state: 'silent',
        detail: expect.stringContaining('N/c0619ab1/genset/21/Ac/L2/Power'),
      }),
    )
    expect(readings).toEqual([])
  })
  test('without a word of what feeds the ship is the generator where it is the generator’s own meter', async () => {
    values['system/0/Ac/ActiveIn/Source'] = '{"value":null}'
    open()
    await until(() => expect(readings.at(-1)?.powerSource).toBe('generator'))
  })
  test.each([
    ['grid', '{"value":null}', {}],
    ['acload', '{"value":0}', {}],
    ['acload', undefined, { knowsSupply: false }],
  ] as const)('on %s, where that may be shore power, is not believed (%s)', async (service, said, over) => {
    for (const [path, value] of Object.entries(values)) values[path.replace('genset', service)] = value
    if (said === undefined) delete values['system/0/Ac/ActiveIn/Source']
    else values['system/0/Ac/ActiveIn/Source'] = said
    open({ service, ...over })
    await until(() =>
      expect(source?.status()).toMatchObject({ state: 'refused', problem: { code: 'supply-unknown' } }),
    )
    expect(readings).toEqual([])
    values['system/0/Ac/ActiveIn/Source'] = '{"value":2}'
    await until(() => expect(readings.at(-1)?.powerSource).toBe('generator'))
    expect(source?.status()).toMatchObject({ state: 'connected', problem: null })
  })
  test('that shows 0 W without voltage is no idle generator', async () => {
    for (const phase of [1, 2, 3]) {
      values[`genset/21/Ac/L${phase}/Power`] = '{"value":0}'
      values[`genset/21/Ac/L${phase}/Voltage`] = '{"value":0}'
    }
    open()
    await until(() =>
      expect(source?.status()).toMatchObject({
        state: 'refused',
        problem: { code: 'implausible-voltage' },
      }),
    )
    expect(readings).toEqual([])
  })
})
