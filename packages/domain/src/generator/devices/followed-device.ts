/** How a device runs, as its own answers show it, never as it was commanded. */
export type DeviceMode = 'normal' | 'low' | 'asleep' | 'unknown'

/** What can be done to a device, with the longest time until each is confirmed. */
export type Curtailment = {
  /** ms until a sleep is confirmed; null when it cannot be put to sleep. */
  sleepMs: number | null
  /** What it takes at lower power, W, and ms until that is confirmed; null when it cannot. */
  lower: { powerWatts: number; confirmMs: number } | null
  /** ms until it runs at full power after it was started. */
  startMs: number
}

/** One miner as the law sees it. */
export type FollowedDevice = {
  id: string
  mode: DeviceMode
  /** How it was when it last answered, however long ago and before a restart too; missing: as `mode`. */
  lastSeenMode?: DeviceMode
  /** Whether it hashes right now; null when not known. */
  isHashing: boolean | null
  /** Measured by the device or a meter; null when nothing measures it. */
  measuredPowerWatts: number | null
  ratedPowerWatts: number
  /** What it reached over its last long run; missing or null: not known. Less than its full power with a dead board, in heat, at a limit set by hand. */
  reachedWatts?: number | null
  /** When mode and power were read, ms of the law's clock. */
  observedAt: number
  /** False when it has not answered recently: it may be doing anything. */
  isReachable: boolean
  curtailment: Curtailment
  /** Cents per kWh, for the order of giving way; null when unknown: those give way first. */
  revenuePerKwh: number | null
  /** What it hashes for its power, 10⁹ hashes a joule, as it was seen to while it mined; null or missing where it never was. */
  ghPerJoule?: number | null
  /** It was lowered before it lost its power, and has been taking so little that it came back so, or hangs; missing: no. It counts at full power all the same. */
  mayBeLow?: boolean
  /** It sleeps again when its power comes back; missing: not known, so it may mine then. */
  staysAsleep?: boolean
  /** False when its owner wants it stopped: it is counted, and never started. */
  isWanted: boolean
}

/** Whether the law can take anything from it. */
export const isCurtailable = ({ curtailment }: FollowedDevice): boolean =>
  curtailment.sleepMs !== null || curtailment.lower !== null

/** What it is likely to take when it runs as it can, W: never more than its full power. */
export const likelyWatts = ({ ratedPowerWatts, reachedWatts }: FollowedDevice): number =>
  Math.min(ratedPowerWatts, reachedWatts ?? ratedPowerWatts)

/** What it takes at a level, W, by its settings and by what it reached. */
export const levelWatts = (device: FollowedDevice, level: 'normal' | 'low'): number =>
  level === 'low' ? (device.curtailment.lower?.powerWatts ?? likelyWatts(device)) : likelyWatts(device)
