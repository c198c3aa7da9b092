import { PaymentTest } from '../../../features/payment/components/payment-test.tsx'
import { accountPage } from '../../account/account-providers.tsx'

/** For trying payments and webhooks (docs/product.md 2.16); says that it is off unless the server's setting is on. */
export const PaymentTestPage = accountPage(PaymentTestContent)

function PaymentTestContent() {
  return (
    <div className="wrap">
      <PaymentTest />
    </div>
  )
}
