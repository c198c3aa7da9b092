import { useLayoutEffect, useState } from 'react'
import { showsTestProduct } from '../../config/env.ts'
import { useOrder } from '../../features/orders/components/use-order.ts'
import { CompleteStep } from '../../features/purchase/components/complete-step.tsx'
import { type PlacedHere, PurchaseFlow } from '../../features/purchase/components/purchase-flow.tsx'
import { useErrorText } from '../../lib/api/error-text.ts'
import { orderKeys } from '../../lib/storage/order-keys.ts'
import { Loading } from '../../ui/signs/loading.tsx'
import { ErrorState } from '../../ui/signs/notice.tsx'
import { OrderPayment } from './order-payment.tsx'

/** The steps of buying; here purchase, order and payment meet. */
export function BuyFlow({ vatPercent, onDisabled }: { vatPercent: number; onDisabled: () => void }) {
  // Not in the delivered page, which is the same on every server.
  const [withTest, setWithTest] = useState(false)
  useLayoutEffect(() => setWithTest(showsTestProduct()), [])
  return (
    <PurchaseFlow
      vatPercent={vatPercent}
      withTest={withTest}
      onDisabled={onDisabled}
      complete={(placed) => <Completed placed={placed} />}
    />
  )
}

function Completed({ placed }: { placed: PlacedHere }) {
  const errorText = useErrorText()
  const orderKey = orderKeys.get(placed.orderId)
  const { order, error, look } = useOrder(placed.orderId, orderKey, null)
  if (!order) {
    return error ? <ErrorState message={errorText(error)} onRetry={() => look()} /> : <Loading inline />
  }
  return (
    <CompleteStep order={order}>
      <OrderPayment
        order={order}
        orderKey={orderKey}
        network={placed.network || null}
        onMoved={() => look()}
      />
    </CompleteStep>
  )
}
