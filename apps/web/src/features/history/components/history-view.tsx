import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatTime, formatWeekdayDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import { historyKinds, miningLogsQuery } from '../api/mining-logs.ts'
import {
  byDay,
  distinctEntries,
  type EntryGroup,
  entryKey,
  groupEntries,
  shownDetail,
} from '../lib/entry-text.ts'
import styles from './history.module.css'

/** A change takes effect when typing pauses for this long, ms. */
const restMs = 300

/** Commands, alerts, connections and changes as one searchable list. The choice is kept in the address. */
export function HistoryView() {
  const { t } = useTranslation('history')
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const kind = historyKinds.find((known) => known === params.get('kind')) ?? null
  const search = (params.get('q') ?? '').slice(0, 100)
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } =
    useInfiniteQuery(miningLogsQuery({ kind, search }))
  const change = (name: 'kind' | 'q', value: string | null) =>
    setParams(
      (known) => {
        const next = new URLSearchParams(known)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const entries = data && distinctEntries(data.pages)
  return (
    <section className={layout.section} aria-label={t('title')}>
      <div className={layout.actions}>
        <SearchBox value={search} onChange={(text) => change('q', text)} />
        <Button onClick={() => void refetch()}>{t('reload')}</Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of switches, nothing is submitted */}
      <div className={styles.pills} role="group" aria-label={t('kind')}>
        {[null, ...historyKinds].map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            aria-pressed={one === kind}
            onClick={() => change('kind', one)}
          >
            {t(`kind.${one ?? 'all'}`)}
          </button>
        ))}
      </div>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {entries?.length === 0 && <p>{t(search || kind ? 'noneFound' : 'none')}</p>}
      {entries && entries.length > 0 && (
        <div className={styles.days} aria-busy={isPlaceholderData}>
          {byDay(groupEntries(entries)).map(({ day, at, groups }) => (
            <section key={day}>
              <h2 className={styles.day}>{formatWeekdayDate(language, at)}</h2>
              <ul className={styles.entries}>
                {groups.map((group) => (
                  <Entry key={group.first.id} group={group} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetching}>
            {t('older')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Entry({ group: { first: entry, entries } }: { group: EntryGroup }) {
  const { t } = useTranslation('history')
  const { t: tControl } = useTranslation('control')
  const { t: tFleet } = useTranslation('fleet')
  const language = useLanguage()
  const { namespace, key } = entryKey(entry)
  const subject = entry.minerName ?? entry.controllerName
  const words = { name: subject, defaultValue: entry.event }
  const title =
    namespace === 'control'
      ? tControl(key as 'action.sleep', words)
      : namespace === 'fleet'
        ? tFleet(key as 'alerts.overheat', words)
        : t(key as 'change.connected', words)
  const state =
    entry.state === null || entry.kind !== 'command'
      ? null
      : tControl(`state.${entry.state}` as 'state.sent', { defaultValue: entry.state })
  const shown = shownDetail(entry)
  const detail =
    shown !== null && entry.kind === 'command'
      ? tControl(`reason.${shown}` as 'reason.login', { defaultValue: shown })
      : shown
  return (
    <li>
      <time dateTime={new Date(entry.at).toISOString()}>{formatTime(language, entry.at)}</time>
      <div>
        <strong>{title}</strong>
        {state && `, ${state}`}{' '}
        <span className={styles.facts}>
          {entries.map(
            ({ id, minerId, minerName }) =>
              minerId !== null && (
                <span key={id}>
                  <Link to={paths.miner(minerId)}>{minerName ?? minerId}</Link>,{' '}
                </span>
              ),
          )}
          {entry.controllerName}
          {entry.byProvider && ` ${t('byProvider')}`}
          {entry.actorKey !== null
            ? ` ${t('byKey', { key: entry.actorKey })}`
            : entry.actor !== null && ` ${t('by', { who: entry.actor })}`}
          {detail && `. ${detail}`}
        </span>
      </div>
      <span className={styles.kind}>{t(`kind.${entry.kind}`)}</span>
    </li>
  )
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('history')
  const [text, setText] = useState(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing alone starts the wait
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={t('search')}
      placeholder={`${t('search')}: ${t('searchHint')}`}
      value={text}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
