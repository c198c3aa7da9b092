import {
  type ProviderAction,
  ProviderActionSchema,
  providerOrderEndpoints,
} from '@shipminer/contract/control/provider-orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { withFilter } from '../lib/orders/order-filters.ts'
import { useMay } from '../shell/use-role.ts'
import { SelectionBar } from '../table/selection-bar.tsx'
import type { FleetFilters } from './fleet-filters.ts'
import { OrderProgress } from './provider-order-progress.tsx'

/** One order takes no more that are named. */
const mostNamed = 500
/** What an order goes to: those that were ticked, or all that match. */
type Goal = { minerIds: string[] } | FleetFilters

/** What is chosen of the fleet, what may be asked of it, and how far that is. */
export function useFleetOrders(filters: FleetFilters, shown: readonly string[]) {
  const may = useMay()
  const mayOrder = may(providerOrderEndpoints.deskOrderFleet)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const [asked, setAsked] = useState<ProviderAction | null>(null)
  const [params, setParams] = useSearchParams()
  const orderId = params.get('order')
  const showOrder = (id: string) => setParams((known) => withFilter(known, 'order', id), { replace: true })
  const goal: Goal = isAll ? filters : { minerIds: [...ticked] }
  const clear = () => {
    setTicked(new Set())
    setAll(false)
  }
  return {
    /** Across pages; null: the reader may choose nothing. */
    selection: mayOrder
      ? {
          chosen: isAll ? new Set(shown) : ticked,
          onChange: (next: ReadonlySet<string>) => {
            setAll(false)
            setTicked(new Set([...next].slice(0, mostNamed)))
          },
        }
      : null,
    bar: (rows: number) => (
      <>
        {orderId !== null && <OrderProgress key={orderId} orderId={orderId} onClose={() => showOrder('')} />}
        {mayOrder && rows > 0 && (
          <OrderBar
            isAll={isAll}
            count={isAll ? rows : ticked.size}
            onAll={setAll}
            onClear={clear}
            onAsk={setAsked}
          />
        )}
        {asked !== null && (
          <OrderDialog
            action={asked}
            goal={goal}
            onGiven={(id) => {
              showOrder(id)
              clear()
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </>
    ),
  }
}

function OrderBar({
  isAll,
  count,
  onAll,
  onClear,
  onAsk,
}: {
  isAll: boolean
  count: number
  onAll: (isAll: boolean) => void
  onClear: () => void
  onAsk: (action: ProviderAction) => void
}) {
  const { t } = useTranslation('desk-fleet')
  return (
    <>
      <Check checked={isAll} onChange={onAll}>
        {t('orders.all')}
      </Check>
      <SelectionBar count={count} sum={isAll ? t('orders.allThatMatch') : null} onClear={onClear}>
        {ProviderActionSchema.options.map((action) => (
          <Button key={action} onClick={() => onAsk(action)}>
            {t(`orders.${action}`)}
          </Button>
        ))}
      </SelectionBar>
    </>
  )
}

/** Says first whom it reaches and whom not, asks for the reason, and gives the order. */
function OrderDialog({
  action,
  goal,
  onGiven,
  onClose,
}: {
  action: ProviderAction
  goal: Goal
  onGiven: (orderId: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('desk-fleet')
  const [orderId] = useState(() => crypto.randomUUID())
  const order = (reason: string, isTrial: boolean) =>
    callEndpoint(providerOrderEndpoints.deskOrderFleet, {
      body: { ...goal, orderId, action, reason, isTrial },
    })
  const plan = useQuery({
    queryKey: ['desk', 'fleet', 'order', orderId],
    queryFn: () => order(t(`orders.${action}`), true),
    gcTime: 0,
  })
  const { data } = plan
  return (
    <ReasonDialog
      title={t(`orders.${action}`)}
      text={t('orders.rule')}
      confirm={t(`orders.${action}`)}
      isReady={data !== undefined && data.given > 0}
      act={async (reason) => {
        await order(reason, false)
        onGiven(orderId)
      }}
      onClose={onClose}
    >
      <div role="status">
        {!data && <p className={text.quiet}>{t('orders.counting')}</p>}
        {data && (
          <>
            <p className={text.strong}>{t('orders.reaches', { count: data.given })}</p>
            {data.hasMore && <p>{t('orders.hasMore')}</p>}
            <ul className={styles.stack}>
              {Object.entries(data.skipped).map(([why, count]) => (
                <li key={why}>
                  {t(`orders.why.${why as 'no-consent'}`)}: {count}
                </li>
              ))}
            </ul>
            {data.skippedMiners.length > 0 && (
              <details>
                <summary>{t('orders.which')}</summary>
                <ul>
                  {data.skippedMiners.map(({ id, name, why }) => (
                    <li key={id}>
                      {name}: {t(`orders.why.${why}`)}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </div>
    </ReasonDialog>
  )
}
