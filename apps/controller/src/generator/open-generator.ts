import { join } from 'node:path'
import { defaultFuel } from '@shipminer/domain/generator/proof/worth'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { createContactSource } from './contact-source.ts'
import { createFollower, type Follower, type FollowerEvent } from './follower.ts'
import { type GeneratorWiring, GeneratorWiringSchema, type MeterWiring } from './generator-settings.ts'
import { createHeartbeat, openHeartbeatOutput } from './heartbeat.ts'
import type { LoadSourceStatus } from './load-source.ts'
import { createMeterSlot, keyOfMeter, type MeterSlot } from './meter/meter-slot.ts'
import { createMeterWatcher } from './meter/meter-watcher.ts'
import { openMeter } from './meter/open-meter.ts'
import type { PowerActor } from './power-actor.ts'
import { createPump, type Pump } from './pump.ts'
import { createSetSource, type RunningSignal } from './set-source.ts'
import { type CommissioningStore, openCommissioningStore } from './stores/commissioning-store.ts'
import { openContactorStore } from './stores/contactor-store.ts'
import { type GeneratorStore, openGeneratorStore, type StoredGenerator } from './stores/generator-store.ts'
import { openLawStore } from './stores/law-store.ts'

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
  meter: Pick<MeterSlot, 'meter' | 'status' | 'latest' | 'askIdentity' | 'trial' | 'try' | 'drop' | 'adopt'>
  stop(): Promise<void>
}

/** A reading that is older cannot be compared with the panel, ms. */
const panelMs = 15_000

/** What a generator is opened with. */
type OpenOptions = {
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
}

/**
 * Opens the settings in `directory`, the sources and outputs that are wired, and starts following. New wiring takes effect at the next start:
 * stop and open again. Throws only errors of the file system about the folder.
 */
export async function openGenerator(options: OpenOptions): Promise<Generator> {
  const { clock } = options
  const stores = await openStores(options)
  const { store, wiring, commissioning } = stores
  const pump = wiring?.cooling?.pump
    ? createPump(openHeartbeatOutput(wiring.cooling.pump), options.log)
    : null
  // Without a meter there is nothing to compare: the contact alone says what may run.
  const isCautious = () => slot.meter() !== null && commissioning.position() === 'open'
  const follower = openFollower(options, stores, { pump, isCautious, hasMeter: () => slot.meter() !== null })
  const isSameAsPanel = () => {
    const { panel } = store.current()
    return panel?.meter === slot.key() ? panel.isSame : null
  }
  const slot = createMeterSlot({
    meter: wiring?.meter ?? null,
    open: (meter, listener) => openMeter(meter, listener, { ...options, store }),
    onReading(reading) {
      if (isSameAsPanel() !== false) follower.take(reading)
    },
    onIdentity(identity) {
      if (commissioning.noteIdentity(identity, Math.round(clock.now()))) follower.doubtMeter()
    },
    keep: (meter) => keepMeter(store, meter),
    onSwapped(reading, identity) {
      follower.takeOtherMeter(reading)
      void commissioning.beginAnew(slot.key(), identity)
    },
    clock,
  })
  const contact = wiring?.contact
    ? createContactSource({ contact: wiring.contact, onState: follower.takeContact, clock })
    : null
  const sources = [slot, ...(contact ? [contact] : []), ...openSignals(options, stores, follower)]
  follower.start()
  for (const source of sources) source.start()
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
      const code =
        isSameAsPanel() === false
          ? 'panel-differs'
          : follower.status().isSupplyUnknown
            ? 'supply-unknown'
            : null
      const chosen: LoadSourceStatus | null =
        status?.state === 'connected' && code !== null
          ? { ...status, state: 'refused', problem: { code } }
          : status
      return [...(chosen ? [chosen] : []), ...(contact ? [contact.status()] : [])]
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
      await Promise.all(sources.map((source) => source.stop()))
      await follower.stop()
      await pump?.close()
      await Promise.all([
        store.whenWritten(),
        stores.contactorStore.whenWritten(),
        commissioning.whenWritten(),
      ])
    },
  }
}

/** What is kept on disk, with the wiring that follows from it and from the crew's file. */
async function openStores({ directory, crew, clock, log }: OpenOptions) {
  const store = await openGeneratorStore(join(directory, 'generator.json'), log)
  const meterBefore = store.current().wiring?.meter ?? null
  if (crew !== undefined) await takeCrewFile(store, crew)
  const { wiring } = store.current()
  const meterKey = keyOfMeter(wiring?.meter ?? null)
  return {
    store,
    wiring,
    contactorStore: await openContactorStore(join(directory, 'contactor.json'), log),
    commissioning: await openCommissioningStore({
      path: join(directory, 'commissioning.json'),
      wasSetUp: meterBefore !== null && keyOfMeter(meterBefore) === meterKey,
      meterKey,
      checkedElsewhere: wiring?.checkedElsewhere ?? null,
      log,
    }),
    lawStore: await openLawStore(join(directory, 'law.json'), clock, log),
  }
}
type Stores = Awaited<ReturnType<typeof openStores>>

/** The follower with its pulse. */
function openFollower(
  options: OpenOptions,
  { store, wiring, commissioning, contactorStore, lawStore }: Stores,
  more: { pump: Pump | null; hasMeter: () => boolean; isCautious: () => boolean },
): Follower {
  const { clock, log } = options
  const outputs = wiring?.heartbeat ?? []
  return createFollower({
    ...{ store, wiring, contactorStore, lawStore, clock, log },
    hasMeter: more.hasMeter,
    actor: options.actor,
    heartbeat: createHeartbeat({ outputs: outputs.map(openHeartbeatOutput), clock, log }),
    ...(more.pump === null ? {} : { pump: more.pump }),
    groups: 1 + Math.max(0, ...outputs.map(({ group }) => group)),
    hasContactor: outputs.length > 0,
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
    checkResult: () => ({
      isCautious: more.isCautious(),
      largestStepKw: commissioning.results()['largest-step']?.figures.stepKw ?? null,
    }),
    watcher: createMeterWatcher(commissioning, clock),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  })
}

/** Sets in parallel, shore power and batteries, steps that can be seen coming, and the flow of the cooling water. */
function openSignals(
  { fetchFn }: OpenOptions,
  { store, wiring }: Stores,
  { takeSet, takeStep, takeSupply, takeFlow }: Follower,
) {
  const open = (signal: RunningSignal, onState: (isOn: boolean | null, ageMs: number) => void) =>
    createSetSource({ signal, onState, fetchFn, token: () => store.current().signalK?.token ?? null })
  return [
    ...(wiring?.sets ?? []).map(({ running }, index) =>
      open(running, (isRunning) => takeSet(index, isRunning)),
    ),
    ...(wiring?.steps ?? []).map(({ signal }, index) => open(signal, (isOn) => takeStep(index, isOn))),
    ...(wiring?.supplies ?? []).map(({ signal }, index) => open(signal, (isOn) => takeSupply(index, isOn))),
    ...(wiring?.cooling ? [open(wiring.cooling.flow, takeFlow)] : []),
  ]
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
