import type { MethodOffer, PaymentMethod } from '@shipminer/contract/shop/orders'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import type { OrderQuote } from '../api/purchase.ts'
import type { Placing } from '../lib/placing.ts'
import { chosenMethod, type PurchaseForm } from '../lib/purchase-form.ts'
import styles from './purchase-flow.module.css'

/** The third step: how it is paid, the terms, and the button that makes it an order. */
export function PaymentStep({
  form,
  change,
  quote,
  isOld,
  failure,
  onRetryQuote,
  placing,
  otherOrder,
  onStartAnew,
  onOrder,
}: {
  form: PurchaseForm
  change: (part: Partial<PurchaseForm>) => void
  quote: Pick<OrderQuote, 'methods'> | null
  isOld: boolean
  failure: unknown
  onRetryQuote: () => void
  placing: Placing
  /** Where the order is that another tab made of the same intention; null: not known. */
  otherOrder: string | null
  onStartAnew: () => void
  onOrder: (method: PaymentMethod) => void
}) {
  const { t } = useTranslation('koop')
  const language = useLanguage()
  const [isTried, setTried] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  const method = chosenMethod(form)
  const offer = quote?.methods.find((one) => one.method === method)
  const isChosen = offer?.available === true
  const isBusy = placing.kind === 'sending'

  // The error is shown above the button that was pressed.
  const { kind } = placing
  useEffect(() => {
    if (kind === 'idle' || kind === 'sending' || kind === 'placed') return
    outcome.current?.focus({ preventScroll: true })
    outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const form_ = event.currentTarget
    if (!isChosen || method === null) showMissing(form_, '[name="method"]:not(:disabled)')
    else if (form.terms !== 'yes') showMissing(form_, '[name="terms"]')
    else if (!isOld && !isBusy) onOrder(method)
  }

  return (
    <form className={layout.roomy} onSubmit={submit} noValidate>
      <h2 className={styles.heading} tabIndex={-1}>
        {t('pay.title')}
      </h2>
      {Boolean(failure) && (
        <Notice
          tone="error"
          title={t('pay.quoteFailed')}
          actions={<Button onClick={onRetryQuote}>{t('pay.retry')}</Button>}
        >
          <Failure error={failure} />
        </Notice>
      )}
      {quote === null ? (
        !failure && <Loading inline />
      ) : (
        <RadioCards
          name="method"
          legend={t('pay.method')}
          value={form.method}
          onChange={(next) => change({ method: next, network: '' })}
          error={isTried && !isChosen ? t('pay.methodMissing') : null}
          cards={quote.methods.map((one) => ({
            value: one.method,
            title: t(`pay.${one.method}.title`),
            text: t(`pay.${one.method}.text`),
            unavailable: one.available ? null : t(`pay.unavailable.${one.reason ?? 'other'}`),
            more: one.networks.length > 0 ? <Networks offer={one} form={form} change={change} /> : null,
          }))}
        />
      )}
      <p className={styles.secure}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path
            d="M6 10V8a6 6 0 0 1 12 0v2M4 10h16v11H4zM12 14v3"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
          />
        </svg>
        {t('pay.secure')}
      </p>
      <div className={styles.terms}>
        <label className={styles.check}>
          <input
            type="checkbox"
            name="terms"
            checked={form.terms === 'yes'}
            onChange={(event) => change({ terms: event.target.checked ? 'yes' : '' })}
            aria-invalid={isTried && form.terms !== 'yes'}
            aria-describedby={isTried && form.terms !== 'yes' ? 'terms-missing' : undefined}
          />
          <span>{t('pay.terms')}</span>
        </label>
        <p className={styles.note}>
          <a href={paths.terms} target="_blank" rel="noopener">
            {t('pay.termsRead')}
          </a>{' '}
          {t('pay.withdrawal')}
        </p>
        {isTried && form.terms !== 'yes' && (
          <p id="terms-missing" className={styles.error}>
            {t('pay.termsMissing')}
          </p>
        )}
      </div>
      <div ref={outcome} tabIndex={-1} className={styles.outcome}>
        {placing.kind === 'repriced' && (
          <Notice tone="caution" title={t('pay.repricedTitle')}>
            {t('pay.repriced', { total: formatEuro(language, placing.grossCents) })}
          </Notice>
        )}
        {placing.kind === 'refused' && (
          <Notice tone="error" title={t('pay.refusedTitle')}>
            <Failure error={placing.error} />
          </Notice>
        )}
        {placing.kind === 'uncertain' && (
          <Notice tone="caution" title={t('pay.uncertainTitle')}>
            <Failure error={placing.error} />
            <p>{t('pay.uncertain')}</p>
          </Notice>
        )}
        {placing.kind === 'used' && (
          <Notice
            tone="caution"
            title={t('pay.usedTitle')}
            actions={
              <>
                {otherOrder && (
                  <a className={styles.plainLink} href={paths.order(otherOrder)}>
                    {t('pay.usedSee')}
                  </a>
                )}
                <Button onClick={onStartAnew}>{t('pay.usedAgain')}</Button>
              </>
            }
          >
            {t('pay.used')}
          </Notice>
        )}
      </div>
      <div className={styles.actions}>
        <Button kind="main" type="submit" aria-disabled={isBusy || isOld || undefined}>
          {isBusy ? t('pay.ordering') : t('pay.order')}
        </Button>
      </div>
    </form>
  )
}

/** Brings what is missing into view with its words; a field at the edge of the screen, or below the page's head, is easily overlooked. */
function showMissing(form: HTMLFormElement, selector: string): void {
  const field = form.querySelector<HTMLInputElement>(selector)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

function Failure({ error }: { error: unknown }) {
  return <FailureText error={error} />
}

/** Where a coin can be paid: a choice when there are several. */
function Networks({
  offer,
  form,
  change,
}: {
  offer: MethodOffer
  form: PurchaseForm
  change: (part: Partial<PurchaseForm>) => void
}) {
  const { t } = useTranslation('koop')
  const [first] = offer.networks
  if (!first) return null
  if (offer.networks.length === 1) {
    return <span className={styles.badge}>{t('pay.onNetwork', { name: first.name })}</span>
  }
  return (
    <SelectField
      name="network"
      label={t('pay.network')}
      hint={t('pay.networkHint')}
      value={offer.networks.some(({ id }) => id === form.network) ? form.network : first.id}
      onChange={(network) => change({ network })}
      options={offer.networks.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
