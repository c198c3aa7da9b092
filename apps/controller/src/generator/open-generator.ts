import { join } from 'node:path'
import { defaultFuel } from '@shipminer/domain/generator/worth'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { type CommissioningStore, openCommissioningStore } from './commissioning-store.ts'
import { createContactSource } from './contact-source.ts'
import { openContactorStore } from './contactor-store.ts'
import { createFollower, type Follower, type FollowerEvent } from './follower.ts'
import { type GeneratorWiring, GeneratorWiringSchema, type MeterWiring } from './generator-settings.ts'
import { type GeneratorStore, openGeneratorStore, type StoredGenerator } from './generator-store.ts'
import { createHeartbeat, openHeartbeatOutput } from './heartbeat.ts'
import { openLawStore } from './law-store.ts'
import type { LoadSourceStatus } from './load-source.ts'
import { createMeterSlot, keyOfMeter, type MeterSlot } from './meter-slot.ts'
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
  /** The meter in force, and one that is tried beside it. */
  meter: Pick<MeterSlot, 'meter' | 'status' | 'latest' | 'trial' | 'try' | 'drop' | 'adopt'>
  stop(): Promise<void>
}

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
  if (options.crew !== undefined) await takeCrewFile(store, options.crew)
  const { wiring } = store.current()
  const contactorStore = await openContactorStore(join(options.directory, 'contactor.json'), log)
  const heartbeat = createHeartbeat({
    outputs: (wiring?.heartbeat ?? []).map(openHeartbeatOutput),
    clock,
    log,
  })
  const meterKey = keyOfMeter(wiring?.meter ?? null)
  const commissioning = await openCommissioningStore({
    path: join(options.directory, 'commissioning.json'),
    wasSetUp: meterBefore !== null && keyOfMeter(meterBefore) === meterKey,
    meterKey,
    checkedElsewhere: wiring?.checkedElsewhere ?? null,
    log,
  })
  // Without a meter there is nothing to compare: the contact alone says what may run.
  const isCautious = () => slot.meter() !== null && commissioning.position() === 'open'
  const pump = wiring?.cooling?.pump ? createPump(openHeartbeatOutput(wiring.cooling.pump), log) : null
  const follower = createFollower({
    store,
    wiring,
    hasMeter: () => slot.meter() !== null,
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
  const isSameAsPanel = () => {
    const { panel } = store.current()
    return panel?.meter === slot.key() ? panel.isSame : null
  }
  const slot = createMeterSlot({
    meter: wiring?.meter ?? null,
    open: (meter, onReading) => openMeter(meter, onReading, { ...options, store }),
    onReading(reading) {
      if (isSameAsPanel() !== false) follower.take(reading)
    },
    keep: (meter) => keepMeter(store, meter),
    onSwapped(reading) {
      follower.takeOtherMeter(reading)
      void commissioning.beginAnew(slot.key())
    },
    clock,
  })
  const contactSource =
    wiring?.contact == null
      ? null
      : createContactSource({ contact: wiring.contact, onState: follower.takeContact, clock })
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
  slot.start()
  contactSource?.start()
  for (const source of setSources) source.start()
  return {
    follower,
    store,
    commissioning,
    isCautious,
    latest() {
      const latest = slot.latest()
      return latest && { loadKw: latest.generatorLoadKw, ageMs: clock.monotonic() - latest.arrivedAt }
    },
    sources() {
      const status = slot.status()
      const isRefused = status?.state === 'connected' && isSameAsPanel() === false
      const judged: LoadSourceStatus | null =
        status && isRefused ? { ...status, state: 'refused', problem: { code: 'panel-differs' } } : status
      return [...(judged ? [judged] : []), ...(contactSource ? [contactSource.status()] : [])]
    },
    panelCheck() {
      if (slot.meter() === null) return null
      const latest = slot.latest()
      const isFresh = latest !== null && clock.monotonic() - latest.arrivedAt <= panelMs
      return { readsKw: isFresh ? latest.generatorLoadKw : null, isSame: isSameAsPanel() }
    },
    answerPanel: (isSame) => store.change({ panel: { meter: slot.key(), isSame } }),
    meter: slot,
    async stop() {
      await Promise.all([slot.stop(), contactSource?.stop(), ...setSources.map((source) => source.stop())])
      await follower.stop()
      await pump?.close()
      await Promise.all([store.settled(), contactorStore.settled(), commissioning.settled()])
    },
  }
}

/**
 * Takes what the crew's file says. A meter that was chosen on the box's page since then counts in place of the file's, until the file names
 * another one: who spoke last counts.
 */
async function takeCrewFile(
  store: GeneratorStore,
  crew: GeneratorWiring & { limits: StoredGenerator['onBoard'] },
): Promise<void> {
  const { limits, ...wired } = crew
  const { chosenMeter } = store.current()
  const isLater = chosenMeter !== null && chosenMeter.overKey === keyOfMeter(wired.meter)
  await store.change({
    wiring: isLater ? { ...wired, meter: chosenMeter.meter } : wired,
    onBoard:
      isLater && chosenMeter.capacityKw !== null ? { capacityKw: chosenMeter.capacityKw, ...limits } : limits,
    chosenMeter: isLater ? chosenMeter : null,
    fileMeterKey: keyOfMeter(wired.meter),
  })
}

/** Writes down a meter that was chosen on the box's page. It was compared with the panel. What cannot be written does not count either. */
async function keepMeter(store: GeneratorStore, meter: MeterWiring): Promise<void> {
  const before = store.current()
  const { wiring, onBoard, shore, fileMeterKey } = before
  const isCapacityKnown =
    shore !== null || onBoard.capacityKw !== undefined || (wiring?.sets ?? []).length > 0
  const capacityKw = isCapacityKnown
    ? (before.chosenMeter?.capacityKw ?? null)
    : 'mostKw' in meter
      ? meter.mostKw
      : null
  try {
    await store.change({
      wiring: { ...(wiring ?? GeneratorWiringSchema.parse({})), meter },
      onBoard: capacityKw === null ? onBoard : { capacityKw, ...onBoard },
      chosenMeter: { meter, overKey: fileMeterKey, capacityKw },
      panel: { meter: keyOfMeter(meter), isSame: true },
    })
  } catch (error) {
    const { wiring, onBoard, chosenMeter, panel } = before
    await store.change({ wiring, onBoard, chosenMeter, panel }).catch(() => {})
    throw error
  }
}
