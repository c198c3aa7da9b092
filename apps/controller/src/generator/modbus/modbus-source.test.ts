import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import { createModbusClient } from './modbus-client.ts'
import { createModbusSource, ModbusMeterSchema } from './modbus-source.ts'

/** Registers by address; null hangs, a negative number is an exception with that code. */
let registers: Record<number, number> | null
let requests: number[]
let coils: boolean[]
let connections: Set<Socket>
let port: number
const server = () =>
  createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => {})
    socket.on('data', (frame) => {
      if (registers === null) return
      const address = frame.readUInt16BE(8)
      requests.push(address)
      if (frame.readUInt8(7) === 5) {
        coils.push(frame.readUInt16BE(10) === 0xff00)
        socket.write(frame)
        return
      }
      const count = frame.readUInt16BE(10)
      const words = Array.from({ length: count }, (_, index) => registers?.[address + index] ?? 0)
      const refused = words.find((word) => word < 0)
      const body =
        refused === undefined
          ? Buffer.from([frame.readUInt8(7), 2 * count, ...words.flatMap((word) => [word >> 8, word & 0xff])])
          : Buffer.from([frame.readUInt8(7) | 0x80, -refused])
      const head = Buffer.from(frame.subarray(0, 7))
      head.writeUInt16BE(body.length + 1, 4)
      // In two pieces, as a network may bring it.
      socket.write(Buffer.concat([head, body.subarray(0, 1)]))
      setImmediate(() => socket.write(body.subarray(1)))
    })
  })
let listening: ReturnType<typeof server>
beforeEach(async () => {
  registers = {}
  requests = []
  coils = []
  connections = new Set()
  listening = server()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  port = (listening.address() as AddressInfo).port
})
let source: LoadSource | null = null
afterEach(async () => {
  await source?.stop()
  source = null
  for (const socket of connections) socket.destroy()
  await new Promise((resolve) => listening.close(resolve))
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
function open(over: object) {
  const readings: LoadReading[] = []
  const meter = ModbusMeterSchema.parse({
    host: '127.0.0.1',
    port,
    mostKw: 200,
    intervalMs: 200,
    timeoutMs: 10_000,
    ...over,
  })
  source = createModbusSource({
    meter,
    onReading: (one) => readings.push(one),
    clock: systemClock,
    log: silentLogger,
  })
  source.start()
  return readings
}
const watts = (address: number) => ({ address, type: 'uint16', scale: 0.01 })

describe('a meter', () => {
  test('gives the sum of its phases', async () => {
    registers = { 0: 1_000, 1: 1_100, 2: 900 }
    const readings = open({ phases: [watts(0), watts(1), watts(2)] })
    await until(() => expect(readings.length).toBeGreaterThan(1))
    expect(readings[0]).toMatchObject({ generatorLoadKw: 30, phasesKw: [10, 11, 9], shipNeedsPower: false })
    expect(connections.size).toBe(1)
  })
  test('gives its own sum where it has one', async () => {
    registers = { 0: 1_000, 9: 4_000 }
    const readings = open({ phases: [watts(0)], total: watts(9) })
    await until(() => expect(readings[0]).toMatchObject({ generatorLoadKw: 40, phasesKw: [10] }))
  })
  test.each([
    ['refuses', { 0: -2 }, 'refused (2)'],
    ['has no value', { 0: 0xffff }, 'implausible value at 0'],
  ])('that %s gives no reading', async (_, given, detail) => {
    registers = given
    const readings = open({ total: watts(0) })
    await until(() => expect(source?.status()).toMatchObject({ state: 'waiting', detail }))
    expect(readings).toEqual([])
  })
  test('is asked for all of it at once, and the reading is as old as the asking', async () => {
    registers = { 0: 1_000, 1: 1_100, 2: 900, 20: 4_920, 30: 12_000 }
    const readings = open({
      phases: [watts(0), watts(1), watts(2)],
      frequency: { address: 20, type: 'uint16', scale: 0.01 },
      currents: [{ address: 30, type: 'uint16', scale: 0.01 }],
    })
    await until(() => expect(readings[0]).toMatchObject({ frequencyHz: 49.2, currentAmps: 120 }))
    expect(requests[0]).toBe(0)
    expect(new Set(requests)).toEqual(new Set([0]))
    expect(readings[0]?.arrivedAt).toBeLessThan(systemClock.monotonic())
  })
  test('may count in 64 bits, beside figures of one register', async () => {
    registers = { 3: 42_250, 4: 5_000 }
    const readings = open({
      total: { address: 0, type: 'int64', scale: 0.001 },
      frequency: { address: 4, type: 'uint16', scale: 0.01 },
    })
    await until(() => expect(readings[0]).toMatchObject({ generatorLoadKw: 42.25, frequencyHz: 50 }))
    expect(new Set(requests)).toEqual(new Set([0]))
  })
  test('may measure the frequency alone, while it is that of a running set', async () => {
    registers = { 0: 4_850 }
    const readings = open({ frequency: { address: 0, type: 'uint16', scale: 0.01 } })
    await until(() => expect(readings[0]).toMatchObject({ generatorLoadKw: null, frequencyHz: 48.5 }))
    await source?.stop()
    registers = { 0: 0 }
    const none = open({ frequency: { address: 0, type: 'uint16', scale: 0.01 } })
    await until(() =>
      expect(source?.status()).toMatchObject({
        state: 'waiting',
        detail: 'no frequency of a running set: 0',
      }),
    )
    expect(none).toEqual([])
  })
  test('that gives nothing across a gap is asked for each', async () => {
    registers = { 0: 1_000, 1: -2, 2: 900 }
    const readings = open({ phases: [watts(0), watts(2)] })
    await until(() => expect(readings[0]?.phasesKw).toEqual([10, 9]))
  })
  test('above what the set can give is an overload, and a wrong scale or clamp is named', async () => {
    registers = { 0: 60_000 }
    const readings = open({ total: watts(0) })
    await until(() => expect(readings[0]?.generatorLoadKw).toBe(600))
    await source?.stop()
    open({ total: { ...watts(0), scale: 1 } })
    await until(() =>
      expect(source?.status()).toMatchObject({ state: 'refused', problem: { code: 'unit-too-large' } }),
    )
    await source?.stop()
    registers = { 0: 1_000, 1: 0xfc00, 2: 900 }
    open({ phases: [0, 1, 2].map((address) => ({ address, type: 'int16', scale: 0.01 })) })
    await until(() => expect(source?.status().problem).toEqual({ code: 'phase-below-zero', phase: 1 }))
  })
  test('that hangs gives none, and is asked anew on another line', async () => {
    registers = null
    const readings = open({ total: watts(0), timeoutMs: 100 })
    await until(() => expect(source?.status()).toMatchObject({ state: 'waiting', detail: 'timeout' }))
    registers = { 0: 4_000 }
    await until(() => expect(readings[0]?.generatorLoadKw).toBe(40))
    expect(connections.size).toBeGreaterThan(1)
  })
})

describe('a line', () => {
  test('carries one request at a time, in order', async () => {
    registers = { 0: 1, 1: 2, 2: 3 }
    const client = createModbusClient({ host: '127.0.0.1', port, unit: 1, timeoutMs: 5_000 })
    const answers = await Promise.all(
      [0, 1, 2].map((address) => client.ask({ kind: 'input', address, count: 1 })),
    )
    expect(answers).toEqual([1, 2, 3].map((word) => ({ ok: true, registers: [word] })))
    expect(await client.ask({ kind: 'write-coil', address: 7, on: true })).toEqual({
      ok: true,
      registers: [],
    })
    expect(coils).toEqual([true])
    client.close()
    expect(await client.ask({ kind: 'input', address: 0, count: 1 })).toEqual({ ok: false, reason: 'closed' })
  })
  test('to a port where nobody listens is refused', async () => {
    const other = server()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const closedPort = (other.address() as AddressInfo).port
    await new Promise((resolve) => other.close(resolve))
    const client = createModbusClient({ host: '127.0.0.1', port: closedPort, unit: 1, timeoutMs: 5_000 })
    expect(await client.ask({ kind: 'input', address: 0, count: 1 })).toEqual({
      ok: false,
      reason: 'refused',
    })
  })
})
