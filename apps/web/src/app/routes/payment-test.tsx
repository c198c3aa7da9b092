import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/loading.tsx'

const PaymentTest = lazy(() =>
  import('../../features/payment/components/payment-test.tsx').then((module) => ({
    default: module.PaymentTest,
  })),
)

/** For trying payments and webhooks (docs/product.md 2.16); says that it is off unless the server's setting is on. */
export function PaymentTestPage() {
  return (
    <div className="wrap">
      <Suspense fallback={<Loading />}>
        <PaymentTest />
      </Suspense>
    </div>
  )
}
