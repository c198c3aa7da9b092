import type { ListQuery } from '@shipminer/domain/miner-list'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyValueStore } from '../../../lib/storage/session-storage.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { isDefaultQuery } from '../lib/list-query.ts'
import { readSavedFilters, type SavedFilter, withFilter, writeSavedFilters } from '../lib/saved-filters.ts'
import styles from './saved-filters.module.css'

/** Reading `localStorage` itself throws where it is refused. */
const browserStore: KeyValueStore = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}

/** Choices of the list under names, kept in this browser. */
export function SavedFilters({
  userId,
  query,
  onPick,
}: {
  userId: string
  query: ListQuery
  onPick: (query: ListQuery) => void
}) {
  const { t } = useTranslation('fleet')
  const [filters, setFilters] = useState(() => readSavedFilters(browserStore, userId))
  const [name, setName] = useState<string | null>(null)
  const keep = (next: SavedFilter[]) => {
    setFilters(next)
    writeSavedFilters(browserStore, userId, next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === null || name.trim() === '') return
    keep(withFilter(filters, { name, query }))
    setName(null)
  }
  const isChosen = (saved: SavedFilter) => JSON.stringify(saved.query) === JSON.stringify(query)
  if (filters.length === 0 && isDefaultQuery(query)) return null
  return (
    <div className={styles.saved}>
      <ul className={styles.list} aria-label={t('saved.title')}>
        {filters.map((saved) => (
          <li key={saved.name}>
            <button type="button" aria-pressed={isChosen(saved)} onClick={() => onPick(saved.query)}>
              {saved.name}
            </button>
            <button
              type="button"
              aria-label={t('saved.remove', { name: saved.name })}
              onClick={() => keep(filters.filter((known) => known.name !== saved.name))}
            >
              <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
                <path d="M3 3l8 8M11 3l-8 8" stroke="currentColor" strokeWidth="1.75" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {name === null && !isDefaultQuery(query) && !filters.some(isChosen) && (
        <Button kind="quiet" onClick={() => setName('')}>
          {t('saved.save')}
        </Button>
      )}
      {name !== null && (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={t('saved.name')}
            maxLength={40}
            autoComplete="off"
            value={name}
            onChange={setName}
          />
          <Button type="submit">{t('saved.keep')}</Button>
        </form>
      )}
    </div>
  )
}
