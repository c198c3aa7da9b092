import type { Unreadable } from '@shipminer/contract/power/environment'
import type { Explanation, Warning } from '@shipminer/domain/generator/explanation'
import type { FollowerStatus } from '../../generator/follower.ts'
import { followerState } from './power-record.ts'

/**
 * What holds no more: the settings with their limits, or what the check at commissioning found, that could not be read from disk; and that check where
 * the meter did not follow the miners since.
 */
export type Lost = 'settings-lost' | 'check-lost' | 'meter-doubted'

/** What needs eyes on board. `overload` and `locked` are the contactor's; `load-unknown` and `curtailed` states; all else warnings of the law. */
export type PowerAlarm = {
  code: 'overload' | 'locked' | 'load-unknown' | 'no-cooling' | 'curtailed' | Lost | Warning['code']
  level: 'warn' | 'alarm'
  /** Somebody has to do something; the rest ends by itself, or can wait. */
  needsPerson: boolean
}

/** The mean of a day is no news. */
const warnings: Partial<Record<Warning['code'], { needsPerson: boolean }>> = {
  'cannot-shed-enough': { needsPerson: true },
  disobedient: { needsPerson: true },
  'not-reachable': { needsPerson: true },
  'low-frequency': { needsPerson: true },
  'low-voltage': { needsPerson: true },
  'repeated-overload': { needsPerson: true },
  'reserve-too-low': { needsPerson: false },
  'not-curtailable': { needsPerson: false },
}

/** What of it is reported to shore as unreadable; a meter that is doubted shore sees by what holds miners back. */
export const unreadableOf = (lost: readonly Lost[]): Unreadable[] => [
  ...(lost.includes('settings-lost') ? (['settings'] as const) : []),
  ...(lost.includes('check-lost') ? (['check'] as const) : []),
]

/** The alarms of this moment, the gravest first. */
export function powerAlarms(
  explanation: Explanation | null,
  contactor: Pick<FollowerStatus['contactor'], 'phase'>,
  hasContactor: boolean,
  lost: readonly Lost[] = [],
): PowerAlarm[] {
  const alarms: PowerAlarm[] = lost.map((code) => ({ code, level: 'alarm', needsPerson: true }))
  if (explanation === null) return alarms
  const state = followerState(explanation)
  const isOrdered = explanation.offReason !== null
  // Where none is wired, none can have opened; one that opened on an order, or for want of readings, is reported as that.
  if (hasContactor && contactor.phase === 'locked')
    alarms.push({ code: 'locked', level: 'alarm', needsPerson: true })
  if (hasContactor && contactor.phase === 'open' && !isOrdered)
    alarms.push({ code: 'overload', level: 'alarm', needsPerson: true })
  if (state === 'load-unknown' && isOrdered)
    alarms.push({ code: 'load-unknown', level: 'alarm', needsPerson: true })
  if (state === 'no-cooling') alarms.push({ code: state, level: 'alarm', needsPerson: true })
  for (const { code } of explanation.warnings) {
    const known = warnings[code]
    if (known !== undefined) alarms.push({ code, level: 'warn', ...known })
  }
  if (state === 'curtailed') alarms.push({ code: 'curtailed', level: 'warn', needsPerson: false })
  return alarms
}
