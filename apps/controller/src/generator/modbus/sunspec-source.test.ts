import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import { createSunspecSource, SunspecMeterSchema } from './sunspec-source.ts'
import { type IndependentServer, startIndependentServer } from './throwaway-modbus-server.ts'

let server: IndependentServer
let source: LoadSource | null = null
beforeEach(async () => {
  server = await startIndependentServer()
})
afterEach(async () => {
  await source?.stop()
  source = null
  await server.close()
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
let identities: MeterIdentity[]
function open(over: object = {}): LoadReading[] {
  const readings: LoadReading[] = []
  identities = []
  source = createSunspecSource({
    meter: SunspecMeterSchema.parse({
      host: '127.0.0.1',
      port: server.port,
      mostKw: 200,
      intervalMs: 200,
      timeoutMs: 10_000,
      ...over,
    }),
    onReading: (one) => readings.push(one),
    onIdentity: (one) => identities.push(one),
    clock: systemClock,
    log: silentLogger,
  })
  source.start()
  return readings
}

const put = (at: number, words: readonly number[]) => {
  for (const [index, word] of words.entries())
    server.registers.holding.writeUInt16BE(word & 0xffff, 2 * (at + index))
}
/** Mark, the common model, and a meter model behind it; where the meter's id register stands. */
function device(base: number, id: number, length: number): number {
  put(base, [0x5375, 0x6e53, 1, 66])
  const at = base + 2 + 2 + 66
  put(at, [id, length])
  put(at + 2 + length, [0xffff, 0])
  return at
}
const none = 0x8000
/** Model 203 with its figures and scales: 5, 4 and 6 kW in tens of watts. */
function wye(at: number): void {
  put(at + 2, [66, 22, 18, 26, 0])
  put(at + 7, [2_310, 2_280, 2_310, 2_350, 4_000, 3_990, 4_000, 4_010, -1])
  put(at + 16, [5_002, -2])
  put(at + 18, [1_500, 500, 400, 600, 1])
}
function floats(at: number, figures: Readonly<Record<number, number>>): void {
  for (let offset = 2; offset < 36; offset += 2)
    server.registers.holding.writeFloatBE(figures[offset] ?? Number.NaN, 2 * (at + offset))
}

/** Text of the common model whose id register stands here, padded as a device does. */
const sign = (at: number, text: string, registers = 16) =>
  server.registers.holding.write(text.padEnd(2 * registers, '\0'), 2 * at, 'latin1')

describe('who the meter is', () => {
  test('is in the common model before it', async () => {
    wye(device(40_000, 203, 105))
    sign(40_004, 'Acme')
    sign(40_020, 'M 3')
    sign(40_052, '7001')
    open()
    await until(() => expect(identities).not.toEqual([]))
    expect(identities[0]).toEqual({
      ...{ by: 'sunspec', maker: 'Acme', model: 'M 3', serial: '7001', source: null },
    })
  })
  test('behind an inverter is its own, and not the inverter’s', async () => {
    put(40_000, [0x5375, 0x6e53, 1, 66])
    sign(40_052, 'inverter')
    const own = 40_000 + 2 + 68
    put(own, [1, 66])
    sign(own + 50, 'meter 1')
    put(own + 68, [203, 105])
    put(own + 68 + 107, [0xffff, 0])
    wye(own + 68)
    open()
    await until(() => expect(identities[0]).toMatchObject({ serial: 'meter 1' }))
  })
  test('is unknown where nobody wrote it', async () => {
    wye(device(40_000, 203, 105))
    const readings = open()
    await until(() => expect(readings.length).toBeGreaterThan(4))
    expect(identities).toEqual([])
  })
})

describe('a meter that describes itself', () => {
  test.each([40_000, 0, 50_000])('is found at %i', async (base) => {
    wye(device(base, 203, 105))
    const readings = open()
    await until(() => expect(readings).not.toEqual([]))
    expect(readings[0]).toMatchObject({ generatorLoadKw: 15, phasesKw: [5, 4, 6], currentAmps: 26 })
    expect(readings[0]?.frequencyHz).toBeCloseTo(50.02, 6)
    expect(source?.status()).toMatchObject({
      state: 'connected',
      preset: { name: 'SunSpec 203', isVerified: true },
    })
  })
  test('may change its scale at any time', async () => {
    const at = device(40_000, 203, 105)
    wye(at)
    const readings = open()
    await until(() => expect(readings).not.toEqual([]))
    put(at + 18, [150, 50, 40, 60, 2])
    put(at + 2, [660, 220, 180, 260, -1])
    await until(() => expect(readings.at(-1)?.currentAmps).toBeCloseTo(26, 6))
    await until(() => expect(readings.at(-1)?.generatorLoadKw).toBe(15))
  })
  test('of floating point (213) is read', async () => {
    floats(device(40_000, 213, 124), {
      4: 22,
      6: 18,
      8: 26,
      12: 228,
      14: 231,
      16: 235,
      26: 50,
      28: 15_000,
      30: 5_000,
      32: 4_000,
      34: 6_000,
    })
    const readings = open()
    await until(() =>
      expect(readings[0]).toMatchObject({ generatorLoadKw: 15, phasesKw: [5, 4, 6], currentAmps: 26 }),
    )
  })
  test('without phases (201) or without neutral (204) gives what it has', async () => {
    const at = device(40_000, 201, 105)
    put(at + 2, [66, 66, none, none, 0])
    put(at + 7, [none, 2_310, none, none, none, none, none, none, -1])
    put(at + 16, [none, none])
    put(at + 18, [1_500, none, none, none, 1])
    const single = open()
    await until(() =>
      expect(single[0]).toMatchObject({ generatorLoadKw: 15, phasesKw: [], frequencyHz: null }),
    )
    await source?.stop()
    put(at, [204])
    put(at + 7, [none, none, none, none, 4_000, 3_990, 4_000, 4_010, -1])
    const delta = open()
    await until(() => expect(delta[0]?.generatorLoadKw).toBe(15))
    put(at + 12, [990, 1_000, 1_010])
    await until(() => expect(source?.status().problem).toMatchObject({ code: 'implausible-voltage' }))
  })
  test('may count the other way, and with a ratio', async () => {
    const at = device(40_000, 203, 105)
    wye(at)
    put(at + 18, [-1_500, -500, -400, -600, 1])
    open()
    await until(() => expect(source?.status().problem).toEqual({ code: 'below-zero' }))
    await source?.stop()
    const readings = open({ isReversed: true, ratio: 2 })
    await until(() => expect(readings[0]).toMatchObject({ generatorLoadKw: 30, currentAmps: 52 }))
  })
  test.each([
    ['has no total and no phases', 18, [none, none, none, none, 1]],
    ['has no scale for its power', 22, [none]],
    ['stands still at the most that its register holds', 18, [0x7fff, none, none, none, 0]],
    ['does so, and has not every phase to add up', 18, [0x7fff, 500, 400, 0x7fff, 1]],
  ])('that %s is unknown', async (_, offset, words) => {
    const at = device(40_000, 203, 105)
    wye(at)
    put(at + offset, words)
    const readings = open()
    await until(() => expect(source?.status()).toMatchObject({ detail: 'the meter gives no power' }))
    expect(readings).toEqual([])
  })
  test('is looked for anew when another one is there', async () => {
    wye(device(40_000, 203, 105))
    const readings = open()
    await until(() => expect(readings).not.toEqual([]))
    floats(device(40_000, 211, 124), { 12: 230, 26: 50, 28: 9_000 })
    await until(() => expect(readings.at(-1)?.generatorLoadKw).toBe(9))
    expect(source?.status().preset?.name).toBe('SunSpec 211')
  })
  test('that is none is said to be none', async () => {
    open()
    await until(() => expect(source?.status().detail).toBe('no SunSpec device at this address'))
    await source?.stop()
    device(40_000, 103, 50)
    open()
    await until(() => expect(source?.status().detail).toContain('without a meter'))
  })
})
