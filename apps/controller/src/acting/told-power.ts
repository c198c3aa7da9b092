import type { Explanation, Warning } from '@shipminer/domain/generator/explanation'
import type { FollowerStatus } from '../generator/follower.ts'
import type { ToldAlarm, ToldFigures } from '../ship-bus/told-figures.ts'
import { powerTexts } from '../status-page/power-texts.ts'
import type { Language } from '../status-page/texts.ts'
import { followerState } from './power-record.ts'

const watts = (kw: number | null) => (kw === null ? null : Math.round(kw * 1_000))

/** Warnings that are told; the mean of a day is no news for a chart plotter. */
const toldWarnings: ReadonlySet<Warning['code']> = new Set([
  'reserve-too-low',
  'cannot-shed-enough',
  'disobedient',
  'not-curtailable',
  'not-reachable',
  'repeated-overload',
  'low-frequency',
])

/** What the box tells the ship of itself; null while nothing is followed and nothing is stopped. */
export function toldFigures(
  status: Pick<FollowerStatus, 'explanation' | 'settings' | 'contactor'>,
  fleet: { asleep: number; devices: number },
  options: { language: Language; hasContactor: boolean },
): ToldFigures | null {
  const { explanation, settings } = status
  if (explanation === null) return null
  const state = followerState(explanation)
  return {
    state,
    stateText: powerTexts[options.language].states[state],
    miningWatts: watts(explanation.miningKw),
    generatorWatts: watts(explanation.generatorLoadKw),
    shipWatts: watts(explanation.shipLoadKw),
    limitWatts: watts(explanation.limitKw),
    headroomWatts: watts(explanation.headroomKw),
    curtailedWatts: watts(explanation.curtailedKw),
    reserveWatts: watts(settings?.reserveKw ?? null),
    requiredReserveWatts: watts(explanation.requiredReserveKw),
    minersAsleep: fleet.asleep,
    minersKnown: fleet.devices,
    alarms: alarmsOf(status, explanation, options),
  }
}

function alarmsOf(
  { contactor }: Pick<FollowerStatus, 'contactor'>,
  explanation: Explanation,
  { language, hasContactor }: { language: Language; hasContactor: boolean },
): ToldAlarm[] {
  const t = powerTexts[language]
  const alarms: ToldAlarm[] = []
  const add = (name: string, level: ToldAlarm['level'], message: string | undefined) =>
    alarms.push({ name, level, message: message ?? name })
  const stop = { open: 'overload', locked: 'locked', closed: null }[contactor.phase]
  // Where none is wired, none can have opened; an opening that was ordered, or for want of readings, is told as that.
  const isOrdered = explanation.offReason !== null
  if (hasContactor && stop !== null && (!isOrdered || contactor.phase === 'locked'))
    add('contactorOpen', 'alarm', t.stops[stop])
  const state = followerState(explanation)
  if (state === 'load-unknown' && explanation.offReason !== null)
    add('loadUnknown', 'alarm', t.states['load-unknown'])
  if (state === 'curtailed') add('gaveWay', 'warn', t.states.curtailed)
  for (const { code } of explanation.warnings)
    if (toldWarnings.has(code)) add(camelCase(code), 'warn', t.warnings[code])
  return alarms
}

const camelCase = (code: string) => code.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
