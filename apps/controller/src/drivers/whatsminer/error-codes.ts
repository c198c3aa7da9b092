import type { DeviceFault } from '@shipminer/contract/telemetry'
import type { FaultMeaning } from '@shipminer/domain/fleet/device-fault'
import { fieldOf, finiteNumber, isRow, type Row, textOf } from '../cgminer/values.ts'
import { mostFaults } from '../judge/faults.ts'

/** Whose last digit says which board (or fan, pool), by the digits before it. */
const families: Readonly<Record<string, FaultMeaning>> = {
  11: 'fan-still',
  12: 'fan-still',
  13: 'fan-still',
  30: 'board-sensor',
  32: 'board-sensor',
  35: 'board-hot',
  36: 'board-hot',
  41: 'board-data',
  42: 'board-data',
  43: 'board-type',
  44: 'board-data',
  45: 'board-data',
  51: 'board-type',
  52: 'board-type',
  53: 'board-missing',
  54: 'board-chips',
  55: 'board-chips',
  56: 'board-unstable',
  57: 'board-unstable',
  58: 'board-unstable',
  59: 'board-slow',
  202: 'pool-lost',
  211: 'board',
  501: 'board-voltage',
  502: 'board-voltage',
  503: 'board-hot',
  504: 'board-hot',
  505: 'board-hot',
  507: 'water-flow',
  509: 'board-sensor',
  511: 'board-slow',
  512: 'board-unstable',
  513: 'board-unstable',
  517: 'board-slow',
}

/** Codes that stand for themselves. */
const single: Readonly<Record<string, FaultMeaning>> = {
  100: 'fan-still',
  140: 'fan-fast',
  200: 'psu-missing',
  201: 'psu-mismatch',
  202: 'psu-output',
  203: 'psu-hot',
  204: 'psu-hot',
  205: 'psu-overload',
  206: 'mains-low',
  207: 'mains-current',
  209: 'psu-output',
  211: 'psu-output',
  212: 'psu-output',
  215: 'psu-output',
  218: 'mains-low',
  219: 'mains-current',
  233: 'psu-hot',
  234: 'psu-hot',
  235: 'psu-hot',
  236: 'psu-overload',
  237: 'psu-overload',
  238: 'psu-overload',
  239: 'psu-output',
  240: 'psu-output',
  241: 'psu-output',
  243: 'psu-hot',
  244: 'psu-hot',
  245: 'psu-hot',
  246: 'mains-high',
  247: 'mains-high',
  248: 'mains-current',
  249: 'mains-current',
  250: 'mains-low',
  251: 'mains-low',
  253: 'psu-fan',
  254: 'psu-fan',
  255: 'psu-overload',
  256: 'psu-overload',
  257: 'mains-current',
  263: 'psu-link',
  264: 'psu-link',
  268: 'psu-overload',
  269: 'mains-current',
  270: 'mains-high',
  271: 'mains-low',
  272: 'psu-overload',
  273: 'mains-high',
  274: 'psu-fan',
  275: 'psu-hot',
  329: 'sensor',
  370: 'air-unsteady',
  380: 'humidity',
  381: 'humidity',
  382: 'humidity',
  383: 'humidity',
  400: 'board-data',
  500: 'board',
  600: 'air-hot',
  610: 'air-hot',
  700: 'control-board',
  701: 'control-board',
  710: 'control-restart',
  711: 'control-restart',
  712: 'control-restart',
  713: 'network',
  800: 'firmware-damaged',
  801: 'firmware-damaged',
  802: 'firmware-damaged',
  2000: 'pool-none',
  2010: 'pool-off',
  2030: 'pool-rejects',
  2040: 'pool-unfit',
  2310: 'rate-low',
  2320: 'rate-low',
  2330: 'rate-low',
  2340: 'rate-low',
  2350: 'rate-low',
  5080: 'sensor',
  8400: 'firmware-wrong',
  8410: 'firmware-wrong',
}

/** Fans are numbered by the air: 0 draws it in, 1 drives it out. A board has fewer slots than a digit has values. */
const MOST_SLOTS = 8
/** Of one chip: two digits of the family, one of the board, then that of the chip. */
const CHIP_CODE = /^5[2-6](\d)\d{1,3}$/
/** Its own checks of its programs, as newer firmware makes them. */
const TAMPERED = /^(1000\d\d|1001\d\d|1100\d\d)$/

/**
 * What an error code of a Whatsminer means, by what is publicly known of them; the same code means the same in all three generations of
 * its interface. `text` is what the device itself says to it.
 */
export function whatsminerFault(code: string, text: string | null = null): DeviceFault {
  const fault = (meaning: FaultMeaning, place: number | null = null): DeviceFault => ({
    code,
    meaning,
    place,
    text,
  })
  const alone = single[code]
  if (alone !== undefined) return fault(alone)
  if (TAMPERED.test(code)) return fault('firmware-damaged')
  const family = families[code.slice(0, -1)]
  const slot = Number(code.slice(-1))
  if (family !== undefined && slot < MOST_SLOTS) return fault(family, slot + 1)
  const chip = CHIP_CODE.exec(code)?.[1]
  if (chip !== undefined) return fault('board-chips', Number(chip) + 1)
  if (/^2[0-9]\d$/.test(code)) return fault('psu')
  return /^7[12]\d$/.test(code) ? fault('control-board') : fault('unknown')
}

const CODE = /^\d{2,7}$/

/** The codes in the list that `get_error_code` or the third API answers: as keys with the time, as texts or as numbers. */
export function faultsFromCodes(list: unknown): DeviceFault[] {
  const rows = Array.isArray(list) ? list : isRow(list) ? [list] : []
  const faults = rows.flatMap((entry): DeviceFault[] => {
    if (!isRow(entry)) {
      const code = String(finiteNumber(entry) ?? '')
      return CODE.test(code) ? [whatsminerFault(code)] : []
    }
    const reason = textOf(fieldOf(entry, 'reason'), 200)
    return Object.keys(entry).flatMap((key) => (CODE.test(key) ? [whatsminerFault(key, reason)] : []))
  })
  return [...new Map(faults.map((fault) => [fault.code, fault])).values()].slice(0, mostFaults)
}

/**
 * The codes that the first generation puts into its summary: `Error Code Count` 1, `Error Code 0` 329. Null where it says nothing of them,
 * or says only how many there are.
 */
export function faultsFromSummary(summary: Row | null): DeviceFault[] | null {
  const count = finiteNumber(fieldOf(summary, 'Error Code Count'))
  if (count === null) return null
  const codes = Array.from({ length: Math.min(count, 32) }, (_, place) =>
    fieldOf(summary, `Error Code ${place}`),
  ).filter((code) => code !== undefined)
  return count > 0 && codes.length === 0 ? null : faultsFromCodes(codes)
}
