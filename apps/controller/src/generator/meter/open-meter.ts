import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { MeterWiring } from '../generator-settings.ts'
import type { LoadSource, OnReading } from '../load-source.ts'
import { createModbusSource } from '../modbus/modbus-source.ts'
import { createSunspecSource } from '../modbus/sunspec-source.ts'
import { createMqttSource } from '../mqtt/mqtt-source.ts'
import { createVictronSource } from '../mqtt/victron-source.ts'
import { createSetBook } from '../set-book.ts'
import { createShellySource } from '../shelly/shelly-source.ts'
import type { LoadMapping } from '../signal-k/collect-load.ts'
import { presetPaths } from '../signal-k/load-paths.ts'
import { createSignalKSource } from '../signal-k/signal-k-source.ts'
import type { GeneratorStore } from '../stores/generator-store.ts'
import type { OnIdentity } from './meter-identity.ts'

/** A phase that is this much older than the newest counts as missing, ms. */
const phaseAgeMs = 3_000

type MeterContext = {
  store: GeneratorStore
  clock: Clock
  random: () => number
  fetchFn: typeof fetch
  log: Logger
}

/** What a source is opened for: readings, and who the meter says that it is. */
export type MeterListener = { onReading: OnReading; onIdentity: OnIdentity }

/** The source that the wiring names. */
export function openMeter(meter: MeterWiring, listener: MeterListener, context: MeterContext): LoadSource {
  const { clock, log } = context
  const { onReading } = listener
  switch (meter.kind) {
    case 'modbus-tcp':
      return createModbusSource({ meter, ...listener, clock, log })
    case 'sunspec':
      return createSunspecSource({ meter, ...listener, clock, log })
    case 'shelly-rpc':
      return createShellySource({ meter, ...listener, clock, log })
    case 'victron-mqtt':
      return createVictronSource({ meter, ...listener, clock, log })
    case 'mqtt':
      return createMqttSource({ meter, onReading, clock, log })
    case 'signal-k':
      return openSignalK(meter, listener, context)
  }
}

function openSignalK(
  meter: Extract<MeterWiring, { kind: 'signal-k' }>,
  listener: MeterListener,
  context: MeterContext,
): LoadSource {
  const { store, clock, log } = context
  const { signalK, wiring } = store.current()
  const setsKw = createSetBook(wiring?.sets ?? [], clock.monotonic()).wholeKw
  // Settings from shore may come, or change, long after the start.
  const capacityKw = () => {
    const { shore, onBoard } = store.current()
    return onBoard.capacityKw ?? setsKw ?? shore?.capacityKw ?? null
  }
  const credentials = signalK ?? { clientId: randomUUID(), token: null }
  const save = (token: string | null) =>
    store.change({ signalK: { clientId: credentials.clientId, token } }).catch((error: unknown) => {
      log.error({ cause: errorText(error) }, 'access to Signal K could not be noted')
    })
  if (signalK === null) void save(null)
  const mapping: LoadMapping = {
    load:
      meter.paths === null
        ? presetPaths(meter.preset, meter.ids)
        : { paths: meter.paths, unit: 'W', arePhases: false },
    sourceFilter: meter.sourceFilter,
    get capacityKw() {
      return capacityKw() ?? 0
    },
    powerSource: meter.powerSource,
    shipNeedsPower: meter.shipNeedsPower,
    frequency: meter.frequency,
    currents: meter.currents,
    voltages: meter.voltages ?? [],
    phaseAgeMs,
  }
  return createSignalKSource({
    baseUrl: meter.baseUrl,
    mapping,
    credentials,
    onToken: (token) => void save(token),
    ...listener,
    clock,
    random: context.random,
    fetchFn: context.fetchFn,
    log,
  })
}
