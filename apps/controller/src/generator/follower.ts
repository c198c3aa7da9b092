import { decide, type LawAction } from '@shipminer/domain/generator/decide'
import type { Explanation } from '@shipminer/domain/generator/explanation'
import {
  defaultSettings,
  type FollowerSettings,
  type OnBoardLimits,
  settingsInForce,
} from '@shipminer/domain/generator/follower-settings'
import { type LawState, newLawState } from '@shipminer/domain/generator/law-state'
import type { LoadReading } from '@shipminer/domain/generator/load-reading'
import { detectionBudgetMs } from '@shipminer/domain/generator/reserve'
import type { CommandFailure } from '@shipminer/domain/generator/track-devices'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { ContactState } from './contact-source.ts'
import type { GeneratorWiring } from './generator-settings.ts'
import type { GeneratorStore } from './generator-store.ts'
import type { Heartbeat } from './heartbeat.ts'
import { type HeartbeatStop, heartbeatHealth, newHeartbeatMemory } from './heartbeat-health.ts'
import { mergeReadings } from './merge-readings.ts'
import type { ActOutcome, PowerActor } from './power-actor.ts'

/** Longest time between two turns of the loop, ms. */
export const followerTurnMs = 250

/** A command and what became of it, for the history. Times of the controller's monotonic clock, ms. */
export type FollowerEvent =
  | { kind: 'told'; action: LawAction; explanation: Explanation }
  | { kind: 'ended'; action: LawAction; outcome: ActOutcome; afterMs: number }
  | { kind: 'changed'; explanation: Explanation }

export type FollowerStatus = {
  /** False: no capacity and no source are set; nothing is followed, and only the master stop works. */
  isSetUp: boolean
  masterStop: boolean
  settings: FollowerSettings | null
  explanation: Explanation | null
  heartbeat: { beating: boolean; stop: HeartbeatStop | null; failures: { output: string; cause: string }[] }
  /** Commands on their way. */
  pending: number
}

export type Follower = {
  start(): void
  /** A reading of the meter: decided on at once. */
  take(reading: LoadReading): void
  takeContact(state: ContactState): void
  /** One turn: decide, tell, feed the heartbeat. The loop calls it; tests may. */
  turn(): void
  /** The crew's stop. In force at once; resolves when it is on disk, so that it outlives a restart. Only on board may it be released. */
  setMasterStop(on: boolean): Promise<void>
  /** Puts everything to rest before this process is replaced, as in quiet hours. Not kept: the next process knows nothing of it. */
  setResting(on: boolean): void
  /** Nothing hangs on this process: it follows nothing, or everything was told off and had the time to go. */
  isAtRest(): boolean
  status(): FollowerStatus
  /** Ends the loop and lets the heartbeat fall. Devices stay as they are: a restart reads them. */
  stop(): Promise<void>
}

/** Follows the generator: every reading goes through the law, and its commands to the devices, at once. */
export function createFollower(options: {
  store: GeneratorStore
  /** The wiring that sources and heartbeat were opened with; null: none. */
  wiring: Pick<GeneratorWiring, 'meter' | 'contact'> | null
  actor: PowerActor
  heartbeat: Heartbeat
  clock: Clock
  /** Minute of the ship's day, for quiet hours. */
  minuteOfDay: () => number
  log: Logger
  onEvent?: (event: FollowerEvent) => void
}): Follower {
  const { store, wiring, actor, heartbeat, clock, log } = options
  const emit = (event: FollowerEvent) => {
    try {
      options.onEvent?.(event)
    } catch (error) {
      // Whoever listens must not keep the law from its work.
      log.error({ cause: errorText(error) }, 'a listener failed')
    }
  }
  const hasSource = wiring !== null && (wiring.meter !== null || wiring.contact !== null)
  const running = new Map<string, AbortController>()
  let state: LawState = newLawState(clock.monotonic())
  let meter: LoadReading | null = null
  let contact: ContactState | null =
    wiring === null || wiring.contact === null
      ? null
      : { shipNeedsPower: null, arrivedAt: Number.NEGATIVE_INFINITY }
  let failures: CommandFailure[] = []
  let explanation: Explanation | null = null
  let heart = newHeartbeatMemory
  let heartStop: HeartbeatStop | null = 'not-set-up'
  let timer: NodeJS.Timeout | null = null
  let isFailing = false
  let isResting = false

  function settingsNow(): FollowerSettings | null {
    const set = settingsKept()
    return set !== null && isResting ? { ...set, quietHours: [{ fromMinute: 0, toMinute: 1_440 }] } : set
  }

  function settingsKept(): FollowerSettings | null {
    const { shore, onBoard, masterStop } = store.current()
    // What is left out on board is the shore's.
    const limits = Object.fromEntries(
      Object.entries(onBoard).filter(([, limit]) => limit !== undefined),
    ) as OnBoardLimits
    if (shore !== null) return settingsInForce({ ...shore, masterStop }, limits, masterStop)
    const capacityKw = limits.capacityKw
    return capacityKw === undefined ? null : settingsInForce(defaultSettings(capacityKw), limits, masterStop)
  }

  function tell(action: LawAction, why: Explanation): void {
    running.get(action.deviceId)?.abort()
    const abort = new AbortController()
    running.set(action.deviceId, abort)
    emit({ kind: 'told', action, explanation: why })
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
          failures.push({ deviceId: action.deviceId, toldAt: action.toldAt })
          log.warn({ deviceId: action.deviceId, command: action.command, outcome }, 'device did not obey')
        }
        emit({ kind: 'ended', action, outcome, afterMs: clock.monotonic() - action.toldAt })
        turn()
      })
  }

  function turn(): void {
    try {
      oneTurn()
      isFailing = false
    } catch (error) {
      // A law that cannot be followed is no law: the heartbeat is not fed, and the boxes lose their power.
      if (!isFailing) log.error({ cause: errorText(error) }, 'following the generator failed')
      isFailing = true
      heartbeat.feed(false)
    }
  }

  function oneTurn(): void {
    const now = clock.monotonic()
    const set = settingsNow()
    const { masterStop } = store.current()
    const isFollowing = set !== null && hasSource
    if (!isFollowing && !masterStop) {
      explanation = null
      heart = newHeartbeatMemory
      heartStop = 'not-set-up'
      heartbeat.feed(false)
      return
    }
    const settings = set ?? { ...defaultSettings(1), masterStop }
    const reading = mergeReadings({
      meter,
      hasMeter: wiring?.meter != null,
      contact,
      now,
      staleAfterMs: settings.staleAfterMs,
    })
    const devices = actor.devices()
    const given = failures
    failures = []
    const decision = decide(
      state,
      { settings, reading, devices, failures: given },
      { now, minuteOfDay: options.minuteOfDay() },
    )
    state = decision.state
    const before = explanation
    explanation = decision.explanation
    for (const action of decision.actions) tell(action, explanation)
    const health = heartbeatHealth(heart, {
      explanation,
      slowestMs: slowestOf(devices),
      holdMs: settings.holdMs,
      now,
    })
    heart = health.memory
    if (health.stop !== heartStop)
      log.info({ stop: health.stop, before: heartStop }, 'heartbeat for the contactor changed')
    heartStop = health.stop
    heartbeat.feed(heartStop === null)
    if (before?.activity !== explanation.activity || before.offReason !== explanation.offReason)
      emit({ kind: 'changed', explanation })
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
    takeContact(next) {
      const isChange = next.shipNeedsPower !== contact?.shipNeedsPower
      contact = next
      if (isChange) turn()
    },
    turn,
    setMasterStop(on) {
      const saved = store.change({ masterStop: on })
      log.warn({ on }, 'master stop')
      turn()
      return saved
    },
    setResting(on) {
      isResting = on
      turn()
    },
    isAtRest() {
      if (explanation === null) return true
      const graceMs = detectionBudgetMs + slowestOf(actor.devices())
      return heart.offSince !== null && clock.monotonic() - heart.offSince > graceMs
    },
    status: () => ({
      isSetUp: settingsNow() !== null && hasSource,
      masterStop: store.current().masterStop,
      settings: settingsNow(),
      explanation,
      heartbeat: { ...heartbeat.status(), stop: heartStop },
      pending: running.size,
    }),
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      for (const abort of running.values()) abort.abort()
      await heartbeat.stop()
    },
  }
}

/** Longest time in which a device confirms that it sleeps, ms. */
function slowestOf(devices: ReturnType<PowerActor['devices']>): number {
  return Math.max(0, ...devices.map(({ curtailment }) => curtailment.sleepMs ?? 0))
}
