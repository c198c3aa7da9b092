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

/** The choice of the meter as its page shows it. */
export type MeterStatus = {
  /** In force; null: none is wired. */
  inForce: ShownMeter | null
  /** Tried beside it. */
  trial: (ShownMeter & { isProven: boolean }) | null
  /** What can be chosen by name, and what each is asked for, with what counts where nothing is entered. */
  choices: readonly { name: string; fields: readonly { field: string; preset: string }[] }[]
}

/** What a person does there. */
export type MeterAct =
  | { kind: 'try'; form: { get(name: string): string | null } }
  /** The panel shows the same: it takes the place of the one in force. */
  | { kind: 'keep' }
  | { kind: 'drop' }

/** What came of it. `wrong`: fields that cannot be understood. */
export type MeterOutcome =
  | { name: 'done' | 'kept' | 'not-proven' | 'check-under-way' | 'not-written' }
  | { name: 'wrong'; fields: readonly string[] }
