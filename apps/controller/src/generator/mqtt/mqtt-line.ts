import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** A broker on board, and the login there. */
export const BrokerSchema = z.object({
  broker: z.url({ protocol: /^mqtts?$/ }),
  username: z.string().max(200).nullable().default(null),
  password: z.string().max(200).nullable().default(null),
})
export type Broker = z.infer<typeof BrokerSchema>

export type MqttMessage = { topic: string; text: string; isRetained: boolean }

export type MqttLine = {
  /** Sent now, or never: what cannot go out at once is old when it could. */
  publish(topic: string, text: string, options?: { isRetained?: boolean }): void
  isConnected(): boolean
  stop(): Promise<void>
}

const longestText = 64 * 1024
const keepaliveSeconds = 15
const connectMs = 5_000
const retryMs = 2_000
/** A broker that does not end the line itself has this long for what was said last. */
const farewellMs = 1_000

/** Of each topic at most one message in this time is handed on, the newest: what floods a topic must not starve the law's loop. */
const coalesceMs = 50
/** A broker that sends more than this is hung up on, and tried again later. */
const mostMessagesASecond = 5_000
/** A message that is still not whole after so many bytes is not waited for. */
const mostUnparsedBytes = 1024 * 1024

/** A line to a broker that comes back by itself. Nothing is kept while it is down. */
export async function openMqttLine(options: {
  broker: Broker
  /** Each by its whole name, without wildcards. */
  topics: readonly string[]
  /** At every connection, when its subscriptions are in force. */
  onConnected: () => void
  onLost: (cause: string) => void
  onMessage: (message: MqttMessage) => void
  /** What the broker says when the line is lost. */
  lastWill?: { topic: string; text: string }
  /** The clock by which a flood is noticed, ms. */
  monotonic?: () => number
}): Promise<MqttLine> {
  const { monotonic = () => performance.now() } = options
  // Loaded only where a broker is wired: a small board has better uses for the memory.
  const { connect } = await import('mqtt')
  const { broker, username, password } = options.broker
  const client = connect(broker, {
    clientId: `shipminer-${randomBytes(6).toString('hex')}`,
    clean: true,
    keepalive: keepaliveSeconds,
    connectTimeout: connectMs,
    reconnectPeriod: retryMs,
    resubscribe: false,
    queueQoSZero: false,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(options.lastWill === undefined
      ? {}
      : {
          will: {
            topic: options.lastWill.topic,
            payload: Buffer.from(options.lastWill.text),
            qos: 0 as const,
            retain: true,
          },
        }),
  })
  let cause = 'closed'
  const hangUp = (why: string) => {
    cause = why
    client.stream.destroy()
  }
  let unparsedBytes = 0
  client.on('packetreceive', () => {
    unparsedBytes = 0
  })
  const newest = createNewestOfEach(options.onMessage)
  let second = { from: 0, messages: 0 }
  client.on('connect', () => {
    unparsedBytes = 0
    client.stream.on('data', (chunk: Buffer) => {
      unparsedBytes += chunk.length
      if (unparsedBytes > mostUnparsedBytes) hangUp('a message that does not end')
    })
    if (options.topics.length === 0) return options.onConnected()
    client.subscribe([...options.topics], { qos: 0 }, (error) => {
      if (error) cause = error.message
      else options.onConnected()
    })
  })
  client.on('error', (error) => {
    cause = error.message || (error as NodeJS.ErrnoException).code || error.name
  })
  client.on('close', () => {
    newest.clear()
    options.onLost(cause)
    cause = 'closed'
  })
  client.on('message', (topic, payload, packet) => {
    const now = monotonic()
    second =
      now - second.from < 1_000 ? { ...second, messages: second.messages + 1 } : { from: now, messages: 1 }
    if (second.messages > mostMessagesASecond)
      return hangUp(`more than ${mostMessagesASecond} messages a second`)
    // A broker may send what nobody asked for.
    if (payload.length <= longestText && options.topics.includes(topic))
      newest.take({ topic, payload, isRetained: packet.retain })
  })
  return {
    publish(topic, text, { isRetained = false } = {}) {
      if (client.connected) client.publish(topic, text, { qos: 0, retain: isRetained })
    },
    isConnected: () => client.connected,
    async stop() {
      newest.clear()
      // One that hangs is not waited for: what is stopped after this line must be.
      const late = setTimeout(() => client.stream.destroy(), farewellMs)
      await client.endAsync(!client.connected)
      clearTimeout(late)
    },
  }
}

type Unread = { topic: string; payload: Buffer; isRetained: boolean }

/** Hands on the first message of a topic at once, and of those that follow within a moment the newest, at its end. Keeps one of each topic. */
export function createNewestOfEach(onMessage: (message: MqttMessage) => void): {
  take(message: Unread): void
  clear(): void
} {
  const waiting = new Map<string, Unread | null>()
  const timers = new Map<string, NodeJS.Timeout>()
  const tell = ({ topic, payload, isRetained }: Unread) =>
    onMessage({ topic, text: payload.toString('utf8'), isRetained })
  function open(topic: string): void {
    waiting.set(topic, null)
    const timer = setTimeout(() => {
      const last = waiting.get(topic) ?? null
      waiting.delete(topic)
      timers.delete(topic)
      if (last === null) return
      open(topic)
      tell(last)
    }, coalesceMs)
    timers.set(topic, timer)
  }
  return {
    take(message) {
      const before = waiting.get(message.topic)
      if (before === undefined) {
        open(message.topic)
        tell(message)
        // What is only remembered does not take the place of something live.
      } else if (before === null || before.isRetained || !message.isRetained)
        waiting.set(message.topic, message)
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      waiting.clear()
    },
  }
}
