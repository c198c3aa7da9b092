import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createNewestOfEach, type MqttLine, type MqttMessage, openMqttLine } from './mqtt-line.ts'

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

describe('a flood', () => {
  const now = 1_000_000
  const openTo = async (sent: Buffer) => {
    const heard: MqttMessage[] = []
    const lost: string[] = []
    line = await openMqttLine({
      broker: { broker: await startDeafBroker(sent), username: null, password: null },
      topics: ['ship/meter'],
      onConnected: () => {},
      onLost: (cause) => lost.push(cause),
      onMessage: (message) => heard.push(message),
      monotonic: () => now,
    })
    return { heard, lost }
  }
  test('of one topic is handed on as its first and its newest', async () => {
    const values = Array.from({ length: 1_000 }, (_, index) => String(index))
    const { heard, lost } = await openTo(
      Buffer.concat(values.map((value) => publication('ship/meter', value))),
    )
    await until(() => expect(heard.at(-1)?.text).toBe('999'))
    expect(heard[0]?.text).toBe('0')
    expect(heard.length).toBeLessThan(500)
    expect(lost).toEqual([])
  })
  test('that does not end is hung up on', async () => {
    const one = publication('other/topic', '1')
    const { heard, lost } = await openTo(Buffer.concat(Array.from({ length: 20_000 }, () => one)))
    await until(() => expect(lost[0]).toBe('more than 5000 messages a second'))
    expect(heard).toEqual([])
  })
  test('in one message is not waited for', async () => {
    // Announced as 200 MB.
    const head = Buffer.from([0x30, 0x80, 0xe1, 0xeb, 0x5f])
    const { lost } = await openTo(Buffer.concat([head, Buffer.alloc(3 * 1024 * 1024)]))
    await until(() => expect(lost[0]).toBe('a message that does not end'))
  })
})

describe('the newest of each topic', () => {
  const unread = (topic: string, text: string, isRetained = false) => ({
    topic,
    payload: Buffer.from(text),
    isRetained,
  })
  test('comes at the end of a moment, and the first at once', () => {
    vi.useFakeTimers()
    try {
      const told: string[] = []
      const each = createNewestOfEach(({ topic, text }) => told.push(`${topic} ${text}`))
      each.take(unread('a', '1'))
      each.take(unread('b', '1'))
      each.take(unread('a', '2'))
      each.take(unread('a', '3'))
      each.take(unread('a', '4', true))
      expect(told).toEqual(['a 1', 'b 1'])
      vi.advanceTimersByTime(50)
      expect(told).toEqual(['a 1', 'b 1', 'a 3'])
      each.take(unread('b', '2'))
      expect(told.at(-1)).toBe('b 2')
      each.take(unread('b', '3'))
      each.clear()
      vi.advanceTimersByTime(1_000)
      expect(told).toHaveLength(4)
    } finally {
      vi.useRealTimers()
    }
  })
})
