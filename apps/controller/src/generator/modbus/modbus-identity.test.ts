import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { LoadSource } from '../load-source.ts'
import { createModbusClient } from './modbus-client.ts'
import { createModbusSource, ModbusMeterSchema } from './modbus-source.ts'
import { type IndependentServer, startIndependentServer } from './throwaway-modbus-server.ts'

let source: LoadSource | null = null
afterEach(async () => {
  await source?.stop()
  source = null
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

/** One register of power, so that a server needs little to be a meter. */
const power = { total: { address: 100, type: 'uint16', scale: 0.01 }, voltages: [], phases: [], currents: [] }

function open(port: number, over: object = {}) {
  const readings: LoadReading[] = []
  const identities: MeterIdentity[] = []
  source = createModbusSource({
    meter: ModbusMeterSchema.parse({
      ...{ host: '127.0.0.1', port, mostKw: 200, intervalMs: 300, timeoutMs: 10_000 },
      ...over,
    }),
    onReading: (one) => readings.push(one),
    onIdentity: (one) => identities.push(one),
    clock: systemClock,
    log: silentLogger,
  })
  source.start()
  return { readings, identities }
}

/** A whole meter of this kind on a server that is none of ours: 15 kW at 230 V and 50 Hz. */
async function meterOf(preset: string, write: (server: IndependentServer) => void) {
  const server = await startIndependentServer()
  onTestFinished(() => server.close())
  write(server)
  server.registers.holding.writeUInt16BE(1_500, 2 * 100)
  return open(server.port, {
    preset,
    ...{ ...power, frequency: { address: 101, type: 'uint16', scale: 0.01 } },
    // What is given counts instead of the preset's, so that this test says nothing of its figures.
    phases: [{ address: 100, type: 'uint16', scale: 0.01 }],
    voltages: [102, 103, 104].map((address) => ({ address, type: 'uint16', scale: 1 })),
    currents: [{ address: 105, type: 'uint16', scale: 1 }],
  })
}
function asMeter({ registers: { holding } }: IndependentServer): void {
  const words = [1_500, 5_000, 230, 230, 230, 22]
  for (const [index, word] of words.entries()) holding.writeUInt16BE(word, 2 * (100 + index))
}

describe('a meter says who it is, by the registers of its kind', () => {
  const none = { maker: null, model: null, serial: null, source: null }
  const number = (address: number, value: number) => (server: IndependentServer) =>
    server.registers.holding.writeUInt32BE(value, 2 * address)
  const text = (kind: 'holding' | 'input', address: number, words: string) => (server: IndependentServer) =>
    server.registers[kind].write(words, 2 * address, 'latin1')
  test.each<[string, (server: IndependentServer) => void, object]>([
    ['eastron-sdm630', number(0xfc00, 19_070_123), { serial: '19070123' }],
    ['carlo-gavazzi-em24-ethernet', text('holding', 0x5000, 'BU1670012'), { serial: 'BU1670012' }],
    ['schneider-iem3155', number(129, 1_234_567), { serial: '1234567' }],
    ['schneider-pm5000', number(129, 4_294_967_294), { serial: '4294967294' }],
    ['abb-b23-b24', number(0x8900, 442_211), { serial: '442211' }],
    [
      'deep-sea',
      (server) => {
        server.registers.holding.writeUInt16BE(1, 2 * 768)
        server.registers.holding.writeUInt16BE(8_610, 2 * 769)
        number(770, 987_654)(server)
      },
      { model: '1-8610', serial: '987654' },
    ],
    [
      'shelly-pro-3em',
      text('input', 0, 'EC62608ABCDESPEM-003CEBEU\0\0\0'),
      { serial: 'EC62608ABCDE', model: 'SPEM-003CEBEU' },
    ],
  ])('%s', async (preset, write, parts) => {
    const { identities } = await meterOf(preset, (server) => {
      asMeter(server)
      write(server)
    })
    await until(() => expect(identities).not.toEqual([]))
    expect(identities[0]).toEqual({ ...none, by: `modbus/${preset}`, ...parts })
  })

  test.each<[string, string, (server: IndependentServer) => void]>([
    ['no number', 'eastron-sdm630', () => {}],
    ['all ones', 'eastron-sdm630', number(0xfc00, 0xffff_ffff)],
    ['signs that are none', 'carlo-gavazzi-em24-ethernet', text('holding', 0x5000, '\x01\x02\x7f\xff\xfe')],
    ['blanks', 'carlo-gavazzi-em24-ethernet', text('holding', 0x5000, '              ')],
    ['a number that is none', 'deep-sea', number(770, 0xffff_ffff)],
  ])('%s is nobody', async (_, preset, write) => {
    const { readings, identities } = await meterOf(preset, (server) => {
      asMeter(server)
      write(server)
    })
    await until(() => expect(readings.length).toBeGreaterThan(4))
    expect(identities).toEqual([])
  })

  test('what it writes is cleaned and cut', async () => {
    const { identities } = await meterOf('carlo-gavazzi-em24-ethernet', (server) => {
      asMeter(server)
      text('holding', 0x5000, '  <b>\x07 7\x1b[0m')(server)
    })
    await until(() => expect(identities[0]?.serial).toBe('<b> 7 [0m'))
  })

  test('again at each connection, and when somebody asks', async () => {
    let server = await startIndependentServer()
    const { port } = server
    asMeter(server)
    const sign = (serial: number) => number(0xfc00, serial)(server)
    sign(7_001)
    const phases = [{ address: 100, type: 'uint16', scale: 0.01 }]
    const { identities } = open(port, {
      ...{
        preset: 'eastron-sdm630',
        ...power,
        phases,
        frequency: { address: 101, type: 'uint16', scale: 0.01 },
      },
      voltages: [102, 103, 104].map((address) => ({ address, type: 'uint16', scale: 1 })),
      currents: [{ address: 105, type: 'uint16', scale: 1 }],
    })
    const serials = () => identities.map(({ serial }) => serial)
    await until(() => expect(serials()).toEqual(['7001']))
    await server.close()
    await until(() => expect(source?.status().state).toBe('waiting'))
    server = await startIndependentServer(port)
    onTestFinished(() => server.close())
    asMeter(server)
    sign(7_002)
    await until(() => expect(serials()).toEqual(['7001', '7002']))
    sign(7_003)
    source?.askIdentity?.()
    await until(() => expect(serials()).toEqual(['7001', '7002', '7003']))
  })
})

/** A device that answers requests for registers, and does with all else what the test says. */
async function startDevice(onOther: (frame: Buffer, socket: Socket) => void) {
  const connections = new Set<Socket>()
  let all = 0
  const server = createServer((socket) => {
    connections.add(socket)
    all += 1
    socket.on('error', () => {})
    socket.on('data', (frame) => {
      const head = Buffer.from(frame.subarray(0, 7))
      if (frame.readUInt8(7) !== 3 || frame.readUInt16BE(8) !== 100) return onOther(frame, socket)
      head.writeUInt16BE(5, 4)
      socket.write(Buffer.concat([head, Buffer.from([3, 2, 0x05, 0xdc])]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, lines: () => all, connections }
}

describe('a meter without such registers', () => {
  test('is asked by the function of the protocol', async () => {
    const { port } = await startDevice((frame, socket) => {
      const body = Buffer.from([
        43,
        14,
        1,
        1,
        0,
        0,
        2,
        0,
        4,
        ...Buffer.from('Acme'),
        1,
        3,
        ...Buffer.from('M 3'),
      ])
      const head = Buffer.from(frame.subarray(0, 7))
      head.writeUInt16BE(body.length + 1, 4)
      socket.write(Buffer.concat([head, body]))
    })
    const { identities } = open(port, power)
    await until(() =>
      expect(identities[0]).toMatchObject({ by: 'modbus/43-14', maker: 'Acme', model: 'M 3' }),
    )
  })
  test.each<[string, (frame: Buffer, socket: Socket) => void]>([
    ['that says nothing to it', () => {}],
    [
      'that refuses it',
      (frame, socket) => {
        const head = Buffer.from(frame.subarray(0, 7))
        head.writeUInt16BE(3, 4)
        socket.write(Buffer.concat([head, Buffer.from([0xab, 1])]))
      },
    ],
  ])('%s is not asked again, and loses no reading', async (_, onOther) => {
    let asked = 0
    const { port, lines } = await startDevice((frame, socket) => {
      asked += 1
      onOther(frame, socket)
    })
    const { readings, identities } = open(port, power)
    await until(() => expect(readings.length).toBeGreaterThan(6))
    expect([identities, asked, lines()]).toEqual([[], 1, 1])
  })
  test('of a server that is none of ours gives its readings all the same', async () => {
    const server = await startIndependentServer()
    onTestFinished(() => server.close())
    asMeter(server)
    const { readings, identities } = open(server.port, power)
    await until(() => expect(readings.length).toBeGreaterThan(4))
    expect(identities).toEqual([])
  })
})

test('who answers too late gives nothing, and costs no reading and no line', async () => {
  let asked = 0
  const { port, lines } = await startDevice((frame, socket) => {
    asked += 1
    const late = Buffer.concat([frame.subarray(0, 7), Buffer.from([3, 4, 0, 0, 0x1b, 0x59])])
    late.writeUInt16BE(7, 4)
    setTimeout(() => socket.write(late), 450)
  })
  const client = createModbusClient({ host: '127.0.0.1', port, unit: 1, timeoutMs: 10_000 })
  const serial = { kind: 'holding', address: 0xfc00, count: 2 } as const
  expect(await client.ask(serial, { withinMs: 50 })).toEqual({ ok: false, reason: 'timeout' })
  for (let reading = 0; reading < 6; reading += 1) {
    expect(await client.ask({ kind: 'holding', address: 100, count: 1 })).toEqual({
      ok: true,
      registers: [1_500],
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  expect([asked, lines()]).toEqual([1, 1])
  client.close()
})

test('a device that breaks the line after an answer costs no reading', async () => {
  const device = await startDevice(() => {})
  const open = () => createModbusClient({ host: '127.0.0.1', port: device.port, unit: 1, timeoutMs: 10_000 })
  const read = (client: ReturnType<typeof open>) => client.ask({ kind: 'holding', address: 100, count: 1 })
  const client = open()
  for (let readings = 0; readings < 3; readings += 1) {
    expect(await read(client)).toMatchObject({ ok: true })
    for (const socket of device.connections) socket.resetAndDestroy()
    // By the time that another line has had an answer, this one is known to be broken.
    const other = open()
    expect(await read(other)).toMatchObject({ ok: true })
    other.close()
  }
  expect(device.lines()).toBe(6)
  client.close()
})

test('a device that breaks the line between two requests ends nothing', async () => {
  const device = await startDevice(() => {})
  const client = createModbusClient({ host: '127.0.0.1', port: device.port, unit: 1, timeoutMs: 10_000 })
  const read = () => client.ask({ kind: 'holding', address: 100, count: 1 })
  expect(await read()).toMatchObject({ ok: true })
  for (const socket of device.connections) socket.resetAndDestroy()
  await until(() => expect([...device.connections].every(({ destroyed }) => destroyed)).toBe(true))
  await read()
  expect(await read()).toMatchObject({ ok: true })
  client.close()
})
