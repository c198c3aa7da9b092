import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { minerAlertsQuery } from '../api/alerts.ts'
import { openAlerts } from '../lib/open-alerts.ts'
import listStyles from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'
import styles from './alerts.module.css'

/** Earlier alerts that one press adds. */
const step = 100

/** Alerts of one miner: the open ones, and earlier ones on request. Nothing while there are none. */
export function MinerAlerts({ id, mayAct }: { id: string; mayAct: boolean }) {
  const { t } = useTranslation('alert-settings')
  const known = useInfiniteQuery(minerAlertsQuery(id, 'open'))
  const before = useInfiniteQuery(minerAlertsQuery(id, 'resolved'))
  const [shown, setShown] = useState(0)
  const isLoadingError = known.isLoadingError || before.isLoadingError
  const refetch = () => Promise.all([known.refetch(), before.refetch()])
  const open = openAlerts(known.data?.pages.flatMap(({ alerts }) => alerts) ?? [])
  const earlier = before.data?.pages.flatMap(({ alerts }) => alerts) ?? []
  const total = before.data?.pages.at(-1)?.total ?? 0
  if (open.length === 0 && total === 0 && !isLoadingError) return null
  const left = total - Math.min(shown, earlier.length)
  const showMore = () => {
    setShown(shown + step)
    if (shown + step >= earlier.length && before.hasNextPage) void before.fetchNextPage()
  }
  return (
    <section className={layout.section} aria-labelledby="miner-alerts-title">
      <h2 id="miner-alerts-title" className={text.title}>
        {t('miner.title')}
      </h2>
      {isLoadingError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!isLoadingError && open.length === 0 && <p className={styles.quiet}>{t('none.open')}</p>}
      <ul className={listStyles.list}>
        {[...open, ...earlier.slice(0, shown)].map((alert) => (
          <AlertRow key={alert.id} alert={alert} mayAct={mayAct} />
        ))}
      </ul>
      {left > 0 && earlier.length > 0 && (
        <div>
          <Button kind="quiet" disabled={before.isFetchingNextPage} onClick={showMore}>
            {t('miner.earlier', { count: left })}
          </Button>
        </div>
      )}
    </section>
  )
}
