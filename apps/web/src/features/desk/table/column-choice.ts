import * as z from 'zod/mini'
import { session } from '../../../lib/session/session-store.ts'

/** What an operator decided of the columns of one table, by key; of the others the table decides. */
export type ColumnChoice = Readonly<Record<string, boolean>>

const ChoicesSchema = z.record(z.string(), z.record(z.string(), z.boolean()))
type Choices = z.infer<typeof ChoicesSchema>

const browser = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
}

/** Each operator has their own, where a browser is shared. */
function keptAt(): string {
  const state = session.getState()
  return `shipminer.desk-columns.${state.kind === 'signed-in' ? state.user.id : 'nobody'}`
}

export const readColumnChoice = (table: string, store: Pick<Storage, 'getItem'> = browser): ColumnChoice =>
  readAll(store)[table] ?? {}

export function writeColumnChoice(
  table: string,
  choice: ColumnChoice,
  store: Pick<Storage, 'getItem' | 'setItem'> = browser,
): void {
  const { [table]: _, ...others } = readAll(store)
  const next = Object.keys(choice).length === 0 ? others : { ...others, [table]: choice }
  try {
    store.setItem(keptAt(), JSON.stringify(next))
  } catch {
    // Without a place to keep it the choice lasts as long as the page.
  }
}

function readAll(store: Pick<Storage, 'getItem'>): Choices {
  try {
    return ChoicesSchema.safeParse(JSON.parse(store.getItem(keptAt()) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}
