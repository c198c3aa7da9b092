import { type DeviceInPhase, expectedWatts } from './counted-power.ts'
import { levelWatts } from './followed-device.ts'

export type ShedAction = { deviceId: string; command: 'lower' | 'sleep' }

/**
 * Which miners give way to bring the load down by `needKw`. Lower power first where that is no slower than sleep, in the given order
 * (`shedOrder`), then sleep; one command each, and no more of them than are needed. `shortKw` is what cannot be shed. Disobedient devices
 * are left out: they are not counted on.
 */
export function planShed(
  ordered: readonly DeviceInPhase[],
  needKw: number,
): { actions: ShedAction[]; shortKw: number } {
  const plan = new Map<string, ShedAction['command']>()
  const able = ordered.filter(({ phase, device }) => canGive.has(phase) && device.isReachable)
  let left = needKw * 1_000

  for (const one of able) {
    if (left <= 0) break
    const relief = lowerRelief(one)
    if (relief === null) continue
    plan.set(one.device.id, 'lower')
    left -= relief
  }
  for (const one of able) {
    if (left <= 0) break
    if (one.device.curtailment.sleepMs === null) continue
    const alreadyGiven = plan.get(one.device.id) === 'lower' ? (lowerRelief(one) ?? 0) : 0
    plan.set(one.device.id, 'sleep')
    left -= expectedWatts(one, 1) - alreadyGiven
  }
  // The last step may have brought more than was needed: steps that are not needed are left out, the best earner first.
  for (const one of able.toReversed()) {
    const command = plan.get(one.device.id)
    if (command === undefined) continue
    const relief = command === 'sleep' ? expectedWatts(one, 1) : (lowerRelief(one) ?? 0)
    if (left + relief > 0) continue
    plan.delete(one.device.id)
    left += relief
  }
  const actions = able.flatMap(({ device: { id } }) => {
    const command = plan.get(id)
    return command === undefined ? [] : [{ deviceId: id, command }]
  })
  return { actions, shortKw: Math.max(0, left / 1_000) }
}

const canGive: ReadonlySet<DeviceInPhase['phase']> = new Set(['running', 'low', 'starting', 'lowering'])

/** What lower power would bring, W; null where it brings nothing, or the device cannot lower, or sleeps sooner. */
function lowerRelief(one: DeviceInPhase): number | null {
  const { lower, sleepMs } = one.device.curtailment
  if (lower === null || one.phase === 'low' || one.phase === 'lowering') return null
  if (sleepMs !== null && lower.confirmMs > sleepMs) return null
  const relief = expectedWatts(one, 1) - levelWatts(one.device, 'low')
  return relief > 0 ? relief : null
}
