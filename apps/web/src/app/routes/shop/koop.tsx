import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OrdersPrepared } from '../../../features/purchase/components/orders-prepared.tsx'
import { useSite } from '../../../lib/site.ts'
import { ByOrders } from '../../../ui/company/by-orders.tsx'
import { CompanyWays } from '../../../ui/company/company-ways.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { BuyFlow } from '../../shop/buy-flow.tsx'
import styles from './koop.module.css'

/** VAT rate that the pages are built with, until the server tells the one of now. */
const builtVatPercent = 21

/**
 * Buying: the steps while orders are accepted, else what can be done meanwhile. The delivered page holds the one that was true when it
 * was asked for; a change since then comes with the settings of the site.
 */
export function BuyPage() {
  const { t } = useTranslation('koop')
  const { t: form } = useTranslation('form')
  const site = useSite()
  const [isOff, setOff] = useState(false)
  return (
    <>
      <meta name="description" content={t('description')} />
      <ByOrders
        isOpen={isOff ? false : site?.ordersEnabled}
        open={
          <div className={styles.page}>
            <div className="wrap">
              <h1 className={styles.title}>{t('flow.title')}</h1>
            </div>
            <noscript>
              <div className="wrap">
                <p>{form('noScript')}</p>
                <CompanyWays />
              </div>
            </noscript>
            <BuyFlow vatPercent={site?.vatPercent ?? builtVatPercent} onDisabled={() => setOff(true)} />
          </div>
        }
        closed={
          <>
            <PageHead title={t('title')} lead={t('lead')} />
            <OrdersPrepared />
          </>
        }
      />
    </>
  )
}
