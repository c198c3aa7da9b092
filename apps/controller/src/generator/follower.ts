import { cautiousReserveKw, type Trial } from '@shipminer/domain/generator/commissioning/commissioning'
import {
  type ContactorInput,
  type ContactorPhase,
  type ContactorStop,
  keepContactor,
  restoreContactor,
  type SupplyReading,
  stepContactor,
} from '@shipminer/domain/generator/contactor'
import { type Cooling, type CoolingState, newCooling, stepCooling } from '@shipminer/domain/generator/cooling'
import { capacityOf, decide, type LawAction } from '@shipminer/domain/generator/decide'
import { returningWatts } from '@shipminer/domain/generator/devices/counted-power'
import { type FollowedDevice, likelyWatts } from '@shipminer/domain/generator/devices/followed-device'
import type { CommandFailure } from '@shipminer/domain/generator/devices/track-devices'
import type { Explanation } from '@shipminer/domain/generator/explanation'
import {
  defaultSettings,
  type FollowerSettings,
  type OnBoardLimits,
  settingsInForce,
  settingsRanges,
} from '@shipminer/domain/generator/follower-settings'
import { type LawState, newLawState, otherMeter } from '@shipminer/domain/generator/law-state'
import {
  effectiveLoadKw,
  type LoadReading,
  type PowerSource,
} from '@shipminer/domain/generator/load/load-reading'
import {
  type MeterStep,
  type MeterWatch,
  newMeterWatch,
  watchMeter,
} from '@shipminer/domain/generator/load/meter-watch'
import type { SetState } from '@shipminer/domain/generator/load/parallel-sets'
import { type GiveWay, newGiveWay, stepGiveWay } from '@shipminer/domain/generator/plan/give-way'
import type { WorthInput } from '@shipminer/domain/generator/proof/worth'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { forgottenMs, isAtRest } from './at-rest.ts'
import type { ContactState } from './contact-source.ts'
import type { GeneratorWiring } from './generator-settings.ts'
import { type Heartbeat, noBeats } from './heartbeat.ts'
import { mergeReadings } from './meter/merge-readings.ts'
import type { ActOutcome, PowerActor } from './power-actor.ts'
import type { Pump } from './pump.ts'
import { createSetBook } from './set-book.ts'
import { createStepBook } from './step-book.ts'
import type { ContactorStore } from './stores/contactor-store.ts'
import type { GeneratorStore } from './stores/generator-store.ts'
import type { LawStore } from './stores/law-store.ts'
import { createSupplyBook } from './supply-book.ts'

/** Longest time between two turns of the loop, ms. */
export const followerTurnMs = 250

/** A command and its result, for the history. Times of the controller's monotonic clock, ms. */
export type FollowerEvent =
  | { kind: 'commanded'; action: LawAction; explanation: Explanation }
  | { kind: 'ended'; action: LawAction; outcome: ActOutcome; afterMs: number }
  | { kind: 'changed'; explanation: Explanation }
  /** The ship asked for power, and the load fits again: how long that took, and what miners gave back. */
  | { kind: 'gave-way'; tookMs: number; kw: number }
  | { kind: 'contactor'; phase: ContactorPhase; loadKw: number | null }
  /** The meter no longer moves by what the miners do, or is another one: what the check found of it holds no more. */
  | { kind: 'meter-doubted' }

/** Compares the meter with the box's own starts and stops, as far as somebody found before that it moves with them. */
export type MeterWatcher = {
  /** How far it moved then with a miner, as a share of that; null: not measured. Undefined: it is not watched now. */
  checkedShare(): number | null | undefined
  /** Steps that it did not follow, as they were kept. */
  kept: readonly MeterStep[]
  /** Keeps them, and says whether the meter is doubted because of them. */
  note(strays: readonly MeterStep[]): boolean
}

export type FollowerStatus = {
  /** False: no capacity and no source are set; nothing is followed, and only the master stop works. */
  isSetUp: boolean
  masterStop: boolean
  /** In force now, for the sets that run. */
  settings: FollowerSettings | null
  /** Signals say what feeds the ship, and one of them cannot be read: no load is believed. */
  isSupplyUnknown: boolean
  /** What feeds the ship, by the last reading. */
  supply: PowerSource
  /** What all sets can give together. */
  wholeCapacityKw: number | null
  /** The ship's sets, where it names several. */
  sets: SetState[]
  explanation: Explanation | null
  heartbeat: { beating: boolean; stop: ContactorStop | null; failures: { output: string; cause: string }[] }
  contactor: { phase: ContactorPhase; heat: number; behindKw: number; openings: number }
  /** What the miners’ water does; null where nothing shows it. */
  cooling: Cooling | null
  /** Time above limit and above capacity since the start, ms. */
  over: { limitMs: number; capacityMs: number }
  /** Commands on their way. */
  pending: number
  /** The miners are part of a check at commissioning, or rest before this process is replaced. */
  isPaused: boolean
}

export type Follower = {
  start(): void
  /** A reading of the meter: decided on at once. */
  take(reading: LoadReading): void
  /** Another meter is in force: what the one before said, and what was thought of it, counts no more. */
  takeOtherMeter(reading: LoadReading): void
  /** Another meter answers than the one that was checked. */
  doubtMeter(): void
  takeContact(state: ContactState): void
  /** Whether a set, by its place in the wiring, feeds the ship; null where that cannot be read. */
  takeSet(index: number, isRunning: boolean | null): void
  /** Whether a step of the ship, by its place in the wiring, may come now; null where that cannot be read. */
  takeStep(index: number, isOn: boolean | null): void
  /** Whether shore power or a battery, by its place in the wiring, feeds the ship; null where that cannot be read. */
  takeSupply(index: number, isOn: boolean | null): void
  /** Whether the cooling water flows; null where that cannot be read. */
  takeFlow(flow: boolean | null, ageMs?: number): void
  /** An owner's start waits for water: the pump runs for a while, so that the next try finds it. */
  askForWater(): void
  /** One turn: decide, give the commands, feed the heartbeat. The loop calls it; tests may. */
  turn(): void
  /** The crew's stop. In force at once; resolves when it is on disk, so that it survives a restart. It can be released on board only. */
  setMasterStop(on: boolean): Promise<void>
  /** Stops every miner before this process is replaced, as in quiet hours. Not kept: the next process knows nothing of it. */
  setResting(on: boolean): void
  /** Nothing depends on this process: it follows nothing, or every miner was commanded off and had the time to stop. */
  isAtRest(): boolean
  status(): FollowerStatus
  /** What the commissioning check needs of the miners for now; null: nothing. Not kept over a restart. */
  setTrial(trial: Trial | null): void
  /** Ends the loop and stops the heartbeat. Devices stay as they are: a restart reads them again. */
  stop(): Promise<void>
}

/** Follows the generator: every reading goes through the law, and its commands to the devices, at once. */
export function createFollower(options: {
  store: GeneratorStore
  /** The wiring that sources and heartbeat were opened with; null: none. */
  wiring:
    | (Pick<GeneratorWiring, 'meter' | 'contact'> &
        Partial<Pick<GeneratorWiring, 'sets' | 'steps' | 'supplies' | 'cooling'>>)
    | null
  /** Whether there is a meter now; left out: as the wiring says. */
  hasMeter?: () => boolean
  actor: PowerActor
  heartbeat: Heartbeat
  /** The switch of the cooling pump, where the box has it. */
  pump?: Pump
  /** Groups of boxes with a contactor of their own. */
  groups?: number
  /** Whether anything depends on the heartbeat. */
  hasContactor?: boolean
  /** The contactor's memory over restarts; left out in tests. */
  contactorStore?: ContactorStore
  /** The law's memory over restarts; left out in tests. */
  lawStore?: LawStore
  clock: Clock
  /** Minute of the ship's day, for quiet hours. */
  minuteOfDay: () => number
  /** What fuel costs and mining earns; left out: miners run whatever it costs. */
  worth?: () => WorthInput
  /** Whether the box was not checked on this ship yet, and what the check found as the largest step; left out: it was. */
  checkResult?: () => { isCautious: boolean; largestStepKw: number | null }
  /** Left out: whether the meter follows the miners is not looked at. */
  watcher?: MeterWatcher
  log: Logger
  onEvent?: (event: FollowerEvent) => void
}): Follower {
  const { store, wiring, actor, heartbeat, clock, log } = options
  const emit = (event: FollowerEvent) => {
    try {
      options.onEvent?.(event)
    } catch (error) {
      // A failing listener must not keep the law from its work.
      log.error({ cause: errorText(error) }, 'a listener failed')
    }
  }
  const hasMeter = options.hasMeter ?? (() => wiring?.meter != null)
  const hasSource = () => hasMeter() || wiring?.contact != null
  const sets = createSetBook(wiring?.sets ?? [], clock.monotonic())
  const steps = createStepBook(wiring?.steps ?? [], clock.monotonic())
  let supply: PowerSource = 'generator'
  const supplies = createSupplyBook(wiring?.supplies ?? [])
  const coolingWired = wiring?.cooling ?? null
  let cooled: Cooling | null = null
  let water: CoolingState = newCooling(clock.monotonic())
  let flow: { isFlowing: boolean | null; at: number } = { isFlowing: null, at: clock.monotonic() }
  let waterAskedAt = Number.NEGATIVE_INFINITY
  const running = new Map<string, AbortController>()
  let state: LawState = options.lawStore?.restore() ?? newLawState(clock.monotonic())
  let meter: LoadReading | null = null
  let contact: ContactState | null =
    wiring === null || wiring.contact === null
      ? null
      : { shipNeedsPower: null, arrivedAt: Number.NEGATIVE_INFINITY }
  let failures: CommandFailure[] = []
  let explanation: Explanation | null = null
  const wallOffsetMs = () => clock.now() - clock.monotonic()
  let contactor = restoreContactor(options.contactorStore?.kept ?? null, clock.monotonic(), wallOffsetMs())
  let heartStop: ContactorStop | null = 'not-set-up'
  let pulsedSince: number | null = null
  let unpulsedSince: number | null = null
  let soon: NodeJS.Timeout | null = null
  let timer: NodeJS.Timeout | null = null
  let isFailing = false
  let isResting = false
  let trial: Trial | null = null
  let giveWay: GiveWay = newGiveWay
  let watch: MeterWatch = newMeterWatch(options.watcher?.kept)

  /** The settings as they are now: for the sets that run, and with everything off while at rest. */
  function settingsNow(): FollowerSettings | null {
    const kept = settingsKept()
    const runningKw = kept === null ? null : sets.capacityKw(clock.monotonic(), kept.staleAfterMs)
    const whole =
      kept === null || runningKw === null
        ? kept
        : { ...kept, capacityKw: Math.min(kept.capacityKw, runningKw) }
    const set = whole === null ? null : checkedSettings(whole)
    return set !== null && isResting ? { ...set, quietHours: [{ fromMinute: 0, toMinute: 1_440 }] } : set
  }

  /** With what the commissioning check found; more cautious while it is open; and quicker to start while it tries something. */
  function checkedSettings(settings: FollowerSettings): FollowerSettings {
    const { isCautious = false, largestStepKw = null } = options.checkResult?.() ?? {}
    return {
      ...settings,
      ...(isCautious ? { reserveKw: cautiousReserveKw(settings) } : {}),
      ...(largestStepKw === null
        ? {}
        : { largestStepKw: Math.max(settings.largestStepKw ?? 0, largestStepKw) }),
      ...(trial === null ? {} : { holdMs: Math.min(settings.holdMs, trialHoldMs) }),
    }
  }

  function settingsKept(): FollowerSettings | null {
    const { shore, onBoard, masterStop } = store.current()
    // What is left out on board is the shore's.
    const limits = {
      ...(sets.wholeKw === null ? {} : { capacityKw: sets.wholeKw }),
      ...Object.fromEntries(Object.entries(onBoard).filter(([, limit]) => limit !== undefined)),
    } as OnBoardLimits
    if (shore !== null) return settingsInForce({ ...shore, masterStop }, limits, masterStop)
    const capacityKw = limits.capacityKw
    return capacityKw === undefined ? null : settingsInForce(defaultSettings(capacityKw), limits, masterStop)
  }

  function tell(action: LawAction, why: Explanation): void {
    running.get(action.deviceId)?.abort()
    const abort = new AbortController()
    running.set(action.deviceId, abort)
    emit({ kind: 'commanded', action, explanation: why })
    // Called before anything else happens: the command leaves within this turn.
    actor
      .act(action, abort.signal)
      .catch((error: unknown): ActOutcome => {
        log.error({ deviceId: action.deviceId, cause: errorText(error) }, 'command failed')
        return 'unreachable'
      })
      .then((outcome) => {
        if (running.get(action.deviceId) === abort) running.delete(action.deviceId)
        if (abort.signal.aborted) return
        if (outcome !== 'confirmed') {
          failures.push({ deviceId: action.deviceId, commandedAt: action.commandedAt })
          log.warn({ deviceId: action.deviceId, command: action.command, outcome }, 'device did not obey')
        }
        emit({ kind: 'ended', action, outcome, afterMs: clock.monotonic() - action.commandedAt })
        turn()
      })
  }

  function turn(): void {
    try {
      oneTurn()
      isFailing = false
    } catch (error) {
      // When the law fails, the heartbeat is not fed, and the boxes lose their power.
      if (!isFailing) log.error({ cause: errorText(error) }, 'following the generator failed')
      isFailing = true
      heartbeat.feed(noBeats)
    }
  }

  /**
   * Since when all boxes have power for certain; null while some may have none yet, and which is unknown. A pulse that was withheld and came back may
   * have dropped the relay.
   */
  function boxPower(): { since: number | null } {
    const { isPowered, stages, stagedAt } = contactor
    const isWhole = isPowered && stages >= (options.groups ?? 1) && pulsedSince !== null
    return { since: isWhole ? Math.max(stagedAt, pulsedSince ?? stagedAt) : null }
  }

  /** What the water does, and the pump with it; undefined where nothing shows it. */
  function coolingNow(devices: ReturnType<PowerActor['devices']>, set: FollowerSettings, now: number) {
    if (coolingWired === null) return undefined
    const step = stepCooling(water, {
      flow: now - flow.at <= longestFlowMs ? flow.isFlowing : null,
      hasPump: coolingWired.pump !== null,
      isAwake: devices.some((device) => mayDraw(device, now)),
      isWanted:
        now - waterAskedAt < waterAskedMs || (explanation !== null && wouldStart(explanation, devices, set)),
      runOnMs: coolingWired.runOnSeconds * 1_000,
      now,
    })
    water = step.state
    options.pump?.set(step.pumpOn, now)
    cooled = step.cooling
    return step.cooling
  }

  function oneTurn(): void {
    const now = clock.monotonic()
    const set = settingsNow()
    const { masterStop } = store.current()
    const devices = actor.devices()
    const isFollowing = set !== null && hasSource()
    const settings = set ?? { ...defaultSettings(1), masterStop }
    const cooling = coolingNow(devices, settings, now)
    // Without water nobody runs, with or without a generator that is followed.
    if (!isFollowing && !masterStop && cooling !== 'lost') {
      explanation = null
      giveWay = stepGiveWay(giveWay, null, null, now).state
      beat(settings, null, devices, now)
      return
    }
    const merged = mergeReadings({
      // A restart by itself must not make anyone give way.
      meter: sets.isWaiting(now, settings.staleAfterMs) ? null : meter,
      hasMeter: hasMeter(),
      contact,
      now,
      staleAfterMs: settings.staleAfterMs,
    })
    const reading = withSupply(merged, supplies.source(now, settings.staleAfterMs))
    supply = reading?.powerSource ?? supply
    const given = failures
    failures = []
    const decision = decide(
      state,
      {
        settings,
        reading,
        devices: onlyTried(devices, trial),
        failures: given,
        ...(options.hasContactor === false ? {} : { power: boxPower() }),
        ready: trial?.kind === 'rest' ? allRoom : steps.room(now, settings.staleAfterMs),
        ...(cooling === undefined ? {} : { cooling }),
        // A trial is no mining: what it earns does not matter.
        ...(options.worth === undefined || trial !== null ? {} : { worth: options.worth() }),
      },
      { now, minuteOfDay: options.minuteOfDay() },
    )
    state = decision.state
    options.lawStore?.note(state)
    const before = explanation
    explanation = decision.explanation
    for (const action of decision.actions) tell(action, explanation)
    beat(settings, reading, devices, now)
    // What the box tries itself is nothing that the ship asked for.
    const capacityKw = reading === null ? null : capacityOf(settings, reading)
    const seen = stepGiveWay(giveWay, trial === null ? explanation : null, capacityKw, now)
    giveWay = seen.state
    if (seen.gaveWay !== null) emit({ kind: 'gave-way', ...seen.gaveWay })
    lookAtMeter(reading, devices, explanation, now)
    const isChange =
      before?.activity !== explanation.activity ||
      before.offReason !== explanation.offReason ||
      before.worth.reason !== explanation.worth.reason
    if (isChange) emit({ kind: 'changed', explanation })
  }

  /** Whether the meter still moves by what the miners do. A trial is the check itself, and only the set that the meter measures counts. */
  function lookAtMeter(
    reading: LoadReading | null,
    devices: readonly FollowedDevice[],
    law: Explanation,
    now: number,
  ): void {
    const checkedShare = options.watcher?.checkedShare()
    if (options.watcher === undefined || checkedShare === undefined) return
    const kw = trial === null && reading?.powerSource === 'generator' ? reading.generatorLoadKw : null
    const before = watch.strays
    watch = watchMeter(watch, {
      ...{ now, devices, law, checkedShare, memories: state.devices },
      reading: kw === null || reading === null ? null : { kw, at: reading.arrivedAt },
    })
    if (watch.strays !== before && options.watcher.note(watch.strays)) doubtMeter()
  }

  /** What was found of the meter holds no more, and what was seen of it neither. */
  function doubtMeter(): void {
    watch = newMeterWatch()
    emit({ kind: 'meter-doubted' })
  }

  /** Decides whether the boxes may have power, and feeds the heartbeat accordingly. */
  function beat(
    settings: FollowerSettings,
    reading: LoadReading | null,
    devices: ReturnType<PowerActor['devices']>,
    now: number,
  ): void {
    const output = stepContactor(contactor, {
      now,
      settings,
      law: explanation === null ? null : lawOf(explanation),
      supply: supplyOf(reading, settings, now),
      slowestMs: slowestOf(devices),
      awakeKw: awakeKw(devices, settings.rampHeadroom, now),
      // Where no contactor is wired, nothing comes back with it.
      returningKw: options.hasContactor === false ? 0 : returningKw(devices, settings.rampHeadroom, now),
      groups: options.groups ?? 1,
    })
    const before = contactor.phase
    contactor = output.state
    pulsedSince = output.pulses ? (pulsedSince ?? now) : null
    unpulsedSince = output.pulses ? null : (unpulsedSince ?? now)
    heartbeat.feed(trial?.kind === 'no-pulse' ? noBeats : output)
    options.contactorStore?.note(keepContactor(output, wallOffsetMs()), now)
    if (output.stop !== heartStop)
      log.info({ stop: output.stop, before: heartStop }, 'heartbeat for the contactor changed')
    heartStop = output.stop
    // Where no contactor is wired, none can have opened.
    if (contactor.phase !== before && options.hasContactor !== false)
      emit({ kind: 'contactor', phase: contactor.phase, loadKw: explanation?.generatorLoadKw ?? null })
    lookSoon(output.opensInMs, settings.relayDropMs)
  }

  /** An extra turn for the moment at which the curve is reached, where that is before the next turn. */
  function lookSoon(opensInMs: number | null, relayDropMs: number): void {
    if (soon !== null) clearTimeout(soon)
    soon = null
    if (opensInMs === null || timer === null) return
    const inMs = opensInMs > relayDropMs ? opensInMs - relayDropMs : opensInMs
    if (inMs < followerTurnMs) soon = setTimeout(turn, Math.max(1, Math.ceil(inMs)))
  }

  return {
    start() {
      timer ??= setInterval(turn, followerTurnMs)
      turn()
    },
    take(reading) {
      meter = reading
      turn()
    },
    takeOtherMeter(reading) {
      meter = reading
      state = otherMeter(state)
      watch = newMeterWatch()
      turn()
    },
    doubtMeter() {
      log.warn({}, 'another meter answers than at the check')
      doubtMeter()
      turn()
    },
    takeContact(next) {
      const isChange = next.shipNeedsPower !== contact?.shipNeedsPower
      contact = next
      if (isChange) turn()
    },
    takeSet(index, isRunning) {
      if (sets.note(index, isRunning, clock.monotonic())) turn()
    },
    takeStep(index, isOn) {
      if (steps.note(index, isOn, clock.monotonic())) turn()
    },
    takeSupply(index, isOn) {
      if (supplies.note(index, isOn, clock.monotonic())) turn()
    },
    takeFlow(isFlowing, ageMs = 0) {
      const isChange = isFlowing !== flow.isFlowing
      flow = { isFlowing, at: clock.monotonic() - ageMs }
      if (isChange) turn()
    },
    askForWater() {
      waterAskedAt = clock.monotonic()
      turn()
    },
    turn,
    setMasterStop(on) {
      const saved = store.change(on ? { masterStop: true } : { masterStop: false, isLost: false })
      log.warn({ on }, 'master stop')
      turn()
      return saved
    },
    setTrial(next) {
      if (JSON.stringify(next) === JSON.stringify(trial)) return
      trial = next
      turn()
    },
    setResting(on) {
      isResting = on
      turn()
    },
    isAtRest() {
      if (explanation === null) return true
      const settings = settingsNow()
      const now = clock.monotonic()
      const devices = actor.devices()
      return isAtRest({
        ...{ devices, offSince: contactor.offSince, slowestMs: slowestOf(devices), now },
        behind:
          options.hasContactor === false || settings === null
            ? null
            : {
                unpoweredMs: unpulsedSince === null ? null : now - unpulsedSince,
                relayDropMs: settings.relayDropMs,
                capacityKw: capacityOf(settings, { powerSource: supply }) ?? 0,
              },
      })
    },
    status: () => ({
      isSetUp: settingsNow() !== null && hasSource(),
      masterStop: store.current().masterStop,
      settings: settingsNow(),
      supply,
      isSupplyUnknown: supplies.source(clock.monotonic(), settingsKept()?.staleAfterMs ?? 0) === null,
      wholeCapacityKw: settingsKept()?.capacityKw ?? null,
      sets: sets.states(clock.monotonic(), settingsKept()?.staleAfterMs ?? 0),
      explanation,
      heartbeat: { ...heartbeat.status(), stop: heartStop },
      contactor: {
        phase: contactor.phase,
        heat: contactor.heat,
        behindKw: contactor.behindKw,
        openings: contactor.openings.length,
      },
      cooling: cooled,
      over: { limitMs: giveWay.overLimitMs, capacityMs: giveWay.overCapacityMs },
      pending: running.size,
      isPaused: trial !== null || isResting,
    }),
    async stop() {
      if (timer !== null) clearInterval(timer)
      if (soon !== null) clearTimeout(soon)
      timer = null
      soon = null
      for (const abort of running.values()) abort.abort()
      await Promise.all([heartbeat.stop(), options.lawStore?.flush(state)])
    },
  }
}

/** The shortest hold time that settings may have, ms. */
const [trialHoldMs] = settingsRanges.holdMs

/** More than any set can give: every miner rests, as before a step of the ship. */
const allRoom = { kw: settingsRanges.capacityKw[1], names: [] }

/** A reading of the supply that feeds the ship; where nothing says which that is (null), it is believed only in that the ship needs all power. */
function withSupply(
  reading: LoadReading | null,
  powerSource: PowerSource | null | undefined,
): LoadReading | null {
  if (reading === null || powerSource === undefined) return reading
  if (powerSource === null) return reading.shipNeedsPower ? reading : null
  return { ...reading, powerSource }
}

/** In a trial nobody else is started. */
function onlyTried(devices: readonly FollowedDevice[], trial: Trial | null): readonly FollowedDevice[] {
  if (trial === null || trial.kind === 'rest') return devices
  return devices.map((device) => ({
    ...device,
    isWanted: device.isWanted && trial.ids.includes(device.id),
  }))
}

/** Longest time in which a device confirms that it sleeps, ms. */
function slowestOf(devices: ReturnType<PowerActor['devices']>): number {
  return Math.max(0, ...devices.map(({ curtailment }) => curtailment.sleepMs ?? 0))
}

/** A reading that is late, though not yet given up: the contactor begins to count. */
const lateShare = 0.5
const leastLateMs = 2_500

/** What the contactor may believe of a reading; null where there is none, or it is late or impossible. */
function supplyOf(
  reading: LoadReading | null,
  settings: FollowerSettings,
  now: number,
): SupplyReading | null {
  if (reading === null) return null
  const lateMs = Math.min(settings.staleAfterMs, Math.max(leastLateMs, lateShare * settings.staleAfterMs))
  if (now - reading.arrivedAt > lateMs) return null
  const loadKw = effectiveLoadKw(reading, settings.watchPhases)
  if (loadKw === null && reading.generatorLoadKw !== null) return null
  return {
    loadKw,
    capacityKw: capacityOf(settings, reading),
    currentAmps: reading.currentAmps ?? null,
    frequencyHz: reading.frequencyHz ?? null,
  }
}

/**
 * While the boxes are without power the load is the ship's own, whatever the miners report. What returns may use the reserve, or one that filled
 * its room would never come back: the law brings it within as miners answer.
 */
function lawOf({
  activity,
  offReason,
  limitKw,
  generatorLoadKw,
  allowedKw,
}: Explanation): NonNullable<ContactorInput['law']> {
  return {
    activity: activity === 'waiting' || activity === 'off' ? activity : 'on',
    isLoadUnknown: offReason === 'load-unknown',
    roomKw: limitKw === null || generatorLoadKw === null ? allowedKw : limitKw - generatorLoadKw,
  }
}

/** Whether some miner would start if only its water flowed. */
function wouldStart(
  { offReason, headroomKw, curtailedKw }: Explanation,
  devices: ReturnType<PowerActor['devices']>,
  { rampHeadroom }: FollowerSettings,
): boolean {
  // Miners that rest for the sake of the fuel want no water.
  if (headroomKw === null || curtailedKw <= 0 || (offReason !== null && offReason !== 'no-cooling'))
    return false
  return devices.some(
    ({ mode, isWanted, ratedPowerWatts }) =>
      mode === 'asleep' && isWanted && ratedPowerWatts * rampHeadroom <= headroomKw * 1_000,
  )
}

/** Whether a miner may have to be cooled: one that ran when it was last seen does until it is seen otherwise, however long ago that is. */
function mayDraw({ mode, lastSeenMode = mode, observedAt }: FollowedDevice, now: number): boolean {
  if (mode === 'asleep') return false
  return lastSeenMode === 'unknown' ? now - observedAt < forgottenMs : lastSeenMode !== 'asleep'
}

/** How long an owner's start that was held back keeps the pump wanted. */
const waterAskedMs = 60_000

/** What the flow contact said last counts for this long: it is read every second, and a read that takes more than two has failed. */
const longestFlowMs = 4_000

/** What the miners are likely to take that are not known to be asleep and were present within the last hour, kW. */
function awakeKw(devices: ReturnType<PowerActor['devices']>, rampHeadroom: number, now: number): number {
  const watts = devices
    .filter(({ mode, observedAt }) => mode !== 'asleep' && now - observedAt < forgottenMs)
    .reduce((sum, device) => sum + likelyWatts(device), 0)
  return (watts * rampHeadroom) / 1_000
}

/**
 * What miners may have come up to with the power before they can be asleep again, kW. Those whose firmware goes on sleeping do not come up.
 */
function returningKw(devices: ReturnType<PowerActor['devices']>, rampHeadroom: number, now: number): number {
  const watts = devices
    .filter(
      ({ mode, observedAt, staysAsleep = false }) =>
        now - observedAt < forgottenMs && !(mode === 'asleep' && staysAsleep),
    )
    .reduce((sum, device) => sum + returningWatts(device), 0)
  return (watts * rampHeadroom) / 1_000
}
