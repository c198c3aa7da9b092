import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { type RowState, unmeasured } from '../lib/row-state.ts'
import { MinerLine } from './miner-row.tsx'
import styles from './miner-rows.module.css'
import type { Selection } from './miner-rows.tsx'

/** Lines shown before one asks for more: a phone scrolls through a page, not through a fleet. */
const pageSize = 60

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
  const { t } = useTranslation('overview')
  const [most, setMost] = useState(pageSize)
  return (
    <>
      <ul className={styles.lines}>
        {ids.slice(0, most).map((id) => {
          return (
            <MinerLine
              key={id}
              id={id}
              state={states.get(id) ?? unmeasured}
              share={share}
              isSelecting={isSelecting}
              isChosen={selection.chosen.has(id)}
              onToggle={selection.toggle}
            />
          )
        })}
      </ul>
      {ids.length > most && (
        <Button wide onClick={() => setMost(most + pageSize)}>
          {t('lines.more', { count: ids.length - most })}
        </Button>
      )}
    </>
  )
}
