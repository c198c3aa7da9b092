import type { DeviceReading, Sample, SampleFlag } from '@shipminer/contract/telemetry'
import type { CounterDeltas } from './counters.ts'

/**
 * A reading as the integers of the wire: GH/s, W, tenths of a degree, shares and thousandths of a unit of difficulty since the previous sample.
 * What is not known stays null; a figure no device can mean (negative rate, not finite) becomes null.
 */
export function toSample(input: {
  deviceKey: string
  sampledAt: number
  periodSeconds: number
  reading: DeviceReading
  deltas: CounterDeltas
  reset: boolean
}): Sample {
  const { reading, deltas } = input
  return {
    deviceKey: input.deviceKey,
    sampledAt: input.sampledAt,
    periodSeconds: input.periodSeconds,
    // A server of before refuses a sample without a state. The content of a batch is the same for every server.
    ...(reading.state === null ? { state: 'idle', stateUnknown: true } : { state: reading.state }),
    hashrateGhs: nonNegativeInteger(reading.hashrateGhs),
    powerWatts: nonNegativeInteger(reading.powerWatts),
    temperatureDeciC: integer(reading.temperatureC === null ? null : reading.temperatureC * 10),
    uptimeSeconds: nonNegativeInteger(reading.uptimeSeconds),
    ...deltas,
    flags: input.reset ? withFlag(reading.flags, 'counter-reset') : [...new Set(reading.flags)],
  }
}

function withFlag(flags: readonly SampleFlag[], flag: SampleFlag): SampleFlag[] {
  return [...new Set([...flags, flag])]
}

function integer(figure: number | null): number | null {
  if (figure === null || !Number.isFinite(figure)) return null
  const rounded = Math.round(figure)
  // Adding 0 turns -0 into 0, which JSON could not carry anyway.
  return Number.isSafeInteger(rounded) ? rounded + 0 : null
}

function nonNegativeInteger(figure: number | null): number | null {
  const rounded = integer(figure)
  return rounded === null || rounded < 0 ? null : rounded
}
