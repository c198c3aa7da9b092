import { type RowState, unmeasured } from '../lib/row-state.ts'
import { MinerLine } from './miner-row.tsx'
import styles from './miner-rows.module.css'
import type { Selection } from './miner-rows.tsx'

/** The miners on a phone, one line each. */
export function MinerLines({
  ids,
  states,
  share,
  selection,
  isSelecting,
}: {
  ids: readonly string[]
  states: ReadonlyMap<string, RowState>
  share: number
  selection: Selection
  isSelecting: boolean
}) {
  return (
    <ul className={styles.lines}>
      {ids.map((id) => (
        <MinerLine
          key={id}
          id={id}
          state={states.get(id) ?? unmeasured}
          share={share}
          isSelecting={isSelecting}
          isChosen={selection.isAllMatching || selection.chosen.has(id)}
          onToggle={selection.toggle}
        />
      ))}
    </ul>
  )
}
