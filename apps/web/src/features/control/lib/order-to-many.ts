import type { CommandState } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'

export type Turn = {
  matched: number
  left: number
  given: number
  skipped: readonly { id: string; name: string; why: string }[]
  next: string | null
}

/** How far an order to many is on its way out. `thrown`: what ended it before all had it. */
export type Given = {
  matched: number
  reached: number
  given: number
  skipped: { id: string; name: string; why: string }[]
  thrown: unknown
  isOver: boolean
}

export const nothingGiven: Given = {
  matched: 0,
  reached: 0,
  given: 0,
  skipped: [],
  thrown: null,
  isOver: false,
}

/** Gives an order turn by turn, and tells how far it is; the first turn that fails ends it. Null: who gives it did not prove who they are. */
export async function giveToMany(
  turn: (after: string | null) => Promise<Turn | null>,
  tell: (given: Given) => void,
): Promise<Given> {
  let given = nothingGiven
  let after: string | null = null
  do {
    try {
      const done: Turn | null = await turn(after)
      if (done === null) break
      given = {
        ...given,
        matched: Math.max(given.matched, done.matched),
        reached: given.reached + done.given + done.skipped.length,
        given: given.given + done.given,
        skipped: [...given.skipped, ...done.skipped],
      }
      after = done.next
      tell(given)
    } catch (thrown) {
      given = { ...given, thrown }
      break
    }
  } while (after !== null)
  given = { ...given, isOver: true }
  tell(given)
  return given
}

/** Of the commands of an order: how many are still under way, done, and ended otherwise. */
export function progressOf(states: Readonly<Partial<Record<CommandState, number>>>): {
  open: number
  confirmed: number
  failed: number
} {
  const progress = { open: 0, confirmed: 0, failed: 0 }
  for (const [state, count] of Object.entries(states) as [CommandState, number][])
    progress[isCommandOpen(state) ? 'open' : state === 'confirmed' ? 'confirmed' : 'failed'] += count
  return progress
}
