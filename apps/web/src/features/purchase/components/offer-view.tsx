import type { Offer } from '@shipminer/contract/shop/offers'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { isPassing, toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useFollow } from '../../../lib/use-follow.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { announce } from '../../../ui/signs/live-region.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { fetchOffer, fetchOfferPaper, type OfferAccess } from '../api/offers.ts'
import { buyerBody, emptyPurchase, type PurchaseForm, refusedField } from '../lib/purchase-form.ts'
import { InfoStep } from './info-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import styles from './purchase-flow.module.css'
import { Summary } from './summary.tsx'
import { useAccepting } from './use-accepting.ts'

/** Pause before an offer that could not be fetched is asked for again. */
const retryMs = 5000

/** An offer for anyone who has its key: what it says, and how to accept it. */
export function OfferView({
  id,
  orderKey,
  waiting,
}: {
  id: string
  /** Null: this browser has none. */
  orderKey: string | null
  waiting: ReactNode
}) {
  if (orderKey === null) return <Missing />
  return <Found access={{ id, orderKey }} waiting={waiting} />
}

function Missing() {
  const { t } = useTranslation('offer')
  return (
    <EmptyState
      title={t('missing.title')}
      actions={<ButtonLink to={paths.contactAbout('quote')}>{t('contact')}</ButtonLink>}
    >
      <p>{t('missing.text')}</p>
    </EmptyState>
  )
}

function Found({ access, waiting }: { access: OfferAccess; waiting: ReactNode }) {
  const errorText = useErrorText()
  const { data, error, look } = useFollow<Offer>(`${access.id} ${access.orderKey}`, {
    load: () => fetchOffer(access),
    nextLookMs: ({ data: seen, error }) => (seen === null && isPassing(error) ? retryMs : null),
  })
  if (data) return <Shown offer={data} access={access} look={() => void look()} error={error} />
  if (!error) return waiting
  const { status } = toApiError(error)
  if (status === 404 || status === 400) return <Missing />
  return <ErrorState message={errorText(error)} onRetry={() => void look()} />
}

function Shown({
  offer,
  access,
  look,
  error,
}: {
  offer: Offer
  access: OfferAccess
  look: () => void
  error: unknown
}) {
  const { t } = useTranslation('offer')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const date = formatDate(language, Date.parse(offer.validUntil))
  const download = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchOfferPaper(access)
      if (!savePdf(filename, pdfBase64)) throw new Error(t('pdfBroken'))
      return null
    })
  return (
    <div className={styles.flow}>
      <div className={layout.roomy}>
        <h1>
          {t('title')} {offer.number}
        </h1>
        {offer.state === 'open' ? <p>{t('lead', { date })}</p> : <Over offer={offer} date={date} />}
      </div>
      <div className={styles.columns}>
        <div className={layout.roomy}>
          {offer.note !== null && (
            <section className={layout.roomy} aria-labelledby="offer-note">
              <h2 id="offer-note" className={text.sub}>
                {t('note')}
              </h2>
              <p className={text.lines}>{offer.note}</p>
            </section>
          )}
          <div className={styles.actions}>
            <Button onClick={() => void download()} aria-disabled={isBusy || undefined}>
              {t('pdf')}
            </Button>
          </div>
          {message && <Notice tone={message.tone}>{message.text}</Notice>}
          {offer.state === 'open' && <Acceptance offer={offer} access={access} look={look} error={error} />}
        </div>
        <Summary
          name={offer.product.name}
          quantity={offer.quantity}
          totals={offer.totals}
          week={null}
          isOld={false}
        />
      </div>
    </div>
  )
}

function Over({ offer, date }: { offer: Offer; date: string }) {
  const { t } = useTranslation('offer')
  const { state } = offer
  if (state === 'open') return null
  return (
    <Notice
      tone={state === 'accepted' ? 'good' : 'caution'}
      title={t(`${state}.title`)}
      actions={
        state !== 'accepted' && <ButtonLink to={paths.contactAbout('quote')}>{t('contact')}</ButtonLink>
      }
    >
      <p>{t(`${state}.text`, { date })}</p>
    </Notice>
  )
}

/** The two steps of accepting: who buys, and how it is paid. */
function Acceptance({
  offer,
  access,
  look,
  error,
}: {
  offer: Offer
  access: OfferAccess
  look: () => void
  error: unknown
}) {
  const { t } = useTranslation('offer')
  const { t: tKoop } = useTranslation('koop')
  const language = useLanguage()
  const navigate = useNavigate()
  const [form, setForm] = useState<PurchaseForm>(() => formOf(offer))
  const [step, setStep] = useState<'info' | 'payment'>('info')
  const ref = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const accepting = useAccepting(access, (orderId) => {
    announce(tKoop('done.placed'))
    navigate(paths.order(orderId), { replace: true })
  })
  const { state } = accepting
  const change = (part: Partial<PurchaseForm>) => setForm((before) => ({ ...before, ...part }))
  const code = state.kind === 'refused' ? toApiError(state.error).code : null
  const refused = refusedField(code)
  const isRefused = refused !== null

  // Somebody else may have accepted it meanwhile.
  const isOver = code === 'offer-over'
  const looked = useRef(look)
  looked.current = look
  useEffect(() => {
    if (isOver) looked.current()
  }, [isOver])
  useEffect(() => {
    if (isRefused) setStep('info')
  }, [isRefused])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new step begins at its heading
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const heading = ref.current?.querySelector<HTMLElement>('h2[tabindex]')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }, [step])

  return (
    <div ref={ref} className={layout.roomy}>
      {step === 'info' ? (
        <InfoStep
          form={form}
          change={change}
          refused={refused}
          fixedEmail={form.email}
          onNext={() => setStep('payment')}
        />
      ) : (
        <>
          <PaymentStep
            form={form}
            change={change}
            quote={{ methods: offer.methods }}
            isOld={false}
            failure={error}
            onRetryQuote={look}
            placing={state}
            otherOrder={null}
            onStartAnew={() => undefined}
            onOrder={(method) => {
              const { email: _, ...buyer } = buyerBody(form)
              void accepting.accept({ method, buyer, language, acceptedTerms: form.terms === 'yes' })
            }}
          />
          <div>
            <Button kind="quiet" onClick={() => setStep('info')}>
              {t('back')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** What the desk knew of the buyer. */
function formOf({ buyer, product, quantity }: Offer): PurchaseForm {
  const known = Object.fromEntries(Object.entries(buyer).map(([name, value]) => [name, value ?? '']))
  return { ...emptyPurchase, ...known, product: product.id, quantity: String(quantity) }
}
