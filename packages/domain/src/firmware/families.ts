/** Kinds of firmware that a miner takes as a file over the ship's network, each with the driver of the same name. */
export const firmwareFamilies = ['axeos', 'antminer', 'braiins'] as const
export type FirmwareFamily = (typeof firmwareFamilies)[number]

const mebibyte = 1024 * 1024

/** Longest file of each, bytes: the flash of an ESP32-S3 board, and the largest packages for Antminers with room to spare. */
export const mostFirmwareBytes: Readonly<Record<FirmwareFamily, number>> = {
  axeos: 16 * mebibyte,
  antminer: 120 * mebibyte,
  braiins: 120 * mebibyte,
}

/** The family of a driver; null: its devices take no file. */
export function firmwareFamilyOf(driver: string | null): FirmwareFamily | null {
  return firmwareFamilies.find((family) => family === driver) ?? null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The day, and the minute where it is named, of an Antminer's version: as its page shows it (`Fri Sep 22 10:49:45 CST 2023`) or as files and
 * people write it (`2023-09-22`, `202309221049`). Null: no date in it.
 */
function momentOf(version: string): string | null {
  const shown = /\b([a-z]{3})\s+(\d{1,2})\s+(?:(\d{2}):(\d{2}):\d{2}\s+)?(?:[a-z]{2,5}\s+)?(20\d\d)\b/.exec(
    version.toLowerCase(),
  )
  const month = months.indexOf(shown?.[1] ?? '') + 1
  if (shown && month > 0) {
    const [, , day = '', hour = '', minute = '', year = ''] = shown
    return `${year}${String(month).padStart(2, '0')}${day.padStart(2, '0')}${hour}${minute}`
  }
  const written = /(20\d\d)-?([01]\d)-?([0-3]\d)(?:[ t_-]?([0-2]\d):?([0-5]\d))?/.exec(version.toLowerCase())
  return written ? written.slice(1).join('') : null
}

const plain = (version: string) =>
  version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '')

/** The release at the end of a version of Braiins OS: `2026-04-14-0-912d084c-26.04-plus` → `26.04`. */
const releaseOf = (version: string): string | null =>
  /(?:^|-)(\d\d\.\d\d(?:\.\d+)?)(?:-plus)?$/.exec(version)?.[1] ?? null

/**
 * Whether a device that shows `reported` runs the version that was `wanted`. Antminers name theirs by the moment it was made; the less exact of
 * two such names decides. Of Braiins OS the release may be named alone.
 */
export function isSameFirmware(family: FirmwareFamily, wanted: string, reported: string | null): boolean {
  if (reported === null) return false
  if (family === 'antminer') {
    const [one, other] = [momentOf(wanted), momentOf(reported)]
    if (one !== null && other !== null) return one.startsWith(other) || other.startsWith(one)
  }
  if (family === 'braiins') {
    const bare = (version: string) => plain(version).replace(/^braiins os\s+/, '')
    const [one, other] = [bare(wanted), bare(reported)]
    return one === other || (releaseOf(one) === one && one === releaseOf(other))
  }
  return plain(wanted) === plain(reported)
}
