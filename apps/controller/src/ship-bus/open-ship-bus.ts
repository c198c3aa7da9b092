import { randomUUID } from 'node:crypto'
import type { GeneratorStore } from '../generator/stores/generator-store.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { createMqttTeller } from './mqtt-teller.ts'
import { createSignalKTeller } from './signal-k-teller.ts'
import type { Teller, TellerStatus } from './teller.ts'
import type { ToldFigures, ToldLabels } from './told-figures.ts'

export type ShipBus = { status(): TellerStatus[]; stop(): Promise<void> }

/** Tells the ship of the box where the crew's file says so; where it says nothing, nobody is told. */
export function openShipBus(options: {
  store: GeneratorStore
  controllerId: string
  version: string
  labels: ToldLabels
  figures: () => ToldFigures | null
  clock: Clock
  fetchFn: typeof fetch
  log: Logger
}): ShipBus {
  const { store, log } = options
  const tellers: Teller[] = []
  const { signalK, mqtt } = store.current().wiring?.tell ?? { signalK: null, mqtt: null }
  if (mqtt !== null) tellers.push(createMqttTeller({ ...options, broker: mqtt }))
  if (signalK !== null) {
    const credentials = store.current().tellSignalK ?? { clientId: randomUUID(), token: null }
    const keep = (token: string | null) =>
      store
        .change({ tellSignalK: { clientId: credentials.clientId, token } })
        .catch((error: unknown) =>
          log.error({ cause: errorText(error) }, 'leave to write could not be noted'),
        )
    if (store.current().tellSignalK === null) void keep(null)
    tellers.push(
      createSignalKTeller({
        ...options,
        baseUrl: signalK.baseUrl,
        credentials,
        onToken: (token) => void keep(token),
      }),
    )
  }
  return {
    status: () => tellers.map((teller) => teller.status()),
    stop: async () => {
      await Promise.all(tellers.map((teller) => teller.stop()))
    },
  }
}
