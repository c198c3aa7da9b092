import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import type { meterPresets } from './meter-presets.ts'
import { createModbusSource, ModbusMeterSchema } from './modbus-source.ts'
import type { Register } from './register-value.ts'
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
function open(over: object): LoadReading[] {
  const readings: LoadReading[] = []
  source = createModbusSource({
    meter: ModbusMeterSchema.parse({
      host: '127.0.0.1',
      port: server.port,
      mostKw: 200,
      intervalMs: 200,
      timeoutMs: 10_000,
      ...over,
    }),
    onReading: (one) => readings.push(one),
    clock: systemClock,
    log: silentLogger,
  })
  source.start()
  return readings
}

/** How a maker's list writes a figure: the bytes of its registers. */
type Written = (figure: number) => Buffer
const bytes = (count: number, write: (into: Buffer) => unknown): Buffer => {
  const into = Buffer.alloc(count)
  write(into)
  return into
}
/** High word first is big-endian throughout; low word first is little-endian with the bytes of each word swapped. */
const float: Written = (figure) => bytes(4, (into) => into.writeFloatBE(figure))
const floatLow: Written = (figure) => bytes(4, (into) => into.writeFloatLE(figure)).swap16()
const long: Written = (figure) => bytes(4, (into) => into.writeInt32BE(figure))
const longLow: Written = (figure) => bytes(4, (into) => into.writeInt32LE(figure)).swap16()
const short: Written = (figure) => bytes(2, (into) => into.writeInt16BE(figure))

/** Of a figure: its first register, the registers to the next phase, how it is written, and what one is worth. */
type Columns = { at: number; step?: number; as: Written; times: number }
type Listed = {
  kind: 'input' | 'holding'
  volts: Columns
  amps: Columns
  kw: Columns
  total?: Columns
  hz: Columns
}

const carloGavazzi = (hz: number): Listed => ({
  kind: 'input',
  volts: { at: 0, as: longLow, times: 10 },
  amps: { at: 12, as: longLow, times: 1_000 },
  kw: { at: 18, as: longLow, times: 10_000 },
  total: { at: 40, as: longLow, times: 10_000 },
  hz: { at: hz, as: short, times: 10 },
})
const schneider: Listed = {
  kind: 'holding',
  volts: { at: 3_027, as: float, times: 1 },
  amps: { at: 2_999, as: float, times: 1 },
  kw: { at: 3_053, as: float, times: 1 },
  total: { at: 3_059, as: float, times: 1 },
  hz: { at: 3_109, as: float, times: 1 },
}
const floats = (kind: Listed['kind'], [volts, amps, kw, total, hz]: readonly number[]): Listed => ({
  kind,
  volts: { at: volts ?? 0, as: float, times: 1 },
  amps: { at: amps ?? 0, as: float, times: 1 },
  kw: { at: kw ?? 0, as: float, times: 1_000 },
  total: { at: total ?? 0, as: float, times: 1_000 },
  hz: { at: hz ?? 0, as: float, times: 1 },
})

/** The makers' public register lists, written down apart from the presets. Addresses as on the wire. */
const lists: Record<keyof typeof meterPresets, Listed> = {
  'eastron-sdm630': floats('input', [0, 6, 12, 52, 70]),
  'carlo-gavazzi-em24-rs485': carloGavazzi(55),
  'carlo-gavazzi-em24-ethernet': carloGavazzi(51),
  'carlo-gavazzi-em340': carloGavazzi(51),
  'carlo-gavazzi-em530': carloGavazzi(51),
  'schneider-iem3155': schneider,
  'schneider-pm5000': schneider,
  'janitza-umg96rm': floats('holding', [19_000, 19_012, 19_020, 19_026, 19_050]),
  'janitza-umg604': floats('holding', [1_317, 1_325, 1_333, 1_369, 1_439]),
  'janitza-umg511': floats('holding', [3_845, 3_853, 3_861, 3_925, 3_995]),
  'abb-b23-b24': {
    kind: 'holding',
    volts: { at: 0x5b00, as: long, times: 10 },
    amps: { at: 0x5b0c, as: long, times: 100 },
    kw: { at: 0x5b16, as: long, times: 100_000 },
    total: { at: 0x5b14, as: long, times: 100_000 },
    hz: { at: 0x5b2c, as: short, times: 100 },
  },
  'deep-sea': {
    kind: 'holding',
    volts: { at: 1_032, as: long, times: 10 },
    amps: { at: 1_044, as: long, times: 10 },
    kw: { at: 1_052, as: long, times: 1_000 },
    hz: { at: 1_031, as: short, times: 10 },
  },
  'comap-intelilite': {
    kind: 'holding',
    volts: { at: 1_037, step: 1, as: short, times: 1 },
    amps: { at: 1_043, step: 1, as: short, times: 1 },
    kw: { at: 1_021, step: 1, as: short, times: 1 },
    hz: { at: 1_036, as: short, times: 10 },
  },
  'victron-gx-genset': {
    kind: 'holding',
    volts: { at: 3_200, step: 1, as: short, times: 10 },
    amps: { at: 3_203, step: 1, as: short, times: 10 },
    kw: { at: 3_230, as: long, times: 1_000 },
    hz: { at: 3_209, as: short, times: 100 },
  },
  'shelly-pro-3em': {
    kind: 'input',
    volts: { at: 1_020, step: 20, as: floatLow, times: 1 },
    amps: { at: 1_022, step: 20, as: floatLow, times: 1 },
    kw: { at: 1_024, step: 20, as: floatLow, times: 1_000 },
    total: { at: 1_013, as: floatLow, times: 1_000 },
    hz: { at: 1_033, as: floatLow, times: 1 },
  },
}
const names = Object.keys(lists) as (keyof typeof lists)[]

/** Writes the figures of a set into the server as the maker's list has them. */
function write(list: Listed, phasesKw: readonly number[] = [5, 4, 6]): void {
  const into = server.registers[list.kind]
  const put = ({ at, as, times }: Columns, figure: number) =>
    as(Math.round(figure * times)).copy(into, 2 * at)
  const three = (columns: Columns, figures: readonly number[]) => {
    for (const [phase, figure] of figures.entries())
      put({ ...columns, at: columns.at + phase * (columns.step ?? 2) }, figure)
  }
  three(list.volts, [228, 231, 235])
  three(list.amps, [22, 18, 26])
  three(list.kw, phasesKw)
  if (list.total)
    put(
      list.total,
      phasesKw.reduce((sum, kw) => sum + kw, 0),
    )
  put(list.hz, 50)
}

describe('a meter by name, on a server that is none of ours', () => {
  test.each(names)('%s', async (preset) => {
    write(lists[preset])
    const readings = open({ preset })
    await until(() => expect(readings.length).toBeGreaterThan(0))
    const [reading] = readings
    expect(reading?.generatorLoadKw).toBeCloseTo(15, 3)
    expect(reading?.phasesKw.map((kw) => Math.round(kw * 1_000))).toEqual([5_000, 4_000, 6_000])
    expect(reading?.currentAmps).toBeCloseTo(26, 3)
    expect(reading?.frequencyHz).toBeCloseTo(50, 3)
    expect(reading?.lowestVolts).toBeCloseTo(228, 3)
    expect(source?.status()).toMatchObject({ state: 'connected', preset: { name: preset, isVerified: true } })
  })
  test.each(names)('%s with a clamp the wrong way round', async (preset) => {
    write(lists[preset], [9, -5, 8])
    const readings = open({ preset })
    await until(() =>
      expect(source?.status()).toMatchObject({
        state: 'refused',
        problem: { code: 'phase-below-zero', phase: 1 },
        preset: { isVerified: false },
      }),
    )
    expect(readings).toEqual([])
  })
  test('counts with the ratio of its transformers, where it does not do so itself', async () => {
    write(lists['deep-sea'])
    const readings = open({ preset: 'deep-sea', ratio: 10 })
    await until(() => expect(readings[0]?.generatorLoadKw).toBeCloseTo(150, 3))
    expect(readings[0]?.currentAmps).toBeCloseTo(260, 3)
  })
  test('that answers 0 for "no value" is no idle generator, and stays unverified', async () => {
    const readings = open({ preset: 'victron-gx-genset' })
    await until(() =>
      expect(source?.status()).toMatchObject({
        state: 'refused',
        problem: { code: 'implausible-voltage', phase: 0, volts: 0 },
        preset: { isVerified: false },
      }),
    )
    expect(readings).toEqual([])
  })
  test.each<[keyof typeof lists, string, Columns, number[]]>([
    ['abb-b23-b24', 'power', lists['abb-b23-b24'].kw, [0x7fff, 0xffff]],
    ['abb-b23-b24', 'voltage', lists['abb-b23-b24'].volts, [0xffff, 0xffff]],
    ['deep-sea', 'power that is not implemented', lists['deep-sea'].kw, [0x7fff, 0xffff]],
    ['deep-sea', 'power of a broken transducer', lists['deep-sea'].kw, [0x7fff, 0xfffc]],
    ['deep-sea', 'frequency', lists['deep-sea'].hz, [0xfff8]],
    ['comap-intelilite', 'power', lists['comap-intelilite'].kw, [0x8000]],
    ['comap-intelilite', 'voltage', lists['comap-intelilite'].volts, [0x8000]],
    ['schneider-pm5000', 'power', schneider.kw, [0x7fc0, 0]],
  ])('%s without a value: %s', async (preset, _, { at }, words) => {
    write(lists[preset])
    for (const [index, word] of words.entries())
      server.registers[lists[preset].kind].writeUInt16BE(word, 2 * (at + index))
    const readings = open({ preset })
    await until(() =>
      expect(source?.status()).toMatchObject({ state: 'waiting', detail: `implausible value at ${at}` }),
    )
    expect(readings).toEqual([])
  })
})

describe('a figure in every order', () => {
  const types: [Register['type'], (into: Buffer, isLow: boolean) => unknown, number][] = [
    ['int16', (into, isLow) => (isLow ? into.writeInt16LE(1_234) : into.writeInt16BE(1_234)), 2],
    ['uint16', (into, isLow) => (isLow ? into.writeUInt16LE(1_234) : into.writeUInt16BE(1_234)), 2],
    ['int32', (into, isLow) => (isLow ? into.writeInt32LE(123_456) : into.writeInt32BE(123_456)), 4],
    ['uint32', (into, isLow) => (isLow ? into.writeUInt32LE(123_456) : into.writeUInt32BE(123_456)), 4],
    ['int64', (into, isLow) => (isLow ? into.writeBigInt64LE(123_456n) : into.writeBigInt64BE(123_456n)), 8],
    [
      'uint64',
      (into, isLow) => (isLow ? into.writeBigUInt64LE(123_456n) : into.writeBigUInt64BE(123_456n)),
      8,
    ],
    ['float32', (into, isLow) => (isLow ? into.writeFloatLE(123.5) : into.writeFloatBE(123.5)), 4],
    ['float64', (into, isLow) => (isLow ? into.writeDoubleLE(123.5) : into.writeDoubleBE(123.5)), 8],
  ]
  const expected: Record<string, number> = {
    int16: 12.34,
    uint16: 12.34,
    int32: 123.456,
    uint32: 123.456,
    int64: 123.456,
    uint64: 123.456,
    float32: 123.5,
    float64: 123.5,
  }
  const scales: Record<string, number> = { int16: 0.01, uint16: 0.01, float32: 1, float64: 1 }
  const orders = ['high-first', 'low-first'] as const
  test.each(
    types.flatMap(([type, writeAs, count]) =>
      orders.flatMap((wordOrder) =>
        orders.map((byteOrder) => ({ type, writeAs, count, wordOrder, byteOrder })),
      ),
    ),
  )('$type, words $wordOrder, bytes $byteOrder', async ({ type, writeAs, count, wordOrder, byteOrder }) => {
    const figure = bytes(count, (into) => writeAs(into, wordOrder === 'low-first'))
    // Little-endian throughout has its bytes low-first too, big-endian high-first: the other two have each word's swapped.
    if (wordOrder !== byteOrder) figure.swap16()
    figure.copy(server.registers.holding, 2 * 500)
    const readings = open({
      total: { address: 500, type, scale: scales[type] ?? 0.001, wordOrder, byteOrder },
    })
    await until(() => expect(readings[0]?.generatorLoadKw).toBeCloseTo(expected[type] ?? Number.NaN, 6))
  })
})
