import type { PowerEvent } from '@shipminer/contract/power/environment'
import type { MinerOrders } from '@shipminer/domain/fleet/miner-state'
import type { LawAction } from '@shipminer/domain/generator/decide'
import { believedShare } from '@shipminer/domain/generator/devices/counted-power'
import type { ShipWord } from '@shipminer/domain/rules/decide-rules'
import type { Follower } from '../../generator/follower.ts'
import type { PowerActor } from '../../generator/power-actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { followerState } from '../power/power-record.ts'

/** The ship's power at one moment, as rules see it. */
export type PowerLook = {
  ship: ShipWord
  /** Whether a generator is followed. */
  isFollowed: boolean
  /** Whether a command of the follower is on its way. */
  isCommanding: boolean
  /** The follower's word, and its last command to a miner since the start; ms of the clock of what is sent. */
  ordersOf(deviceKey: string): Pick<MinerOrders, 'follower' | 'followerCommand' | 'followerCommandedAt'>
  /** Whether a miner may take its full power, without asking for anything. */
  hasRoom(deviceKey: string): boolean
  /** What a miner takes at full power, W; null: not known. */
  ratedWattsOf(deviceKey: string): number | null
}

export type PowerForRules = {
  look(): PowerLook
  /** For the history and the crew's page. */
  note(event: PowerEvent): void
}

export function createPowerForRules(options: {
  follower: Pick<Follower, 'status'>
  actor: Pick<PowerActor, 'devices'>
  clock: Clock
  note: (event: PowerEvent) => void
}): PowerForRules & { noteCommand(action: Pick<LawAction, 'deviceId' | 'command'>): void } {
  const { clock } = options
  const commands = new Map<string, { command: 'rest' | 'run'; at: number }>()
  return {
    note: options.note,
    noteCommand({ deviceId, command }) {
      const isRest = command === 'sleep' || command === 'lower'
      commands.set(deviceId, { command: isRest ? 'rest' : 'run', at: clock.now() })
    },
    look() {
      const { isPaused, masterStop, cooling, isSetUp, explanation, pending } = options.follower.status()
      const devices = new Map(options.actor.devices().map((device) => [device.id, device]))
      const word = explanation && followerState(explanation)
      const isFree = (!isSetUp || word === 'free') && !masterStop && (cooling === null || cooling === 'flows')
      return {
        ship: isPaused ? 'paused' : isFree ? 'free' : 'held',
        isFollowed: isSetUp,
        isCommanding: pending > 0,
        ordersOf(deviceKey) {
          const last = commands.get(deviceKey)
          return {
            follower: masterStop ? 'master-stop' : word,
            followerCommand: last?.command ?? null,
            followerCommandedAt: last?.at ?? null,
          }
        },
        hasRoom(deviceKey) {
          if (!isSetUp) return true
          const device = devices.get(deviceKey)
          const headroomKw = explanation?.headroomKw ?? null
          if (device === undefined || headroomKw === null) return false
          const { mode, measuredPowerWatts, ratedPowerWatts } = device
          // The law counts an idle one with its full power already, and one at work with what it takes.
          const counted = mode === 'asleep' ? 0 : countedWatts(measuredPowerWatts, ratedPowerWatts)
          return headroomKw * 1_000 >= ratedPowerWatts - counted
        },
        ratedWattsOf: (deviceKey) => devices.get(deviceKey)?.ratedPowerWatts ?? null,
      }
    },
  }
}

/** What room is kept for a miner that is awake, W; as the law's `committedWatts`. */
const countedWatts = (measured: number | null, rated: number) =>
  measured !== null && measured >= believedShare * rated ? measured : rated
