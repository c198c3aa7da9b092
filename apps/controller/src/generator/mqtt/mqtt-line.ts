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
}): Promise<MqttLine> {
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
  client.on('connect', () => {
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
    options.onLost(cause)
    cause = 'closed'
  })
  client.on('message', (topic, payload, packet) => {
    // A broker may send what nobody asked for.
    if (payload.length <= longestText && options.topics.includes(topic))
      options.onMessage({ topic, text: payload.toString('utf8'), isRetained: packet.retain })
  })
  return {
    publish(topic, text, { isRetained = false } = {}) {
      if (client.connected) client.publish(topic, text, { qos: 0, retain: isRetained })
    },
    isConnected: () => client.connected,
    async stop() {
      // One that hangs is not waited for: what is stopped after this line must be.
      const late = setTimeout(() => client.stream.destroy(), farewellMs)
      await client.endAsync(!client.connected)
      clearTimeout(late)
    },
  }
}
