import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ByAvailability } from '../../../ui/company/by-availability.tsx'
import { ByOrders } from '../../../ui/company/by-orders.tsx'
import type { ProductView } from '../lib/product-view.ts'
import styles from './buy-actions.module.css'

/** What can be done with a product: buy it or ask about it, or join the waiting list for one that comes later. */
export function BuyActions({ product }: { product: ProductView }) {
  return (
    <ByAvailability
      id={product.id}
      isLater={product.status === 'coming-soon'}
      later={<Wait product={product} />}
      now={<Order product={product} />}
    />
  )
}

function Wait({ product }: { product: ProductView }) {
  const { t } = useTranslation('product')
  return (
    <>
      <div className={styles.actions}>
        <Button kind="main" disabled>
          {t('comingSoon')}
        </Button>
        <ButtonLink to={paths.contactAbout('notify-me', product.id)}>{t('notifyMe')}</ButtonLink>
      </div>
      <p className={styles.note}>{t('notifyMe.text')}</p>
    </>
  )
}

function Order({ product }: { product: ProductView }) {
  const { t } = useTranslation('product')
  return (
    <div className={styles.actions}>
      <ButtonLink to={paths.buyProduct(product.id)} kind="main">
        <ByOrders open={t('buy', { name: product.name })} closed={t('waitFor', { name: product.name })} />
      </ButtonLink>
      <ButtonLink to={paths.contactAbout('question', product.id)}>{t('moreInfo')}</ButtonLink>
      <ByOrders
        open={
          <ButtonLink to={paths.offerFor(product.id)} kind="quiet">
            {t('offer')}
          </ButtonLink>
        }
        closed={null}
      />
    </div>
  )
}
