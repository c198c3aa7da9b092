import { deskCatalogueEndpoints, type OrdersSwitch } from '@shipminer/contract/desk/catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import textStyles from '../../../ui/text.module.css'
import { switchOrders } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'
import shop from '../shop/desk-shop.module.css'

/** Whether orders can be placed, who decided that, and the switch for those who may turn it. */
export function OrdersSwitchCard({ orders }: { orders: OrdersSwitch }) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { enabled, version, changedAt, changedBy } = orders
  const name = enabled ? 'turnOff' : 'turnOn'
  return (
    <section className={`${styles.card} ${enabled ? '' : styles.waits}`} aria-labelledby="desk-orders-switch">
      <div className={shop.switch}>
        <div>
          <h2 id="desk-orders-switch" className={textStyles.sub}>
            {t('orders.title')}
          </h2>
          <p>{t(enabled ? 'orders.on' : 'orders.off')}</p>
          <p className={textStyles.small}>
            {changedAt === null
              ? t('orders.preset')
              : t('orders.since', {
                  date: formatDateTime(language, changedAt),
                  name: changedBy === 'shell' ? t('history.shell') : changedBy,
                })}
          </p>
        </div>
        {may(deskCatalogueEndpoints.deskOrdersSwitch) && (
          <Button kind={enabled ? 'danger' : 'plain'} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t(`orders.${name}`)}
          </Button>
        )}
      </div>
      {isOpen && (
        <ReasonDialog
          title={t(`orders.${name}`)}
          text={t(`orders.${name}Text`)}
          confirm={t(`orders.${name}`)}
          isDanger={enabled}
          act={(reason) => switchOrders({ enabled: !enabled, version, reason })}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
