import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OrdersPrepared } from '../../features/purchase/components/orders-prepared.tsx'
import { useSite } from '../../lib/site.ts'
import { CompanyWays } from '../../ui/company-ways.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { BuyFlow } from '../buy-flow.tsx'
import styles from './koop.module.css'

/**
 * Buying. Whether orders can be placed is a setting that the server answers while it runs, so the prerendered page says neither yes nor
 * no; without an answer, and without scripts, it offers what is offered while orders are off.
 */
export function BuyPage() {
  const { t } = useTranslation('koop')
  const { t: form } = useTranslation('form')
  const site = useSite()
  const [isOff, setOff] = useState(false)
  if (site === undefined) {
    return (
      <>
        <div className={`wrap ${styles.waiting}`}>
          <h1 className={styles.title}>{t('flow.title')}</h1>
          <Loading />
        </div>
        <noscript>
          <div className="wrap">
            <p>{form('noScript')}</p>
            <CompanyWays />
          </div>
        </noscript>
      </>
    )
  }
  if (site?.ordersEnabled && !isOff) {
    return (
      <div className={styles.page}>
        <div className="wrap">
          <h1 className={styles.title}>{t('flow.title')}</h1>
        </div>
        <BuyFlow vatPercent={site.vatPercent} onDisabled={() => setOff(true)} />
      </div>
    )
  }
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <OrdersPrepared />
    </>
  )
}
