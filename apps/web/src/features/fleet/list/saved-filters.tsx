import type { ListQuery } from '@shipminer/domain/fleet/miner-list'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { removeFilter, savedFiltersQuery, saveFilter } from '../api/saved-filters.ts'
import { isDefaultQuery } from '../lib/list/list-query.ts'
import { maxFilterName, type SavedFilter } from '../lib/list/saved-filters.ts'
import styles from './saved-filters.module.css'

/** Choices of the list under names, kept with the account. */
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
  const { t: tCommon } = useTranslation()
  const queryClient = useQueryClient()
  const known = savedFiltersQuery(userId)
  const { data: filters } = useQuery(known)
  const [name, setName] = useState<string | null>(null)
  const { isBusy, message, run } = useTask()
  const keep = (change: Promise<SavedFilter[]>) =>
    run(async () => {
      queryClient.setQueryData(known.queryKey, await change)
      return null
    })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = name?.trim() ?? ''
    if (wanted === '' || isBusy) return
    if (await keep(saveFilter({ name: wanted, query }))) setName(null)
  }
  const isChosen = (saved: SavedFilter) => JSON.stringify(saved.query) === JSON.stringify(query)
  if (!filters || (filters.length === 0 && isDefaultQuery(query))) return null
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
              onClick={() => void keep(removeFilter(saved.name))}
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
      {message?.tone === 'error' && <p role="alert">{message.text}</p>}
      {name !== null && (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={t('saved.name')}
            maxLength={maxFilterName}
            autoComplete="off"
            value={name}
            onChange={setName}
          />
          <Button type="submit">{t('saved.keep')}</Button>
          <Button kind="quiet" onClick={() => setName(null)}>
            {tCommon('cancel')}
          </Button>
        </form>
      )}
    </div>
  )
}
