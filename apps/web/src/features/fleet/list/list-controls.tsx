import type { FilterCounts } from '@shipminer/domain/fleet/miner-list'
import {
  type ListQuery,
  type MinerFilter,
  type MinerSort,
  minerFilters,
  minerSorts,
} from '@shipminer/domain/fleet/miner-list'
import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { firstDirection } from '../lib/list/list-query.ts'
import styles from './list-controls.module.css'
import { useGroups } from './use-groups.ts'

/** Filters that are offered even when no miner matches them. */
const alwaysOffered: readonly MinerFilter[] = ['all', 'attention', 'online', 'paused']
/** Miners above which looking for one by its name, and another order than by column, is of use. */
const searchFrom = 6
const sortFrom = 12

/** Filter buttons with their counts, and where there are many miners the order and a search box. */
export function ListControls({
  query,
  counts,
  total,
  onEditGroup,
  onChange,
}: {
  query: ListQuery
  counts: FilterCounts
  total: number
  /** Null: who looks may change none. */
  onEditGroup: ((name: string) => void) | null
  onChange: (change: Partial<ListQuery>) => void
}) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  // What was pressed shows at once, also while the list follows.
  const [shown, show] = useOptimistic(query, (known, part: Partial<ListQuery>) => ({ ...known, ...part }))
  const choose = (part: Partial<ListQuery>) =>
    startTransition(() => {
      show(part)
      onChange(part)
    })
  const offered = minerFilters.filter(
    (filter) => alwaysOffered.includes(filter) || counts[filter] > 0 || shown.filter === filter,
  )
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere, and nothing is submitted */}
      <div className={styles.pills} role="group" aria-label={t('miners.filters')}>
        {offered.map((filter) => (
          <button
            key={filter}
            type="button"
            className={styles.pill}
            aria-pressed={shown.filter === filter}
            onClick={() => choose({ filter })}
          >
            {t(`miners.filter.${filter}`)}{' '}
            <span className={styles.count}>{formatNumber(language, counts[filter])}</span>
          </button>
        ))}
      </div>
      <GroupChoice group={shown.group} onChange={(group) => choose({ group })} onEdit={onEditGroup} />
      {total > sortFrom && (
        <SortChoice
          sort={shown.sort}
          onChange={(sort) => choose({ sort, direction: firstDirection(sort) })}
        />
      )}
      {(total > searchFrom || query.search !== '') && (
        <SearchBox value={query.search} onChange={(search) => onChange({ search })} />
      )}
    </>
  )
}

/** One group or all; nothing while there is none. */
function GroupChoice({
  group,
  onChange,
  onEdit,
}: {
  group: string | undefined
  onChange: (group: string | undefined) => void
  onEdit: ((name: string) => void) | null
}) {
  const { t } = useTranslation('overview')
  const groups = useGroups()
  if (groups.length === 0 && group === undefined) return null
  const isGone = group !== undefined && !groups.some(({ name }) => name === group)
  return (
    <div className={styles.sort}>
      <label className={styles.sort}>
        {t('select.group')}
        <select
          className={styles.choice}
          value={group ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        >
          <option value="">{t('group.all')}</option>
          {groups.map(({ name, miners }) => (
            <option key={name} value={name}>
              {t('group.one', { name, count: miners })}
            </option>
          ))}
          {isGone && <option value={group}>{group}</option>}
        </select>
      </label>
      {onEdit && group !== undefined && !isGone && (
        <Button kind="quiet" onClick={() => onEdit(group)}>
          {t('group.edit')}
        </Button>
      )}
    </div>
  )
}

/** The order as a choice: more of them than there are columns, and a phone has no headings. */
function SortChoice({ sort, onChange }: { sort: MinerSort; onChange: (sort: MinerSort) => void }) {
  const { t } = useTranslation('fleet')
  return (
    <label className={styles.sort}>
      {t('miners.sort')}
      <select
        className={styles.choice}
        value={sort}
        onChange={(event) => {
          const chosen = minerSorts.find((known) => known === event.target.value)
          if (chosen) onChange(chosen)
        }}
      >
        {minerSorts.map((known) => (
          <option key={known} value={known}>
            {known === 'status'
              ? t('miners.sort.status')
              : t(known === 'address' ? 'field.ipAddress' : `field.${known}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Typing shows at once; the list and the address follow when typing pauses. */
const restMs = 150

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('fleet')
  const [text, setText] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    // Changed from outside: back button, or "show all".
    if (value !== reported.current) {
      reported.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => {
    if (text === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text
      onChange(text)
    }, restMs)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={t('miners.search')}
      placeholder={`${t('miners.search')}: ${t('miners.searchHint')}`}
      value={text}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
