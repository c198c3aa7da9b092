import { type Broker, type MqttLine, openMqttLine } from '../generator/mqtt/mqtt-line.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { discoveryMessages, stateText, topicsFor } from './home-assistant.ts'
import type { Publisher, PublisherStatus } from './publisher.ts'
import type { FigureLabels, ShipFigures } from './ship-figures.ts'

const beatMs = 1_000
/** Without a change the figures are published this often. */
const repeatMs = 10_000

/** Publishes figures and alarms to an MQTT broker, in the form that Home Assistant discovers by itself. */
export function createMqttPublisher(options: {
  broker: Broker & { baseTopic: string; discoveryPrefix: string }
  controllerId: string
  version: string
  labels: FigureLabels
  figures: () => ShipFigures | null
  clock: Clock
  log: Logger
}): Publisher {
  const { broker, controllerId, clock, log } = options
  const topics = topicsFor(controllerId, broker)
  const birth = `${broker.discoveryPrefix}/status`
  let state: PublisherStatus['state'] = 'waiting'
  let line: MqttLine | null = null
  let isStopped = false
  let sentText = ''
  let sentAt = Number.NEGATIVE_INFINITY

  function introduce(): void {
    for (const { topic, text } of discoveryMessages(controllerId, options.version, topics, options.labels))
      line?.publish(topic, text, { isRetained: true })
    line?.publish(topics.availability, 'online', { isRetained: true })
    sentText = ''
    beat()
  }

  function beat(): void {
    if (line === null || !line.isConnected()) return
    state = 'publishing'
    const figures = options.figures()
    if (figures === null) return
    const text = stateText(figures)
    const now = clock.monotonic()
    if (text === sentText && now - sentAt < repeatMs) return
    sentText = text
    sentAt = now
    line.publish(topics.state, text)
  }

  const opening = openMqttLine({
    broker,
    topics: [birth],
    lastWill: { topic: topics.availability, text: 'offline' },
    onConnected: () => introduce(),
    onLost(cause) {
      if (state === 'publishing' && !isStopped) log.warn({ cause }, 'publishing to the broker stopped')
      state = 'waiting'
    },
    // Home Assistant has started anew, and knows nothing.
    onMessage: ({ topic, text }) => {
      if (topic === birth && text === 'online') introduce()
    },
  })
    .then((opened) => {
      line = opened
      if (opened.isConnected()) introduce()
    })
    .catch((error: unknown) => log.error({ cause: errorText(error) }, 'cannot publish to the broker'))
  const timer = setInterval(beat, beatMs)
  return {
    status: () => ({ kind: 'mqtt', state }),
    async stop() {
      isStopped = true
      clearInterval(timer)
      await opening
      line?.publish(topics.availability, 'offline', { isRetained: true })
      await line?.stop()
    },
  }
}
