import { randomUUID } from 'node:crypto'
import type { GeneratorStore } from '../generator/stores/generator-store.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { createMqttPublisher } from './mqtt-publisher.ts'
import type { Publisher, PublisherStatus } from './publisher.ts'
import type { FigureLabels, ShipFigures } from './ship-figures.ts'
import { createSignalKPublisher } from './signal-k-publisher.ts'

export type ShipBus = { status(): PublisherStatus[]; stop(): Promise<void> }

/** Publishes the box's figures on board where the crew's file says so; without a word of it nothing is published. */
export function openShipBus(options: {
  store: GeneratorStore
  controllerId: string
  version: string
  labels: FigureLabels
  figures: () => ShipFigures | null
  clock: Clock
  fetchFn: typeof fetch
  log: Logger
}): ShipBus {
  const { store, log } = options
  const publishers: Publisher[] = []
  const { signalK, mqtt } = store.current().wiring?.tell ?? { signalK: null, mqtt: null }
  if (mqtt !== null) publishers.push(createMqttPublisher({ ...options, broker: mqtt }))
  if (signalK !== null) {
    const credentials = store.current().tellSignalK ?? { clientId: randomUUID(), token: null }
    const keep = (token: string | null) =>
      store
        .change({ tellSignalK: { clientId: credentials.clientId, token } })
        .catch((error: unknown) =>
          log.error({ cause: errorText(error) }, 'leave to write could not be noted'),
        )
    if (store.current().tellSignalK === null) void keep(null)
    publishers.push(
      createSignalKPublisher({
        ...options,
        baseUrl: signalK.baseUrl,
        credentials,
        onToken: (token) => void keep(token),
      }),
    )
  }
  return {
    status: () => publishers.map((publisher) => publisher.status()),
    stop: async () => {
      await Promise.all(publishers.map((publisher) => publisher.stop()))
    },
  }
}
