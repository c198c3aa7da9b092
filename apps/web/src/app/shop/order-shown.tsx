import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { OrderView } from '../../features/orders/components/order-view.tsx'
import { useOrder } from '../../features/orders/components/use-order.ts'
import { ConnectButton } from '../../features/wallet-session/components/connect-button.tsx'
import { toApiError } from '../../lib/api/api-error.ts'
import { useErrorText } from '../../lib/api/error-text.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useLinkKey } from '../../lib/storage/use-link-key.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Notice } from '../../ui/signs/notice.tsx'
import { hasOrderPayment, OrderPayment } from './order-payment.tsx'

/** An order with how it is paid; here the features meet. */
export function OrderShown({ id, waiting }: { id: string; waiting: ReactNode }) {
  const orderKey = useLinkKey(id)
  return orderKey === undefined ? waiting : <Shown id={id} orderKey={orderKey} waiting={waiting} />
}

function Shown({ id, orderKey, waiting }: { id: string; orderKey: string | null; waiting: ReactNode }) {
  const { t } = useTranslation('order')
  const errorText = useErrorText()
  const session = useSession()
  const userId = session.kind === 'signed-in' ? session.user.id : null
  const { order, error, isBusy, look, replace } = useOrder(id, orderKey, userId)
  const [network, setNetwork] = useState<string | null>(null)

  if (!order) {
    if (!error) return waiting
    const isMissing = toApiError(error).code === 'order-not-found'
    return (
      <>
        <h1 className="visually-hidden">{t('title')}</h1>
        {isMissing ? (
          <EmptyState
            title={t('missing.title')}
            actions={
              <>
                {userId === null && <ConnectButton kind="main" />}
                <ButtonLink to={paths.contactAbout('question')}>{t('missing.contact')}</ButtonLink>
              </>
            }
          >
            <p>{t(userId === null ? 'missing.text' : 'missing.signedIn')}</p>
          </EmptyState>
        ) : (
          <ErrorState message={errorText(error)} onRetry={() => look()} />
        )}
      </>
    )
  }
  return (
    <>
      {Boolean(error) && (
        <Notice
          tone="caution"
          title={t('stale.title')}
          actions={
            <Button onClick={() => look()} aria-disabled={isBusy || undefined}>
              {t('stale.retry')}
            </Button>
          }
        >
          <p>{errorText(error)}</p>
          <p>{t('stale.text')}</p>
        </Notice>
      )}
      <OrderView
        order={order}
        access={{ id, orderKey }}
        onChange={replace}
        onNetwork={setNetwork}
        payment={
          hasOrderPayment(order) && (
            <OrderPayment order={order} orderKey={orderKey} network={network} onMoved={() => look()} />
          )
        }
      />
    </>
  )
}
