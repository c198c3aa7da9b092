import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { ErrorState } from '../../../ui/notice.tsx'
import text from '../../../ui/text.module.css'
import { minerAlertsQuery } from '../api/alerts.ts'
import { openAlerts } from '../lib/open-alerts.ts'
import listStyles from './alert-list.module.css'
import { AlertRow } from './alert-row.tsx'
import styles from './alerts.module.css'

/** Alerts of one miner: the open ones, and earlier ones on request. Nothing while there are none. */
export function MinerAlerts({ id, mayAct }: { id: string; mayAct: boolean }) {
  const { t } = useTranslation('alert-settings')
  const { data = [], isLoadingError, refetch } = useQuery(minerAlertsQuery(id))
  const [all, setAll] = useState(false)
  if (data.length === 0 && !isLoadingError) return null
  const open = openAlerts(data)
  const earlier = data.filter(({ status }) => status === 'resolved')
  return (
    <section className={layout.section} aria-labelledby="miner-alerts-title">
      <h2 id="miner-alerts-title" className={text.title}>
        {t('miner.title')}
      </h2>
      {isLoadingError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!isLoadingError && open.length === 0 && <p className={styles.quiet}>{t('none.open')}</p>}
      <ul className={listStyles.list}>
        {[...open, ...(all ? earlier.slice(0, 100) : [])].map((alert) => (
          <AlertRow key={alert.id} alert={alert} mayAct={mayAct} />
        ))}
      </ul>
      {!all && earlier.length > 0 && (
        <div>
          <Button kind="quiet" onClick={() => setAll(true)}>
            {t('miner.earlier', { count: earlier.length })}
          </Button>
        </div>
      )}
    </section>
  )
}
