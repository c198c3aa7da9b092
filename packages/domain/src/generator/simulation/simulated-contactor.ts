import { newContactor, stepContactor } from '../contactor.ts'
import type { Explanation } from '../explanation.ts'
import type { FollowerSettings } from '../follower-settings.ts'
import type { LoadReading } from '../load/load-reading.ts'

const lateMs = 5_000
/** From the step to the meter's next reading, one turn, and the drop of the relay. */
const reactionMs = 2_000

/** A contactor with its relay, and a second, independent integral of the real load that it is held against. */
export function createSimulatedContactor(settings: FollowerSettings, slowestMs: number) {
  let state = { ...newContactor, heat: 0 }
  let silentSince: number | null = null
  let isPowered = true
  let openings = 0
  let heat = 0
  let dueAt: number | null = null
  let aboveCapacityMs = 0
  let beyondCurveMs = 0
  const pickupKw = (settings.capacityKw * settings.tripPickupPercent) / 100
  return {
    /** Whether the boxes have power. */
    isPowered: () => isPowered,
    step(at: {
      now: number
      stepMs: number
      /** What the generator really carries, miners included. */
      totalKw: number
      miningKw: number
      awakeKw: number
      reading: LoadReading | null
      law: Explanation
    }): void {
      const { now, stepMs, totalKw, reading, law } = at
      const isFresh = reading !== null && now - reading.arrivedAt <= lateMs
      const isOn = law.activity !== 'waiting' && law.activity !== 'off'
      const { generatorLoadKw, limitKw } = law
      const output = stepContactor(state, {
        now,
        settings,
        law: {
          activity: isOn ? 'on' : law.activity === 'off' ? 'off' : 'waiting',
          isLoadUnknown: law.offReason === 'load-unknown',
          roomKw: limitKw === null || generatorLoadKw === null ? null : limitKw - generatorLoadKw,
        },
        supply: isFresh
          ? {
              loadKw: reading.generatorLoadKw,
              capacityKw: settings.capacityKw,
              currentAmps: null,
              frequencyHz: null,
            }
          : null,
        slowestMs,
        awakeKw: at.awakeKw,
        returningKw: 0,
        groups: 1,
      })
      if (output.state.phase !== 'closed' && state.phase === 'closed') openings += 1
      state = output.state
      silentSince = output.pulses ? null : (silentSince ?? now)
      const wasPowered = isPowered
      isPowered = output.stop === null && (silentSince === null || now - silentSince < settings.relayDropMs)
      if (!wasPowered || at.miningKw <= 0) {
        heat = 0
        dueAt = null
        return
      }
      if (totalKw > settings.capacityKw) aboveCapacityMs += stepMs
      const excess = totalKw / pickupKw - 1
      heat =
        excess > 0
          ? heat + (excess * stepMs) / settings.tripTimeMs
          : heat * Math.exp(-stepMs / settings.tripCoolMs)
      if (heat < 1) dueAt = null
      else dueAt ??= now + reactionMs + settings.relayDropMs
      if (dueAt !== null && now > dueAt && totalKw > settings.capacityKw) beyondCurveMs += stepMs
    },
    result: () => ({ openings, aboveCapacityMs, beyondCurveMs }),
  }
}
