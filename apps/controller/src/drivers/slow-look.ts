import type { DeviceFault, DeviceReading } from '@shipminer/contract/telemetry'
import { createDeviceMemory } from './device-memory.ts'
import { withFaults } from './judge/faults.ts'

/** How many polls a look at what costs a device a request of its own holds for, while it works well. */
const LOOK_EVERY_POLLS = 12
/** The same while it makes nothing: then what it says of itself matters. */
const TROUBLED_EVERY_POLLS = 3

/** Faults that a device names only where it is queried for them: looked at now and then, and kept between. */
export type SlowLook = {
  /** `look` answers null when nothing could be read; then what was read before stands. */
  add(
    deviceKey: string,
    reading: DeviceReading,
    look: () => Promise<DeviceFault[] | null>,
  ): Promise<DeviceReading>
}

export function createSlowLook(): SlowLook {
  const memory = createDeviceMemory<{ polls: number; faults: DeviceFault[] }>(() => ({
    polls: LOOK_EVERY_POLLS,
    faults: [],
  }))
  return {
    async add(deviceKey, reading, look) {
      const learned = memory.of(deviceKey)
      const isTroubled =
        reading.state === 'fault' ||
        reading.state === 'idle' ||
        reading.state === null ||
        reading.flags.includes('dead-board')
      learned.polls += 1
      if (learned.polls >= (isTroubled ? TROUBLED_EVERY_POLLS : LOOK_EVERY_POLLS)) {
        learned.polls = 0
        learned.faults = (await look()) ?? learned.faults
      }
      return withFaults(reading, learned.faults)
    },
  }
}
