import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { LoadReading } from '@shipminer/domain/generator/load-reading'
import { defaultFuel } from '@shipminer/domain/generator/worth'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { type CommissioningStore, openCommissioningStore } from './commissioning-store.ts'
import { createContactSource } from './contact-source.ts'
import { openContactorStore } from './contactor-store.ts'
import { createFollower, type Follower, type FollowerEvent } from './follower.ts'
import type { GeneratorWiring } from './generator-settings.ts'
import { type GeneratorStore, openGeneratorStore, type StoredGenerator } from './generator-store.ts'
import { createHeartbeat, openHeartbeatOutput } from './heartbeat.ts'
import { openLawStore } from './law-store.ts'
import type { LoadSource, LoadSourceStatus, OnReading } from './load-source.ts'
import { openMeter } from './open-meter.ts'
import type { PowerActor } from './power-actor.ts'
import { createPump } from './pump.ts'
import { createSetSource, type RunningSignal } from './set-source.ts'

/** Everything that follows the generator, as the controller holds it. */
export type Generator = {
  follower: Follower
  store: GeneratorStore
  commissioning: CommissioningStore
  /** The check at commissioning is open, and a cautious reserve holds. */
  isCautious(): boolean
  /** What the meter said last, and how long ago, believed or not; null: nothing yet. */
  latest(): { loadKw: number | null; ageMs: number } | null
  sources(): LoadSourceStatus[]
  /** The comparison of the meter with the ship's panel; null where no meter is wired. */
  panelCheck(): { readsKw: number | null; isSame: boolean | null } | null
  /** The crew's answer. While the panel shows something else the meter is not believed. */
  answerPanel(isSame: boolean): Promise<void>
  stop(): Promise<void>
}

const keyOf = (meter: GeneratorWiring['meter']) =>
  createHash('sha256').update(JSON.stringify(meter)).digest('hex')

/** A reading that is older cannot be compared with the panel, ms. */
const panelMs = 15_000

/**
 * Opens the settings in `directory`, the sources and outputs that are wired, and starts following. New wiring takes effect at the next start:
 * stop and open again. Throws only errors of the file system about the folder.
 */
export async function openGenerator(options: {
  directory: string
  /** What the crew's file says; kept, so that it counts without the file too. */
  crew?: GeneratorWiring & { limits: StoredGenerator['onBoard'] }
  actor: PowerActor
  clock: Clock
  random: () => number
  fetchFn: typeof fetch
  minuteOfDay: () => number
  /** As shore has it, as far as it is known, ms. */
  timeOfDay: () => number
  log: Logger
  onEvent?: (event: FollowerEvent) => void
}): Promise<Generator> {
  const { clock, log } = options
  const store = await openGeneratorStore(join(options.directory, 'generator.json'), log)
  const meterBefore = store.current().wiring?.meter ?? null
  if (options.crew !== undefined) {
    const { limits, ...wired } = options.crew
    await store.change({ wiring: wired, onBoard: limits })
  }
  const { wiring } = store.current()
  const contactorStore = await openContactorStore(join(options.directory, 'contactor.json'), log)
  const heartbeat = createHeartbeat({
    outputs: (wiring?.heartbeat ?? []).map(openHeartbeatOutput),
    clock,
    log,
  })
  const meterKey = keyOf(wiring?.meter ?? null)
  const commissioning = await openCommissioningStore({
    path: join(options.directory, 'commissioning.json'),
    wasSetUp: meterBefore !== null && keyOf(meterBefore) === meterKey,
    meterKey,
    checkedElsewhere: wiring?.checkedElsewhere ?? null,
    log,
  })
  // Without a meter there is nothing to compare: the contact alone says what may run.
  const isCautious = () => wiring?.meter != null && commissioning.position() === 'open'
  const pump = wiring?.cooling?.pump ? createPump(openHeartbeatOutput(wiring.cooling.pump), log) : null
  const follower = createFollower({
    store,
    wiring,
    actor: options.actor,
    heartbeat,
    ...(pump === null ? {} : { pump }),
    groups: 1 + Math.max(0, ...(wiring?.heartbeat ?? []).map(({ group }) => group)),
    hasContactor: (wiring?.heartbeat ?? []).length > 0,
    contactorStore,
    lawStore: await openLawStore(join(options.directory, 'law.json'), clock, log),
    clock,
    minuteOfDay: options.minuteOfDay,
    worth() {
      const { economy } = store.current()
      const { fuel = null, market = null } = economy ?? {}
      return {
        fuel: fuel ?? defaultFuel,
        market: market && {
          centsPerPhDay: market.centsPerPhDay,
          ageMs: options.timeOfDay() - market.observedAt,
        },
      }
    },
    checked: () => ({
      isCautious: isCautious(),
      largestStepKw: commissioning.results()['largest-step']?.figures.stepKw ?? null,
    }),
    log,
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  })
  const sources: LoadSource[] = []
  let latest: LoadReading | null = null
  const isSameAsPanel = () => {
    const { panel } = store.current()
    return panel?.meter === meterKey ? panel.isSame : null
  }
  const takeReading: OnReading = (reading) => {
    latest = reading
    if (isSameAsPanel() !== false) follower.take(reading)
  }
  if (wiring?.meter) sources.push(openMeter(wiring.meter, takeReading, { ...options, store }))
  if (wiring?.contact)
    sources.push(createContactSource({ contact: wiring.contact, onState: follower.takeContact, clock }))
  const openSignal = (signal: RunningSignal, onState: (isOn: boolean | null, ageMs: number) => void) =>
    createSetSource({
      signal,
      onState,
      fetchFn: options.fetchFn,
      token: () => store.current().signalK?.token ?? null,
    })
  const setSources = [
    ...(wiring?.sets ?? []).map(({ running }, index) =>
      openSignal(running, (isRunning) => follower.takeSet(index, isRunning)),
    ),
    ...(wiring?.steps ?? []).map(({ signal }, index) =>
      openSignal(signal, (isOn) => follower.takeStep(index, isOn)),
    ),
    ...(wiring?.cooling ? [openSignal(wiring.cooling.flow, follower.takeFlow)] : []),
  ]
  follower.start()
  for (const source of [...sources, ...setSources]) source.start()
  return {
    follower,
    store,
    commissioning,
    isCautious,
    latest: () => latest && { loadKw: latest.generatorLoadKw, ageMs: clock.monotonic() - latest.arrivedAt },
    sources: () =>
      sources.map((source) => {
        const status = source.status()
        const isRefused =
          status.kind !== 'contact' && status.state === 'connected' && isSameAsPanel() === false
        return isRefused ? { ...status, state: 'refused', problem: { code: 'panel-differs' } } : status
      }),
    panelCheck() {
      if (!wiring?.meter) return null
      const isFresh = latest !== null && clock.monotonic() - latest.arrivedAt <= panelMs
      return { readsKw: isFresh ? (latest?.generatorLoadKw ?? null) : null, isSame: isSameAsPanel() }
    },
    answerPanel: (isSame) => store.change({ panel: { meter: meterKey, isSame } }),
    async stop() {
      await Promise.all([...sources, ...setSources].map((source) => source.stop()))
      await follower.stop()
      await pump?.close()
      await Promise.all([store.settled(), contactorStore.settled(), commissioning.settled()])
    },
  }
}
