import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSession } from '../../../lib/session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import {
  clearTestOrders,
  fetchTestOrders,
  fetchWebhook,
  replayWebhook,
  saveWebhook,
  startTestPurchase,
  type TestOrder,
  testWebhook,
  type WebhookSettings,
} from '../api/payment-test.ts'
import styles from './payment.module.css'

type Said = { tone: 'good' | 'error' | 'caution'; text: string } | null

/** The payment-test screen: where webhooks go, what was sent, and a purchase for a euro. */
export function PaymentTest() {
  const { t } = useTranslation('payment')
  const errorText = useErrorText()
  const [settings, setSettings] = useState<WebhookSettings | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    fetchWebhook().then(setSettings, setFailure)
  }, [])
  return (
    <div className={styles.test}>
      <h1 className={styles.testTitle}>{t('test.title')}</h1>
      <p>{t('test.lead')}</p>
      {failure ? (
        <ErrorState message={errorText(failure)} />
      ) : settings ? (
        <>
          <Webhook settings={settings} onChange={setSettings} />
          <TestPurchase />
        </>
      ) : (
        <Loading inline />
      )}
    </div>
  )
}

function Webhook({
  settings,
  onChange,
}: {
  settings: WebhookSettings
  onChange: (settings: WebhookSettings) => void
}) {
  const { t } = useTranslation('payment')
  const language = useLanguage()
  const errorText = useErrorText()
  const [url, setUrl] = useState(settings.url ?? '')
  const [said, setSaid] = useState<Said>(null)
  const attempt = (task: () => Promise<Said>) => async () => {
    setSaid(null)
    try {
      setSaid(await task())
    } catch (thrown) {
      setSaid({ tone: 'error', text: errorText(thrown) })
    }
  }
  const save = attempt(async () => {
    onChange(await saveWebhook(url.trim() || null))
    return { tone: 'good', text: t('test.saved') }
  })
  const test = attempt(async () => {
    if (settings.url === null) return { tone: 'error', text: t('test.noUrl') }
    const delivery = await testWebhook()
    onChange({ ...(await fetchWebhook()), secret: settings.secret })
    return delivery.status === 'delivered'
      ? { tone: 'good', text: t('test.delivered', { status: delivery.lastStatusCode ?? 200 }) }
      : {
          tone: 'error',
          text: t('test.notDelivered', { reason: delivery.lastError ?? delivery.lastStatusCode ?? '' }),
        }
  })
  const replay = (id: string) =>
    attempt(async () => {
      await replayWebhook(id)
      onChange({ ...(await fetchWebhook()), secret: settings.secret })
      return null
    })
  return (
    <section className={`${layout.column} ${styles.stack}`} aria-labelledby="test-webhook">
      <h2 id="test-webhook" className={styles.testHeading}>
        {t('test.webhook')}
      </h2>
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
      <TextField
        label={t('test.url')}
        hint={t('test.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        value={url}
        onChange={setUrl}
      />
      <div className={layout.actions}>
        <Button onClick={save}>{t('test.save')}</Button>
        <Button onClick={test}>{t('test.try')}</Button>
      </div>
      {settings.secret && (
        <dl>
          <CopyLine label={t('test.secret')} text={settings.secret} mono />
        </dl>
      )}
      <h3>{t('test.deliveries')}</h3>
      {settings.deliveries.length === 0 && <p className={textStyles.quiet}>{t('test.none')}</p>}
      <ul className={styles.seen}>
        {settings.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <span className={styles.seenAmount}>{delivery.type}</span>
            <span>{t(`test.delivery.${delivery.status}`)}</span>
            <span className={textStyles.quiet}>
              {formatDateTime(language, Date.parse(delivery.createdAt))} ·{' '}
              {t('test.attempts', { count: delivery.attempts })}
              {delivery.lastStatusCode !== null && ` · ${delivery.lastStatusCode}`}
              {delivery.lastError !== null && ` · ${delivery.lastError}`}
            </span>
            <Button
              kind="quiet"
              onClick={replay(delivery.id)}
              aria-label={`${t('test.replay')}: ${delivery.type}`}
            >
              {t('test.replay')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TestPurchase() {
  const { t } = useTranslation('payment')
  const { t: orderText } = useTranslation('order')
  const language = useLanguage()
  const errorText = useErrorText()
  const session = useSession()
  const [orders, setOrders] = useState<readonly TestOrder[]>([])
  const [said, setSaid] = useState<Said>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    fetchTestOrders().then(setOrders, () => undefined)
  }, [])

  const attempt = (task: () => Promise<Said>, failed: (reason: string) => string) => async () => {
    if (isBusy) return
    setBusy(true)
    setSaid(null)
    try {
      setSaid(await task())
    } catch (thrown) {
      setSaid({ tone: 'error', text: failed(errorText(toApiError(thrown))) })
    } finally {
      setBusy(false)
    }
  }
  const start = attempt(
    async () => {
      const user = session.kind === 'signed-in' ? session.user : null
      const order = await startTestPurchase({ name: user?.name ?? '', email: user?.email ?? '', language })
      setOrders(await fetchTestOrders())
      return { tone: 'good', text: t('test.started', { number: order.number }) }
    },
    (reason) => t('test.failed', { reason }),
  )
  const refresh = attempt(
    async () => {
      const before = orders
      const after = await fetchTestOrders()
      setOrders(after)
      const paid = after.find(
        ({ id, payment }) =>
          payment === 'paid' && before.find((order) => order.id === id)?.payment !== 'paid',
      )
      return {
        tone: 'good',
        text: paid ? t('test.confirmed', { number: paid.number }) : t('test.refreshed'),
      }
    },
    (reason) => `${t('test.refreshFailed')}: ${reason}`,
  )
  const clear = attempt(
    async () => {
      await clearTestOrders(orders)
      setOrders([])
      return { tone: 'good', text: t('test.cleared') }
    },
    (reason) => t('test.failed', { reason }),
  )
  return (
    <section className={`${layout.column} ${styles.stack}`} aria-labelledby="test-purchase">
      <h2 id="test-purchase" className={styles.testHeading}>
        {t('test.purchase')}
      </h2>
      <p className={textStyles.quiet}>{t('test.purchaseText')}</p>
      {said && <Notice tone={said.tone}>{said.text}</Notice>}
      <div className={layout.actions}>
        <Button onClick={start} aria-disabled={isBusy || undefined}>
          {t('test.start')}
        </Button>
        <Button onClick={refresh} aria-disabled={isBusy || undefined}>
          {t('test.refresh')}
        </Button>
        <Button kind="quiet" onClick={clear} aria-disabled={isBusy || undefined}>
          {t('test.clear')}
        </Button>
      </div>
      <ul className={styles.seen}>
        {orders.map((order) => (
          <li key={order.id}>
            <Link to={paths.order(order.id)}>{order.number}</Link>
            <span>{formatEuro(language, order.totals.grossCents)}</span>
            <span className={textStyles.quiet}>
              {orderText(`state.${order.state}`)} · {orderText(`paymentState.${order.payment}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
