import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { payoutsQuery } from './api/payouts.ts'
import { FirstPayouts } from './first-payouts.tsx'
import { NextRun } from './next-run.tsx'
import { OwnerCard } from './owner-card.tsx'
import { PoolAddresses } from './pool-addresses.tsx'
import { PoolIncome } from './pool-income.tsx'
import { RunList } from './run-list.tsx'
import { SetupNotice } from './setup-notice.tsx'
import { UnreadOwners } from './unread-owners.tsx'

/** What every owner is due, the run that would pay them now, and the runs so far. */
export function PayoutsView() {
  const { t } = useTranslation('desk-payouts')
  const errorText = useErrorText()
  const found = useQuery(payoutsQuery)
  const { data } = found
  return (
    <>
      <h1 className={styles.heading}>{t('title')}</h1>
      <p className={text.quiet}>{t('intro')}</p>
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          {found.error && <Notice tone="caution">{errorText(found.error)}</Notice>}
          <SetupNotice setup={data.setup} />
          <UnreadOwners owners={data.unreadOwners} />
          <NextRun answer={data} />
          <section className={styles.section} aria-labelledby="payout-owners">
            <h2 id="payout-owners" className={styles.heading}>
              {t('owners.title')}
            </h2>
            {data.owners.length === 0 && <p className={text.quiet}>{t('owners.none')}</p>}
            <ul className={styles.stack}>
              {data.owners.map((owner) => (
                <li key={owner.userId}>
                  <OwnerCard owner={owner} />
                </li>
              ))}
            </ul>
          </section>
          <PoolIncome />
          <PoolAddresses />
          <FirstPayouts payouts={data.firstPayouts} />
          <RunList runs={data.runs} />
        </>
      )}
    </>
  )
}
