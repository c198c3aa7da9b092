import type { Cancel, Clock } from '../clock.ts'
import { bodyInputs, type Fault } from '../faults/fault.ts'
import type { Model } from '../models/model.ts'
import type { Personality } from '../physics/hardware.ts'
import {
  advanceMiner,
  bootState,
  type MinerInputs,
  type MinerState,
  runningState,
} from '../physics/miner-physics.ts'
import { drawPersonality } from '../physics/personality.ts'
import { createRandom, hash32 } from '../physics/random.ts'
import { emptyPoolCounters } from '../physics/shares.ts'
import type { DeviceIdentity } from './identity.ts'
import type { PoolSetting } from './pools.ts'
import { initialSettings, speedOf, type UnitSettings } from './settings.ts'

/** Length of a step of the physics. Steps lie on a grid, so a state does not depend on when it is read. */
export const TICK_MS = 5000

/** Time between the order to reboot and going away, so that the answer still leaves. */
const REBOOT_AFTER_MS = 500

/** From the order to sleep until the chips of a stock Antminer are off, least and most: it restarts its mining program first. */
const STOCK_REST_MS: readonly [number, number] = [60_000, 180_000]
const between = ([least, most]: readonly [number, number], share: number) => least + (most - least) * share

/** Credentials of a device's own web pages. */
export type WebCredentials = { user: string; password: string }

/** What a dialect may see of a unit when it writes an answer. */
export type UnitView = {
  identity: DeviceIdentity
  model: Model
  settings: UnitSettings
  /** Of the settings, without empty slots. */
  pools: readonly PoolSetting[]
  poolAlive: readonly boolean[]
  state: MinerState
  personality: Personality
  /** Best share since the unit was made; survives reboots. */
  bestEverDifficulty: number
  asleep: boolean
  deadBoards: ReadonlySet<number>
  /** Unix milliseconds. */
  nowMs: number
  /** Since the unit was switched on, exact to the moment and not to the tick. */
  uptimeMs: number
}

/** One miner: its hardware, its settings and its state, brought up to date whenever it is read. */
export type Unit = {
  readonly identity: DeviceIdentity
  readonly model: Model
  readonly credentials: WebCredentials
  /** The unit's own clock, Unix milliseconds. */
  nowMs(): number
  view(): UnitView
  faults(): readonly Fault[]
  /** Adds a fault, in place of an earlier one of its kind. */
  putFault(fault: Fault): void
  /** Removes the fault of that kind, or all. */
  dropFault(kind?: Fault['kind']): void
  /** Puts it to sleep as its firmware does: it hashes on until that has restarted its mining program. */
  restLater(): void
  /** Counters back to zero, chips cold started; temperatures stay. */
  restart(): void
  /** Changes settings; a change of pools keeps the counters of those that stay. */
  change(settings: Partial<UnitSettings>): void
  /** Goes away for a while and comes back with its counters at zero, soon after the answer that is being written. */
  reboot(downMs?: number): void
  /** What does the going away. */
  onReboot(handler: (downMs: number | undefined) => void): void
}

/** Makes a unit that has been mining for `ageMs` already. */
export function createUnit(options: {
  clock: Clock
  identity: DeviceIdentity
  model: Model
  pools: readonly PoolSetting[]
  credentials: WebCredentials
  ageMs: number
  /** Share of the usual time that stock firmware takes to rest; default 1, and 0 is at once. */
  restPace?: number
}): Unit {
  const { clock, identity, model } = options
  let settings = initialSettings(options.pools)
  let handleReboot: (downMs: number | undefined) => void = () => {}
  const usedPools = () => settings.pools.filter((pool) => pool.host !== '')
  const { hardware } = model
  const personality = drawPersonality(hardware, createRandom(hash32('personality', identity.seed)))
  const faults = new Map<Fault['kind'], Fault>()
  let body = bodyInputs([])
  let startedAtMs = clock.nowMs() - options.ageMs
  let tickAtMs = clock.nowMs()
  let tick = 0
  let bestEverDifficulty = 0
  const restMs =
    (options.restPace ?? 1) * between(STOCK_REST_MS, createRandom(hash32('rest', identity.seed)).next())
  /** Stops the rest that was ordered and has not begun; null: none was. */
  let cancelRest: Cancel | null = null
  const isAsleep = () => body.asleep || (settings.asleep && cancelRest === null)

  const poolAlive = (index: number) =>
    body.deadPools === 'none' || (body.deadPools === 'first' && index !== 0)
  const inputsAt = (atMs: number): MinerInputs => ({
    atMs,
    asleep: isAsleep(),
    speed: speedOf(settings, hardware),
    deadBoards: body.deadBoards,
    pools: usedPools().map((_, index) => ({ alive: poolAlive(index), difficulty: model.shareDifficulty })),
    extraHeatC: body.extraHeatC,
  })
  let state: MinerState = runningState(
    hardware,
    personality,
    inputsAt(tickAtMs),
    options.ageMs,
    createRandom(hash32('past', identity.seed)),
  )

  const noteBest = () => {
    for (const pool of state.pools) bestEverDifficulty = Math.max(bestEverDifficulty, pool.bestDifficulty)
  }
  noteBest()

  function catchUp(): number {
    const nowMs = clock.nowMs()
    if (nowMs - tickAtMs < TICK_MS) return nowMs
    while (nowMs - tickAtMs >= TICK_MS) {
      tickAtMs += TICK_MS
      tick += 1
      state = advanceMiner(
        state,
        hardware,
        personality,
        inputsAt(tickAtMs),
        TICK_MS,
        createRandom(hash32(tick, identity.seed)),
      )
    }
    noteBest()
    return nowMs
  }

  function restart(): void {
    const nowMs = catchUp()
    faults.delete('stuck')
    body = bodyInputs(faults.values())
    startedAtMs = nowMs
    tickAtMs = nowMs
    state = bootState(hardware, personality, {
      atMs: nowMs,
      poolCount: usedPools().length,
      thermal: state.thermal,
    })
  }

  return {
    identity,
    model,
    credentials: options.credentials,
    nowMs: () => clock.nowMs(),
    view() {
      const nowMs = catchUp()
      const pools = usedPools()
      return {
        identity,
        model,
        settings,
        pools,
        poolAlive: pools.map((_, index) => poolAlive(index)),
        state,
        personality,
        bestEverDifficulty,
        asleep: isAsleep(),
        deadBoards: body.deadBoards,
        nowMs,
        uptimeMs: nowMs - startedAtMs,
      }
    },
    faults: () => [...faults.values()],
    putFault(fault) {
      catchUp()
      faults.set(fault.kind, fault)
      body = bodyInputs(faults.values())
    },
    dropFault(kind) {
      catchUp()
      if (kind === undefined) faults.clear()
      else faults.delete(kind)
      body = bodyInputs(faults.values())
    },
    restLater() {
      catchUp()
      if (settings.asleep) return
      settings = { ...settings, asleep: true }
      // One that does not hash yet has nothing to bring to an end.
      if (restMs === 0 || state.workingMs === 0) return restart()
      cancelRest = clock.after(restMs, () => {
        catchUp()
        cancelRest = null
        restart()
      })
    },
    restart,
    change(patch) {
      catchUp()
      if (patch.asleep === false) {
        cancelRest?.()
        cancelRest = null
      }
      const before = usedPools()
      const counters = state.pools
      settings = { ...settings, ...patch }
      const after = usedPools()
      const places = after.map((pool) =>
        before.findIndex((old) => old.host === pool.host && old.port === pool.port && old.user === pool.user),
      )
      state = {
        ...state,
        pools: places.map((place) => counters[place] ?? emptyPoolCounters),
        activePool: state.activePool === null || after.length === 0 ? null : 0,
      }
    },
    reboot(downMs) {
      clock.after(REBOOT_AFTER_MS, () => handleReboot(downMs))
    },
    onReboot(handler) {
      handleReboot = handler
    },
  }
}
