import type { DeviceReading } from '@shipminer/contract/telemetry'
import { type CommandReply, sectionOf } from '../cgminer/parse-reply.ts'
import { fanRpm, fieldOf, hashrateGhs, hottest, powerWatts, temperatureC, textOf } from '../cgminer/values.ts'
import { withFaults } from '../judge/faults.ts'
import { emptyReading } from '../reading.ts'
import { avalonFaults } from './avalon-faults.ts'
import { numberIn, numbersIn, readAvalonFields } from './avalon-fields.ts'

/** Place of the power in `PS[…]`, W at the output of the power supply. */
const POWER_PLACE = 4

export type AvalonFields = ReadonlyMap<string, string>

/** The packed figures in an answer to `stats` or `litestats`; null when there are none. */
export function avalonFields(reply: CommandReply | null): AvalonFields | null {
  for (const row of sectionOf(reply, 'STATS').rows) {
    const text = textOf(fieldOf(row, 'MM ID0:Summary', 'MM ID0'), 20_000)
    if (text === null) continue
    const fields = readAvalonFields(text)
    if (fields.size > 0) return fields
  }
  return null
}

/** What the packed figures add to what the usual commands report. */
export function withAvalonFields(reading: DeviceReading, fields: AvalonFields): DeviceReading {
  const fans = [...fields.keys()]
    .filter((name) => /^Fan\d{1,2}$/.test(name))
    .map((name) => fanRpm(numberIn(fields, name)))
    .filter((rpm) => rpm !== null)
  const figures: DeviceReading = {
    ...reading,
    powerWatts: reading.powerWatts ?? measuredPower(fields, reading.hashrateGhs),
    temperatureC:
      temperatureC(numberIn(fields, 'TMax')) ??
      hottest(numbersIn(fields, 'MTmax').map(temperatureC)) ??
      reading.temperatureC,
    inletTemperatureC: temperatureC(numberIn(fields, 'ITemp')) ?? reading.inletTemperatureC,
    fanRpm: fans.length > 0 ? fans.slice(0, 16) : reading.fanRpm,
    state: stateOf(reading, fields),
  }
  return withFaults(figures, avalonFaults(fields))
}

/** What the packed figures say where there is no summary; null without a present rate. */
export function readingFromFields(fields: AvalonFields): DeviceReading | null {
  const rate = hashrateGhs(numberIn(fields, 'GHSspd'), 1)
  if (rate === null) return null
  return {
    ...emptyReading(rate > 0 ? 'mining' : 'idle'),
    hashrateGhs: rate,
    uptimeSeconds: wholeOf(numberIn(fields, 'Elapsed')),
  }
}

function wholeOf(value: number | null): number | null {
  return value !== null && value >= 0 && Number.isSafeInteger(Math.trunc(value)) ? Math.trunc(value) : null
}

/** 0 is a measurement only of a unit that does not hash. */
function measuredPower(fields: AvalonFields, rateGhs: number | null): number | null {
  const wall = powerWatts(numberIn(fields, 'WALLPOWER'))
  if (wall !== null && wall > 0) return wall
  const supplied = powerWatts(numbersIn(fields, 'PS')[POWER_PLACE])
  return supplied === 0 && rateGhs !== 0 ? null : supplied
}

/**
 * An average of 44 TH/s may be reported along with `Work: In Idle`, so only the short-window rate and this word count. `SoftOFF` is
 * not 0 when software stopped it.
 */
function stateOf(reading: DeviceReading, fields: AvalonFields): DeviceReading['state'] {
  const status = fields.get('SYSTEMSTATU') ?? ''
  if (/in init/i.test(status)) return 'starting'
  if (reading.hashrateGhs !== 0) return reading.state
  const isOff = /in idle/i.test(status) || (numberIn(fields, 'SoftOFF') ?? 0) > 0
  return isOff ? 'sleeping' : reading.state
}
