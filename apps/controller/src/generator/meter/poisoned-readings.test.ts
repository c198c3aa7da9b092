import { jsonOf, leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeAnswer } from '../modbus/modbus-frame.ts'
import { type Register, RegisterSchema, registerValueKw } from '../modbus/register-value.ts'
import { valueAt } from '../mqtt/value-at.ts'
import { readShelly } from '../shelly/shelly-source.ts'
import { accessAfter } from '../signal-k/access-request.ts'
import { createLoadCollector } from '../signal-k/collect-load.ts'
import { parseSignalKMessage, parseSignalKValue } from '../signal-k/delta.ts'
import { MeterError } from './meter-figures.ts'

/** Every poison in every leaf of a message, as text of the line. */
function* poisoned(message: unknown): Generator<[where: string, value: unknown]> {
  for (const path of leavesOf(message))
    for (const [name, value] of poisons) yield [`${path.join('.')} ${name}`, withAt(message, path, value)]
}

const path = 'electrical.ac.generator.1.total.realPower'
const delta = {
  context: 'vessels.urn:mrn:signalk:uuid:1',
  updates: [
    {
      $source: 'meter.1',
      source: { label: 'meter', type: 'NMEA2000', src: '1' },
      timestamp: '2026-11-22T12:00:00.000Z',
      values: [{ path, value: 41_000 }],
    },
  ],
}
const hello = { name: 'signalk', version: '2.0', self: 'vessels.urn:mrn:signalk:uuid:1', roles: ['master'] }

test('Signal K: whatever stands in a delta, nothing is thrown and a load is a finite figure or none', () => {
  for (const message of [delta, hello])
    for (const [where, value] of poisoned(message)) {
      const collector = createLoadCollector({
        load: { paths: [path], unit: 'W', arePhases: false },
        sourceFilter: null,
        capacityKw: 100,
        powerSource: { path, shore: ['shore'], battery: ['battery'] },
        shipNeedsPower: path,
        phaseAgeMs: 5_000,
      })
      const read = parseSignalKMessage(JSON.stringify(value), hello.self)
      const reading = read.kind === 'values' ? collector.take(read.values, 1_000) : null
      expect([where, numbersIn(reading).every(Number.isFinite)]).toEqual([where, true])
    }
})

test('Signal K: a value asked for by itself, and the answers to an access request', () => {
  const single = { value: 41_000, timestamp: '2026-11-22T12:00:00.000Z', $source: 'meter.1' }
  for (const [where, value] of poisoned(single))
    expect([where, parseSignalKValue(path, value)?.path ?? path]).toEqual([where, path])
  const answer = {
    state: 'COMPLETED',
    statusCode: 200,
    accessRequest: { permission: 'APPROVED', token: 'x' },
  }
  for (const [where, value] of poisoned(answer))
    expect([where, typeof accessAfter({ name: 'none' }, value, 'http://ship:3000').name]).toEqual([
      where,
      'string',
    ])
})

test('a meter over MQTT: a figure of any message is finite or none', () => {
  const message = { ENERGY: { Power: [41_000, '41e3'], Total: { value: 1 } } }
  for (const [where, value] of poisoned(message))
    for (const figure of ['ENERGY.Power[0]', '$.ENERGY.Total.value', 'ENERGY', '']) {
      const read = valueAt(jsonOf(value), figure)
      expect([where, read === null || Number.isFinite(read)]).toEqual([where, true])
    }
  for (const text of ['1e309', '-1e309', 'NaN', '\u0000', '{', '9'.repeat(400)])
    expect([text, valueAt(text, '')]).toEqual([text, null])
})

test('a Shelly: whatever its status holds, figures are finite or it is refused in words', () => {
  const phase = (name: string) => ({ [`${name}_act_power`]: 9_000, [`${name}_voltage`]: 230 })
  const status = {
    ...{ id: 0, total_act_power: 27_000, a_freq: 50, errors: ['a'], a_current: 40, b_current: 40 },
    ...phase('a'),
    ...phase('b'),
    ...phase('c'),
  }
  for (const [where, value] of poisoned(status)) {
    let read: object | null = null
    try {
      read = readShelly(jsonOf(value), { ratio: 1_000, isReversed: true })
    } catch (error) {
      expect([where, error]).toEqual([where, expect.any(MeterError)])
    }
    expect([where, numbersIn(read).every(Number.isFinite)]).toEqual([where, true])
  }
})

test('Modbus: whatever registers hold, a load is a finite figure or unknown', () => {
  const registers = (['int16', 'uint16', 'int32', 'uint32', 'float32'] as const).flatMap((type): Register[] =>
    (['high-first', 'low-first'] as const).map((wordOrder) =>
      RegisterSchema.parse({ address: 1, type, wordOrder, scale: 0.001 }),
    ),
  )
  const word = fc.oneof(
    fc.constantFrom(0, 0x7f80, 0x7fff, 0x8000, 0xff80, 0xffff),
    fc.integer({ min: 0, max: 0xffff }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...registers), fc.array(word, { maxLength: 3 }), (register, words) => {
      const kw = registerValueKw(register, words)
      expect(kw === null || Number.isFinite(kw)).toBe(true)
    }),
  )
})

test('Modbus: any bytes in the place of an answer are a failure in words or registers, never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const { kind } = takeAnswer(Buffer.from(bytes), 1, 1, { kind: 'holding', address: 0, count: 2 })
      expect(['wait', 'answer']).toContain(kind)
    }),
  )
})

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
