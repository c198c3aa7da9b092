import type { FleetPart } from '@shipminer/contract/fleet'
import type { Miner } from '@shipminer/contract/mining'
import { addUp } from '@shipminer/domain/add-up'
import { countFilters, type ListQuery } from '@shipminer/domain/fleet/miner-list'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { useFleet } from '../components/fleet-context.tsx'
import { isDefaultQuery, isWordSort, sortBy } from '../lib/list/list-query.ts'
import type { RowState } from '../lib/list/row-state.ts'
import { ListControls } from './list-controls.tsx'
import cardStyles from './miner-card.module.css'
import { MinerCard } from './miner-card.tsx'
import { MinerLines } from './miner-lines.tsx'
import { MinerRows, type Selection } from './miner-rows.tsx'
import styles from './miners-section.module.css'
import { Pages } from './pages.tsx'
import { useMinerOrder } from './use-miner-order.ts'

/** Miners up to which each has a card; above it they are rows. */
export const cardsUpTo = 3
/** Rows above which sorting again is offered: what moved in a short list is seen without it. */
const resortFrom = 12

/**
 * The miners, problems first: cards for a few, rows from four, with search, filters and order kept in the address by the caller. `within`: the
 * controllers that are looked at; null for all.
 */
export function MinersSection({
  query,
  within,
  states,
  share,
  selection,
  saved,
  isTurning,
  onEditGroup,
  onChange,
  onTurn,
}: {
  query: ListQuery
  within: ReadonlySet<string> | null
  states: ReadonlyMap<string, RowState>
  /** The owner's part of what is mined. */
  share: number
  selection: Selection
  /** Choices that were kept, under the controls. */
  saved: ReactNode
  /** Another page is on its way. */
  isTurning: boolean
  /** Null: who looks may change none. */
  onEditGroup: ((name: string) => void) | null
  onChange: (change: Partial<ListQuery>) => void
  onTurn: (page: number) => void
}) {
  const { t } = useTranslation('fleet')
  const isPhone = useMedia('(max-width: 640px)')
  const [isSelecting, setSelecting] = useState(false)
  const statuses = useFleet((state) => state.statuses)
  const allStates = useFleet((state) => state.states)
  const part = useFleet((state) => state.part)
  const pageIds = useFleet((state) => state.ids)
  const miners = useFleet((state) => state.miners)
  const ownCounts = useMemo(() => {
    const part = <Value,>(all: ReadonlyMap<string, Value>) =>
      within === null ? all : new Map([...all].filter(([id]) => states.has(id)))
    return countFilters({ statuses: part(statuses), states: part(allStates) })
  }, [statuses, allStates, within, states])
  const order = useMinerOrder(query, within)
  const { resort } = order
  // Of a large fleet the server narrowed and ordered the page.
  const ids = part === null ? order.ids : pageIds
  const counts = part?.counts ?? ownCounts
  const matched = part?.matched ?? ids.length
  const total = counts.all
  if (total === 0) return null
  const hasCards = total <= cardsUpTo
  const choosing = isSelecting || selection.chosen.size > 0 || selection.isAllMatching
  return (
    <section
      id="miners"
      className={isTurning ? `${styles.section} ${styles.turning}` : styles.section}
      aria-labelledby="miners-title"
      aria-busy={isTurning}
    >
      <div className={styles.head}>
        <h2 id="miners-title" className={styles.title}>
          {t('miners.title')}
        </h2>
        {matched !== total && <p className={styles.shown}>{t('miners.shown', { shown: matched, total })}</p>}
        {part === null && !isWordSort(query.sort) && total > resortFrom && (
          <Button kind="quiet" onClick={resort}>
            {t('miners.resort')}
          </Button>
        )}
        {isPhone && !hasCards && (
          <ChooseOnPhone ids={ids} selection={selection} choosing={choosing} onChoosing={setSelecting} />
        )}
        {(!hasCards || !isDefaultQuery(query)) && (
          <ListControls
            query={query}
            counts={counts}
            total={total}
            onEditGroup={onEditGroup}
            onChange={onChange}
          />
        )}
        {saved}
      </div>
      {ids.length === 0 ? (
        <NoneMatch onClear={() => onChange({ search: '', filter: 'all', group: undefined })} />
      ) : hasCards ? (
        <div className={cardStyles.cards}>
          {ids.map((id) => (
            <MinerCard key={id} id={id} />
          ))}
        </div>
      ) : isPhone ? (
        <MinerLines ids={ids} states={states} share={share} selection={selection} isSelecting={choosing} />
      ) : (
        <MinerRows
          ids={ids}
          query={query}
          states={states}
          share={share}
          selection={selection}
          foot={
            part === null
              ? { count: ids.length, sums: addUp(rowsOf(ids, miners), share) }
              : footOf(part, share)
          }
          onSort={(sort) => onChange(sortBy(query, sort))}
        />
      )}
      {part && part.matched > ids.length && (
        <>
          {selection.chosen.size > 0 && !selection.isAllMatching && (
            <ChooseMatching selection={selection} count={part.matched} />
          )}
          <Pages page={part.page} pages={part.pages} onTurn={onTurn} />
        </>
      )}
    </section>
  )
}

/** Choosing is a state of its own on a phone, where a row has no room for a box to tick. */
function ChooseOnPhone({
  ids,
  selection,
  choosing,
  onChoosing,
}: {
  ids: readonly string[]
  selection: Selection
  choosing: boolean
  onChoosing: (isChoosing: boolean) => void
}) {
  const { t } = useTranslation('overview')
  return (
    <div className={styles.select}>
      {choosing && ids.some((id) => !selection.chosen.has(id)) && (
        <Button kind="quiet" onClick={() => selection.set(ids)}>
          {t('select.allOf', { count: ids.length })}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-pressed={choosing}
        onClick={() => {
          if (choosing) selection.set([])
          onChoosing(!choosing)
        }}
      >
        {t(choosing ? 'select.done' : 'select.choose')}
      </Button>
    </div>
  )
}

/** All that match, also those on other pages. */
function ChooseMatching({ selection, count }: { selection: Selection; count: number }) {
  const { t } = useTranslation('overview')
  return (
    <div>
      <Button onClick={selection.chooseMatching}>{t('select.matching', { count })}</Button>
    </div>
  )
}

function NoneMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('fleet')
  return (
    <div className={styles.none}>
      <p>{t('miners.none')}</p>
      <Button onClick={onClear}>{t('miners.clear')}</Button>
    </div>
  )
}

function rowsOf(ids: readonly string[], miners: ReadonlyMap<string, Miner>): Miner[] {
  return ids.flatMap((id) => miners.get(id) ?? [])
}

/** The foot of a page: all that match, and the owner's part of what they earn. */
function footOf({ matched, sums }: FleetPart, share: number) {
  const own = (value: number | null) => (value === null ? null : Math.floor(value * share))
  return { count: matched, sums: { ...sums, sat: own(sums.sat), cents: own(sums.cents) } }
}
