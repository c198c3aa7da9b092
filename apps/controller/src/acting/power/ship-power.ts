import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'
import type { FollowerStatus } from '../../generator/follower.ts'
import type { ShipAlarm, ShipFigures } from '../../ship-bus/ship-figures.ts'
import { alarmText, powerTexts } from '../../status-page/power/power-texts.ts'
import type { Language } from '../../status-page/texts.ts'
import { type Lost, type PowerAlarm, powerAlarms } from './power-alarms.ts'
import { followerState } from './power-record.ts'

const watts = (kw: number | null) => (kw === null ? null : Math.round(kw * 1_000))

/** What the box publishes on board; null while nothing is followed and nothing is stopped. */
export function figuresForShip(
  status: Pick<FollowerStatus, 'explanation' | 'settings' | 'contactor'>,
  fleet: { asleep: number; devices: number },
  options: {
    language: Language
    hasContactor: boolean
    lost?: readonly Lost[]
    otherMeter?: OtherMeter | null
  },
): ShipFigures | null {
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
    alarms: powerAlarms(explanation, status.contactor, options.hasContactor, options.lost).map(
      alarmForShip(options.language, options.otherMeter ?? null),
    ),
  }
}

/** The name of an alarm on chart plotters, which stays where its code becomes another of the same. */
const alarmNames: Partial<Record<PowerAlarm['code'], string>> = {
  overload: 'contactorOpen',
  locked: 'contactorOpen',
  curtailed: 'gaveWay',
}

const alarmForShip =
  (language: Language, otherMeter: OtherMeter | null) =>
  ({ code, level }: PowerAlarm): ShipAlarm => ({
    name: alarmNames[code] ?? camelCase(code),
    level,
    message: alarmText(code, language, otherMeter),
  })

const camelCase = (code: string) => code.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
