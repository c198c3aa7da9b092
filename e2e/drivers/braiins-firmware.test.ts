import { createHash, randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import type { FirmwareSent, FirmwareUpload } from '../../apps/controller/src/drivers/device-control.ts'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { startBraiinsApi } from './braiins-api.ts'
import { type Bench, startBench } from './driver-bench.ts'

const bytes = randomBytes(500_000)
const file: FirmwareUpload = {
  name: 'firmware.tar',
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  open: () => Readable.from([bytes.subarray(0, 1), bytes.subarray(1, 300_000), bytes.subarray(300_000)]),
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function benchWith(grpcPort: number): Promise<Bench> {
  const bench = await startBench('braiins-s21', { drivers: createDrivers({ braiins: { grpcPort } }) })
  closing.push(() => bench.close())
  return bench
}

async function sendTo(
  grpcPort: number,
  over: Partial<FirmwareUpload> = {},
  timeoutMs = 10_000,
): Promise<FirmwareSent | undefined> {
  const { driver, target } = await benchWith(grpcPort)
  return driver.firmware?.send(target, { ...file, ...over }, null, { timeoutMs, now: () => 0 })
}

type Api = Partial<Parameters<typeof startBraiinsApi>[0]>
async function api(over: Api = {}): Promise<{ port: number; taken: (Buffer | null)[] }> {
  const taken: (Buffer | null)[] = []
  const started = await startBraiinsApi({
    ...{ host: '127.0.0.1', port: 0, credentials: { username: 'root', password: 'root' } },
    takes: (content) => taken.push(content) > 0 && content !== null,
    ...over,
  })
  closing.push(() => started.close())
  return { port: started.port, taken }
}

test('is sent whole, with its size and digest', async () => {
  const { port, taken } = await api()
  expect(await sendTo(port)).toEqual({ outcome: 'sent' })
  expect(taken).toEqual([bytes])
})

test.each<[string, Api, Partial<FirmwareUpload>, string]>([
  ['another password', { credentials: { username: 'root', password: 'ahoy' } }, {}, 'login'],
  ['a release without the call', { hasUpgrade: false }, {}, 'device-error'],
  ['a file that the miner does not take', { takes: () => false }, {}, 'device-error'],
  ['a file that is another than its digest says', {}, { sha256: '0'.repeat(64) }, 'device-error'],
])('%s is refused', async (_, options, upload, reason) => {
  const { port } = await api(options)
  expect(await sendTo(port, upload)).toEqual({ outcome: 'refused', reason })
})

test('another machine at its address is sent nothing', async () => {
  const { port, taken } = await api()
  const { driver, target } = await benchWith(port)
  const other = { ...target, identity: { ...target.identity, key: 'mac:02:00:00:00:00:01' } }
  const sent = await driver.firmware?.send(other, file, null, { timeoutMs: 10_000, now: () => 0 })
  expect(sent).toEqual({ outcome: 'refused', reason: 'wrong-device' })
  expect(taken).toEqual([])
})

test('a file that cannot be read to its end is not taken', async () => {
  const { port, taken } = await api()
  const open = () =>
    Readable.from(
      (async function* () {
        yield bytes.subarray(0, 100)
        throw new Error('the disk is gone')
      })(),
    )
  expect(await sendTo(port, { open })).toEqual({ outcome: 'unreachable' })
  expect(taken).toEqual([])
})

/** A port on which something else answers each connection. */
async function stranger(answer: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

test.each<[string, (socket: Socket) => void]>([
  ['says nothing', () => {}],
  ['hangs up', (socket) => socket.destroy()],
  ['speaks another protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['sends noise', (socket) => socket.end(randomBytes(4_000))],
])('a port that %s is unreachable', async (_, answer) => {
  expect(await sendTo(await stranger(answer), {}, 1_500)).toEqual({ outcome: 'unreachable' })
})

test('a closed port is unreachable', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  expect(await sendTo(port)).toEqual({ outcome: 'unreachable' })
})
