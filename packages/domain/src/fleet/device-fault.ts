import type { AlertKind } from '../alerts/alert-kinds.ts'

/** Which part of a miner each fault concerns; what to do about it goes by the part. */
export const faultParts = {
  'fan-still': 'fan',
  'fan-fast': 'fan',
  'psu-missing': 'psu',
  'psu-mismatch': 'psu',
  'psu-output': 'psu',
  'psu-overload': 'psu',
  'psu-link': 'psu',
  'psu-fan': 'psu',
  psu: 'psu',
  'mains-low': 'mains',
  'mains-high': 'mains',
  'mains-current': 'mains',
  'too-hot': 'heat',
  'board-hot': 'heat',
  'psu-hot': 'heat',
  'air-hot': 'heat',
  'air-unsteady': 'heat',
  'too-cold': 'cold',
  sensor: 'sensor',
  'board-sensor': 'sensor',
  humidity: 'sensor',
  'board-missing': 'board',
  'board-data': 'board',
  'board-type': 'board',
  'board-chips': 'board',
  'board-unstable': 'board',
  'board-slow': 'board',
  'board-voltage': 'board',
  board: 'board',
  'water-flow': 'water',
  'control-board': 'control',
  'control-restart': 'control',
  'firmware-damaged': 'firmware',
  'firmware-wrong': 'firmware',
  'pool-none': 'pool',
  'pool-off': 'pool',
  'pool-lost': 'pool',
  'pool-rejects': 'pool',
  'pool-unfit': 'pool',
  'rate-low': 'rate',
  network: 'network',
  unknown: 'unknown',
} as const

export type FaultMeaning = keyof typeof faultParts
export type FaultPart = (typeof faultParts)[FaultMeaning]

export const faultMeanings = Object.keys(faultParts) as FaultMeaning[]

/** A fault that a device reports of itself. */
export type DeviceFault = {
  /** As the device names it: `110`, `ECHU 64`, `PSU_FAILURE`. Null where it has words only. */
  code: string | null
  meaning: FaultMeaning
  /** Which fan, board or pool, counted from 1. */
  place: number | null
  /** The device's own words, which are shown where the meaning is unknown. */
  text: string | null
}

/** By which alert each part is reported, where it has one of its own. */
const alertOfPart: Partial<Record<FaultPart, AlertKind>> = {
  fan: 'fan-fault',
  board: 'dead-board',
  heat: 'overheat',
  rate: 'low-hashrate',
}

/** Parts whose faults need a person. A lost pool has alerts that know the other pools too. */
const isWorthAlert = ({ meaning }: DeviceFault) => faultParts[meaning] !== 'pool'

/** The faults that no alert of `raised` reports already. A miner that makes nothing has an alert that names them all. */
export function uncoveredFaults(
  faults: readonly DeviceFault[],
  raised: ReadonlySet<AlertKind>,
): DeviceFault[] {
  if (raised.has('miner-idle')) return []
  return faults.filter((fault) => {
    const kind = alertOfPart[faultParts[fault.meaning]]
    return isWorthAlert(fault) && (kind === undefined || !raised.has(kind))
  })
}

/** The faults that are not among those that were reported. The words of a device may hold numbers that change: those make no other fault. */
export function newFaults(faults: readonly DeviceFault[], reported: readonly DeviceFault[]): DeviceFault[] {
  const known = new Set(reported.map(identityOf))
  return faults.filter((fault) => !known.has(identityOf(fault)))
}

function identityOf({ code, meaning, place, text }: DeviceFault): string {
  const unknown = code ?? text?.replaceAll(/\d+/g, '') ?? ''
  return `${meaning} ${place ?? ''} ${meaning === 'unknown' ? unknown : ''}`
}

/** The faults that explain an alert. */
export function faultsOfAlert(kind: AlertKind, faults: readonly DeviceFault[]): DeviceFault[] {
  if (kind === 'device-fault' || kind === 'miner-idle') return faults.filter(isWorthAlert)
  if (kind === 'pool-down') return faults.filter(({ meaning }) => faultParts[meaning] === 'pool')
  return faults.filter(({ meaning }) => alertOfPart[faultParts[meaning]] === kind)
}

type TextOf = (key: string, values: Record<string, string>) => string

/**
 * A fault in words, in the language of `text`: “Fan 1 does not turn as it should (code 110)”. What the device itself says is added where
 * its meaning is unknown.
 */
export function faultSentence({ code, meaning, place, text: own }: DeviceFault, text: TextOf): string {
  const part = faultParts[meaning]
  const isNumbered = part === 'fan' || part === 'board' || part === 'pool' || meaning.startsWith('board-')
  const named = meaning.startsWith('board-') ? 'board' : part
  const what = isNumbered
    ? text(place === null ? `what.${named}` : `what.${named}.n`, { number: String(place) })
    : ''
  const said = text(`is.${meaning}`, { what })
  const quoted = meaning === 'unknown' && own !== null ? text('quoted', { said, own }) : said
  return code === null ? quoted : text('coded', { said: quoted, code })
}
