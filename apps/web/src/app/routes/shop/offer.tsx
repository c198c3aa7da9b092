import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { Loading } from '../../../ui/signs/loading.tsx'
import { OfferShown } from '../../shop/offer-shown.tsx'
import { usePageParams } from '../../use-page-params.ts'
import styles from './order.module.css'

/** One offer, for who came by the link of its mail. Its HTML is the same for every offer. */
export function OfferPage() {
  const { t } = useTranslation('offer')
  const { t: common } = useTranslation()
  const { id = '' } = usePageParams(paths.offerPattern)
  const isAlive = useIsAlive()
  const waiting = (
    <div className={styles.waiting}>
      <h1 className={styles.title}>{t('title')}</h1>
      <Loading inline />
      <noscript>
        <p>{common('needsScript')}</p>
      </noscript>
    </div>
  )
  return (
    <div className={`wrap ${styles.page}`}>
      <title>{`${t('title')} · ${productName}`}</title>
      {isAlive ? <OfferShown key={id} id={id} waiting={waiting} /> : waiting}
    </div>
  )
}
