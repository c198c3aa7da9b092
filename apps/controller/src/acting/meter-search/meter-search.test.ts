import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttp } from '../../drivers/fixtures/fake-device.ts'
import { startIndependentServer } from '../../generator/modbus/throwaway-modbus-server.ts'
import { silentLogger } from '../../platform/logger.ts'
import type { MeterPorts } from './ask-host.ts'
import { createMeterSearch } from './meter-search.ts'

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const address = '127.0.0.1'
/** Nothing listens there. */
const shut = 1

/** A Modbus server that is none of ours. */
async function modbus() {
  const server = await startIndependentServer()
  onTestFinished(() => server.close())
  const put = (at: number, words: readonly number[]) => {
    for (const [index, word] of words.entries())
      server.registers.holding.writeUInt16BE(word, 2 * (at + index))
  }
  const text = (at: number, words: string) => server.registers.holding.write(words, 2 * at, 'utf8')
  return { port: server.port, put, text }
}

/** A port that does with a connection whatever is wanted, and counts them. */
async function raw(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

function open(ports: Partial<MeterPorts>, over: { hosts?: string[]; taken?: () => string[] } = {}) {
  const search = createMeterSearch({
    hosts: () => over.hosts ?? [address],
    meterAddresses: over.taken ?? (() => []),
    ports: { modbus: shut, http: shut, mqtt: shut, ...ports },
    log: silentLogger,
  })
  onTestFinished(() => search.end())
  return search
}
async function find(...asked: Parameters<typeof open>) {
  const search = open(...asked)
  search.start()
  await until(() => expect(search.status()?.isRunning).toBe(false))
  return search.status()?.found
}
const nobody = { address, maker: null, model: null, serial: null, choose: null }

test('a meter of SunSpec says who it is', async () => {
  const { port, put, text } = await modbus()
  put(40_000, [0x5375, 0x6e53, 1, 66])
  text(40_004, 'Acme \x07 \x1b[31m<b>')
  text(40_020, 'M 3')
  text(40_052, '7001')
  put(40_070, [203, 105])
  put(40_177, [0xffff, 0])
  expect(await find({ modbus: port })).toEqual([
    {
      address,
      port,
      kind: 'sunspec',
      maker: 'Acme [31m<b>',
      model: 'M 3',
      serial: '7001',
      choose: 'sunspec',
    },
  ])
})
test('an inverter of SunSpec is no meter', async () => {
  const { port, put, text } = await modbus()
  put(0, [0x5375, 0x6e53, 1, 66])
  text(4, 'Sun')
  put(70, [103, 50])
  put(122, [0xffff, 0])
  expect(await find({ modbus: port })).toMatchObject([{ kind: 'sunspec-other', maker: 'Sun', choose: null }])
})
test('a device of Modbus that knows neither is a device of Modbus', async () => {
  const { port } = await modbus()
  expect(await find({ modbus: port })).toEqual([{ ...nobody, port, kind: 'modbus' }])
})
test('a device of Modbus that says which product it is, is proposed as that', async () => {
  const { port } = await raw((socket) =>
    socket.on('data', (request) => {
      const head = (length: number) => {
        const bytes = Buffer.from(request.subarray(0, 7))
        bytes.writeUInt16BE(length + 1, 4)
        return bytes
      }
      const code = request.readUInt8(7)
      const object = (id: number, text: string) =>
        Buffer.concat([Buffer.from([id, text.length]), Buffer.from(text)])
      const objects = Buffer.concat([object(0, 'Schneider Electric'), object(1, 'PM5320')])
      const body =
        code === 43
          ? Buffer.concat([Buffer.from([43, 14, 1, 1, 0, 0, 2]), objects])
          : Buffer.from([code | 0x80, 2])
      socket.write(Buffer.concat([head(body.length), body]))
    }),
  )
  expect(await find({ modbus: port })).toMatchObject([
    { kind: 'modbus', maker: 'Schneider Electric', model: 'PM5320', choose: 'schneider-pm5000' },
  ])
})
test.each<[string, (socket: Socket) => void, string | null]>([
  ['says nothing', () => {}, 'modbus-silent'],
  ['hangs up', (socket) => socket.end(), 'modbus-silent'],
  ['speaks another protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), null],
  ['floods', (socket) => socket.on('data', () => socket.write(Buffer.alloc(1_000_000, 0xff))), null],
])('a port of Modbus that %s', async (_, onSocket, kind) => {
  const { port } = await raw(onSocket)
  const found = await find({ modbus: port })
  expect(found).toEqual(kind === null ? [] : [{ ...nobody, port, kind }])
})

test('a Shelly says who it is, and a port that is open is a broker', async () => {
  const { port, requests } = await startHttp((_request, response) =>
    response.end('{"mac":"ec62608abcde","model":"SPEM-003CEBEU","gen":2,"name":"<img src=x>"}'),
  ).then((server) => {
    onTestFinished(() => server.close())
    return server
  })
  const broker = await raw(() => {})
  expect(await find({ http: port, mqtt: broker.port })).toEqual([
    {
      address,
      port,
      kind: 'shelly',
      maker: 'Shelly',
      model: 'SPEM-003CEBEU',
      serial: 'EC62608ABCDE',
      choose: 'shelly-rpc',
    },
    { ...nobody, port: broker.port, kind: 'mqtt', choose: 'victron-mqtt' },
  ])
  expect(requests).toEqual(['/shelly'])
})
test.each<[string, number, string]>([
  ['another device', 404, 'not found'],
  ['a page for everything', 200, '<html>Shelly SPEM-003</html>'],
  ['an answer without end', 200, `{"mac":"EC62608ABCDE","model":"SPEM-003","x":"${'y'.repeat(100_000)}"}`],
])('%s on the port of a Shelly is none', async (_, code, body) => {
  const server = await startHttp((_request, response) => response.writeHead(code).end(body))
  onTestFinished(() => server.close())
  expect(await find({ http: server.port })).toEqual([])
})

test('what is wired is left alone, by its address or by a name of it', async () => {
  const { port, connections } = await raw((socket) => socket.end())
  const found = await find({ modbus: port }, { taken: () => ['localhost', '10.9.8.7'] })
  expect([found, connections()]).toEqual([[], 0])
})
test('where nobody knows which address is wired, none is asked', async () => {
  const { port, connections } = await raw((socket) => socket.end())
  const search = open({ modbus: port }, { taken: () => ['meter.invalid'] })
  search.start()
  await until(() => expect(search.status()?.isRunning).toBe(false))
  expect(search.status()).toMatchObject({ unknownName: 'meter.invalid', looked: 0, found: [] })
  expect(connections()).toBe(0)
})
test('one at a time; it is ended early with what it has, and begun again', async () => {
  const { port, connections } = await raw(() => {})
  const search = open({ modbus: port })
  expect(search.status()).toBeNull()
  search.start()
  search.start()
  await until(() => expect(connections()).toBeGreaterThan(1))
  await search.end()
  // Tried once, and asked once. What was broken off says nothing.
  expect(connections()).toBe(2)
  expect(search.status()).toMatchObject({ isRunning: false, looked: 0, total: 1, found: [] })
  search.start()
  await until(() => expect(search.status()).toMatchObject({ isRunning: false, looked: 1 }))
  expect(search.status()?.found).toHaveLength(1)
})
test('ended while the address of a name is looked up, it says nothing of that', async () => {
  const search = open({}, { taken: () => ['meter.invalid'] })
  search.start()
  await search.end()
  expect(search.status()).toMatchObject({ isRunning: false, unknownName: null, total: 0 })
})
test('nothing to look at ends at once', async () => expect(await find({}, { hosts: [] })).toEqual([]))
