import type { DeviceFault } from '@shipminer/contract/telemetry'
import type { FaultMeaning } from '@shipminer/domain/fleet/device-fault'
import { numbersIn } from './avalon-fields.ts'

/** Bits of `ECMM` (the whole unit) and `ECHU` (each hash board), as the maker's guide for the older models names them. */
const bits: ReadonlyMap<number, FaultMeaning> = new Map([
  [4, 'fan-still'],
  [64, 'too-hot'],
  [128, 'too-hot'],
  [256, 'board-chips'],
  [512, 'board-chips'],
  [1_024, 'board-voltage'],
  [2_048, 'board-voltage'],
  [4_096, 'sensor'],
  [8_192, 'board-voltage'],
  [16_384, 'board-voltage'],
  [32_768, 'board-voltage'],
  [65_536, 'board-slow'],
  [131_072, 'board'],
])
/** Idle, and single faulty messages, which the unit asks for again. */
const NO_FAULT = 1 | 2 | 16 | 32

/** Bits of the first figure of `PS`: the power supply. */
const psuBits: ReadonlyMap<number, FaultMeaning> = new Map([
  [1, 'mains-low'],
  [2, 'psu-hot'],
  [4, 'psu-hot'],
  [8, 'psu-hot'],
  [16, 'mains-current'],
  [32, 'psu-output'],
  [64, 'psu-overload'],
  [128, 'psu'],
  [256, 'psu-overload'],
  [512, 'psu-overload'],
  [1_024, 'psu-overload'],
  [2_048, 'psu-fan'],
])
const MOST_BITS = 24

/** What an Avalon says of itself in its packed figures: a sum of bits for the unit, for each board, and for the power supply. */
export function avalonFaults(fields: ReadonlyMap<string, string>): DeviceFault[] {
  const unit = numbersIn(fields, 'ECMM').flatMap((sum) => faultsOf('ECMM', sum, bits, NO_FAULT, null))
  const boards = numbersIn(fields, 'ECHU').flatMap((sum, slot) =>
    faultsOf('ECHU', sum, bits, NO_FAULT, slot + 1),
  )
  const psu = faultsOf('PS', numbersIn(fields, 'PS')[0] ?? null, psuBits, 0, null)
  const fans = numbersIn(fields, 'FanErr').flatMap((sum): DeviceFault[] =>
    sum === null || sum === 0
      ? []
      : [{ code: `FanErr ${sum}`, meaning: 'fan-still', place: null, text: null }],
  )
  return [...unit, ...boards, ...psu, ...fans]
}

function faultsOf(
  field: string,
  sum: number | null,
  meanings: ReadonlyMap<number, FaultMeaning>,
  noFault: number,
  board: number | null,
): DeviceFault[] {
  if (sum === null || !Number.isSafeInteger(sum) || sum <= 0 || sum >= 2 ** MOST_BITS) return []
  return Array.from({ length: MOST_BITS }, (_, place) => 2 ** place)
    .filter((bit) => (sum & bit) !== 0 && (bit & noFault) === 0)
    .map((bit) => {
      const known = meanings.get(bit) ?? 'unknown'
      const meaning = board !== null && known === 'too-hot' ? 'board-hot' : known
      return { code: `${field} ${bit}`, meaning, place: known === 'fan-still' ? null : board, text: null }
    })
}
