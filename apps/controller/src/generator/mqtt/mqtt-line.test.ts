import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type MqttLine, type MqttMessage, openMqttLine } from './mqtt-line.ts'

let server: Server | null = null
let line: MqttLine | null = null
const sockets: Socket[] = []
afterEach(async () => {
  await line?.stop()
  line = null
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)))
  server = null
})
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

const short = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])
function publication(topic: string, text: string): Buffer {
  const body = Buffer.concat([short(topic), Buffer.from(text)])
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

/** A broker that takes a client and one subscription, sends `sent`, and answers nothing from then on, not even the end of the line. */
async function startDeafBroker(sent: Buffer): Promise<string> {
  const listening = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (data[0] === 0x10) socket.write(Buffer.from([0x20, 2, 0, 0]))
      if (data[0] !== 0x82) return
      socket.write(Buffer.concat([Buffer.from([0x90, 3, data[2] ?? 0, data[3] ?? 0, 0]), sent]))
      socket.pause()
    })
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  return `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

test('takes only what was asked for, and a broker that hangs does not keep it from stopping', async () => {
  const heard: MqttMessage[] = []
  const broker = await startDeafBroker(
    Buffer.concat([publication('other/topic', '1'), publication('ship/meter', '2')]),
  )
  line = await openMqttLine({
    broker: { broker, username: null, password: null },
    topics: ['ship/meter'],
    onConnected: () => {},
    onLost: () => {},
    onMessage: (message) => heard.push(message),
  })
  await until(() => expect(heard).not.toEqual([]))
  expect(heard).toEqual([{ topic: 'ship/meter', text: '2', isRetained: false }])
  await line.stop()
  expect(line.isConnected()).toBe(false)
})
