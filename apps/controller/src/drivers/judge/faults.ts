import type { DeviceFault, DeviceReading } from '@shipminer/contract/telemetry'
import type { FaultMeaning } from '@shipminer/domain/fleet/device-fault'

/** As many as a box may report of one device. */
export const mostFaults = 32

/** For this long what a device logged once counts as a fault of now, ms. */
export const loggedFaultMs = 15 * 60_000

/** What firmware that names its faults in words means, the most telling word first. */
const words: readonly (readonly [RegExp, FaultMeaning])[] = [
  [/eeprom/i, 'board-data'],
  [/(temp\w*|thermal)[ _-]*(sensor|lost)|sensor[ _-]*(temp|fail|lost)|^\s*sensor\b/i, 'sensor'],
  [/temp\w*.{0,20}(low|cold)|too[ _-]*cold/i, 'too-cold'],
  [/over[ _-]?(heat|temp)|temp\w*.{0,30}(high|hot|protect|danger|exceed|over)|too[ _-]*hot/i, 'too-hot'],
  [/\b(psu|power[ _-]*supply)[ _-]*fan/i, 'psu-fan'],
  [/fan/i, 'fan-still'],
  [/water|flow|coolant|pump/i, 'water-flow'],
  [/psu|power[ _-]*supply|power[ _-]*(lost|fail|init)|voltage/i, 'psu'],
  [/asic|chip|hash[ _-]?board|\bchain|board/i, 'board'],
  [/pool|stratum|failed to resolve/i, 'pool-lost'],
  [/network|ethernet|dhcp/i, 'network'],
  [/firmware|signature/i, 'firmware-damaged'],
  [/hash[ _-]?rate|\brate\b/i, 'rate-low'],
]

/** A fault that a device names in words. */
export function faultFromWords(
  text: string,
  more: { code?: string | null; place?: number | null } = {},
): DeviceFault {
  // Names in capitals are joined by underscores, which are letters to a pattern.
  const readable = `${more.code ?? ''} ${text}`.replaceAll('_', ' ')
  const meaning = words.find(([pattern]) => pattern.test(readable))?.[1] ?? 'unknown'
  return { code: more.code ?? null, meaning, place: more.place ?? null, text: text === '' ? null : text }
}

/** A reading with further faults, each once. */
export function withFaults(reading: DeviceReading, faults: readonly DeviceFault[]): DeviceReading {
  if (faults.length === 0) return reading
  const all = new Map([...reading.faults, ...faults].map((fault) => [JSON.stringify(fault), fault]))
  return { ...reading, faults: [...all.values()].slice(0, mostFaults) }
}
