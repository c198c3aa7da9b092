import { type DeviceInPhase, expectedWatts } from '../devices/counted-power.ts'
import { levelWatts } from '../devices/followed-device.ts'

export type ShedAction = { deviceId: string; command: 'lower' | 'sleep' }

/** The part of the need that cannot wait for slow miners: above the limit, and not only in the reserve. */
export type Urgency = { needKw: number; withinMs: number }

/**
 * Which miners give way to bring the load down by `needKw`. What is urgent is taken from those that are quick, whatever they earn; the rest in
 * the given order (`shedOrder`). Lower power first where that is no slower than sleep, then sleep; one command each, and no more of them than
 * are needed. `shortKw` is what cannot be shed. Disobedient devices are left out: they are not counted on.
 */
export function planShed(
  ordered: readonly DeviceInPhase[],
  needKw: number,
  urgency: Urgency = { needKw: 0, withinMs: 0 },
): { actions: ShedAction[]; shortKw: number } {
  const plan = new Map<string, ShedAction['command']>()
  const able = ordered.filter(({ phase, device }) => canGive.has(phase) && device.isReachable)
  let left = needKw * 1_000
  let urgent = Math.min(left, urgency.needKw * 1_000)
  const isQuick = ({ device: { curtailment } }: DeviceInPhase, command: ShedAction['command']) =>
    ((command === 'sleep' ? curtailment.sleepMs : curtailment.lower?.confirmMs) ?? Infinity) <=
    urgency.withinMs
  const reliefOf = (one: DeviceInPhase, command: ShedAction['command']) =>
    command === 'sleep' ? expectedWatts(one, 1) : (lowerRelief(one) ?? 0)
  const isGivingSoon = (one: DeviceInPhase) => {
    const command = plan.get(one.device.id)
    return command !== undefined && isQuick(one, command)
  }
  const take = (one: DeviceInPhase, command: ShedAction['command']) => {
    const before = plan.get(one.device.id)
    const already = before === undefined ? 0 : reliefOf(one, before)
    const alreadySoon = isGivingSoon(one) ? already : 0
    plan.set(one.device.id, command)
    left -= reliefOf(one, command) - already
    urgent -= (isQuick(one, command) ? reliefOf(one, command) : 0) - alreadySoon
  }
  const takeWhile = (
    isNeeded: () => boolean,
    may: (one: DeviceInPhase, command: ShedAction['command']) => boolean,
  ) => {
    for (const one of able) {
      if (!isNeeded()) return
      if (!plan.has(one.device.id) && lowerRelief(one) !== null && may(one, 'lower')) take(one, 'lower')
    }
    for (const one of able) {
      if (!isNeeded()) return
      const canSleep = one.device.curtailment.sleepMs !== null && plan.get(one.device.id) !== 'sleep'
      if (canSleep && may(one, 'sleep')) take(one, 'sleep')
    }
  }
  takeWhile(() => urgent > 0, isQuick)
  // What gives way soon is not commanded to do it later and more.
  takeWhile(
    () => left > 0,
    (one, command) => !isGivingSoon(one) || isQuick(one, command),
  )
  takeWhile(
    () => left > 0,
    () => true,
  )
  // The last step may have brought more than was needed: steps that are not needed are left out, the best earner first.
  for (const one of able.toReversed()) {
    const command = plan.get(one.device.id)
    if (command === undefined) continue
    const relief = reliefOf(one, command)
    if (left + relief > 0 || (isQuick(one, command) && urgent + relief > 0 && urgency.needKw > 0)) continue
    plan.delete(one.device.id)
    left += relief
    if (isQuick(one, command)) urgent += relief
  }
  const actions = able.flatMap(({ device: { id } }) => {
    const command = plan.get(id)
    return command === undefined ? [] : [{ deviceId: id, command }]
  })
  return { actions, shortKw: Math.max(0, left / 1_000) }
}

const canGive: ReadonlySet<DeviceInPhase['phase']> = new Set(['running', 'low', 'starting', 'lowering'])

/** For this long after it was lowered to no avail a device does not get the same command again: its power does not follow it, ms. */
const inVainMs = 600_000

/** It was lowered, and takes more than that all the same. */
const isLoweredInVain = ({ phase, lastCommand, device }: DeviceInPhase) =>
  phase === 'running' && lastCommand?.target === 'low' && device.observedAt - lastCommand.at < inVainMs

/** What lower power would bring, W; null where it brings nothing, or the device cannot lower, or sleeps sooner. */
function lowerRelief(one: DeviceInPhase): number | null {
  const { lower, sleepMs } = one.device.curtailment
  if (sleepMs !== null && isLoweredInVain(one)) return null
  if (lower === null || one.phase === 'low' || one.phase === 'lowering') return null
  if (sleepMs !== null && lower.confirmMs > sleepMs) return null
  const relief = expectedWatts(one, 1) - levelWatts(one.device, 'low')
  return relief > 0 ? relief : null
}
