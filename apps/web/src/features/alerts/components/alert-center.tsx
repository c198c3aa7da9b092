import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import { type AlertFilter, alertFilters, alertsQuery } from '../api/alerts.ts'
import { alertSubject, distinctAlerts, openAlerts } from '../lib/open-alerts.ts'
import listStyles from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'
import styles from './alerts.module.css'

const step = 50

/** All alerts of the fleet, with a filter, a search and the next step of each. */
export function AlertCenter({ mayAct }: { mayAct: (controllerId: string) => boolean }) {
  const { t } = useTranslation('alert-settings')
  const { t: tFleet } = useTranslation('fleet')
  const [filter, setFilter] = useState<AlertFilter>('open')
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(step)
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    alertsQuery(filter),
  )
  const words = search.trim().toLowerCase()
  // What is searched for may be on any page.
  const readsOn = hasNextPage && !isFetching && !isError && words !== ''
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  const read = data && distinctAlerts(data.pages)
  const sorted = read && (filter === 'open' ? openAlerts(read) : read)
  const found = sorted?.filter((alert) =>
    `${tFleet(`alerts.${alert.kind}`, { name: alertSubject(alert) })} ${alert.controllerName}`
      .toLowerCase()
      .includes(words),
  )
  const total = words === '' ? (data?.pages.at(-1)?.total ?? 0) : (found?.length ?? 0)
  const isReadingOn = words !== '' && hasNextPage
  const showMore = () => {
    if (found && found.length <= shown + step && hasNextPage) void fetchNextPage()
    setShown(shown + step)
  }
  return (
    <section className={layout.section} aria-labelledby="alerts-title">
      <h2 id="alerts-title" className="visually-hidden">
        {t('list')}
      </h2>
      <div className={layout.actions}>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of switches, nothing is submitted */}
        <div className={styles.pills} role="group" aria-label={t('filter')}>
          {alertFilters.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.pill}
              aria-pressed={one === filter}
              onClick={() => {
                setFilter(one)
                setShown(step)
              }}
            >
              {t(`filter.${one}`)}
            </button>
          ))}
        </div>
        <input
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {found?.length === 0 && !isReadingOn && (
        <p className={styles.quiet}>{words ? t('none.search') : t(`none.${filter}`)}</p>
      )}
      {found && found.length > 0 && (
        <ul className={listStyles.list}>
          {found.slice(0, shown).map((alert) => (
            <AlertRow key={alert.id} alert={alert} mayAct={mayAct(alert.controllerId)} />
          ))}
        </ul>
      )}
      {isReadingOn && <Loading inline />}
      {found && total > shown && (
        <div className={layout.actions}>
          <Button onClick={showMore}>{t('more')}</Button>
          <span className={styles.quiet} role="status">
            {t('shown', { shown: Math.min(shown, found.length), total })}
          </span>
        </div>
      )}
    </section>
  )
}
