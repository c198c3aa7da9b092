import type { LoadProblem } from '@shipminer/domain/generator/load/judge-load'

/** A meter as the page shows it; null is not known. */
export type ShownMeter = {
  name: string
  address: string
  /** Those that were found in the controller's own list. */
  registers?: string
  state: string
  problem: LoadProblem | null
  detail: string | null
  /** Its readings have passed the checks; null: it is of a kind that has none. */
  isVerified: boolean | null
  readsKw: number | null
  phasesKw: readonly number[]
  frequencyHz: number | null
  ageMs: number | null
}

/** What answers on the ship's network as a meter would. */
export type FoundMeter = {
  address: string
  port: number
  /** `modbus-silent`: the port is open, and nothing came of it. `…-other`: it is of that protocol, and no meter that can be read. */
  kind: 'sunspec' | 'sunspec-other' | 'modbus' | 'modbus-silent' | 'shelly' | 'shelly-other' | 'mqtt'
  maker: string | null
  model: string | null
  serial: string | null
  /** Its name among the choices, as far as that is known. */
  choose: string | null
}

/** More are not kept: a network on which everything answers to everything says nothing. */
export const mostFound = 50

/** The search for meters, under way or as it ended. */
export type MeterSearchStatus = {
  isRunning: boolean
  /** Addresses, of `total`. */
  looked: number
  total: number
  found: readonly FoundMeter[]
  /** Something that is wired is named so, and its address cannot be found: nothing was looked at, since it might be that. */
  unknownName: string | null
}

/** The choice of the meter as its page shows it. */
export type MeterStatus = {
  /** In force; null: none is wired. */
  inForce: ShownMeter | null
  /** Tried beside it. */
  trial: (ShownMeter & { isProven: boolean }) | null
  /** What can be chosen by name, and what each is asked for, with what counts where nothing is entered. */
  choices: readonly { name: string; fields: readonly { field: string; preset: string }[] }[]
  /** Null: none was made since the start. */
  search: MeterSearchStatus | null
}

/** What a person does there. */
export type MeterAct =
  | { kind: 'try'; form: { get(name: string): string | null } }
  /** The panel shows the same: it takes the place of the one in force. */
  | { kind: 'keep' }
  | { kind: 'drop' }
  /** Looks on the ship's network for meters. */
  | { kind: 'search' }

/** What came of it. `wrong`: fields that cannot be understood. */
export type MeterOutcome =
  | { name: 'done' | 'kept' | 'not-proven' | 'check-under-way' | 'not-written' }
  | { name: 'wrong'; fields: readonly string[] }
