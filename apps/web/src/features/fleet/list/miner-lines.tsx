import { useFleet } from '../components/fleet-context.tsx'
import { type RowState, unmeasured } from '../lib/list/row-state.ts'
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
  // Of a large fleet the next page takes the rows of this one: that is half the work of making new ones.
  const isPage = useFleet(({ part }) => part !== null)
  return (
    <ul className={styles.lines}>
      {ids.map((id, index) => (
        <MinerLine
          key={isPage ? index : id}
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
