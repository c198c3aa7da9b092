import { needsQuote } from '@shipminer/domain/calculator/custom-solution'
import { splitVat } from '@shipminer/domain/vat'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { toApiError } from '../../../lib/api/api-error.ts'
import { lazyChunk } from '../../../lib/chunks/chunk-loader.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useDraft } from '../../../lib/forms/use-draft.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { parseCount } from '../../../ui/forms/stepper.tsx'
import layout from '../../../ui/layout.module.css'
import { Fold } from '../../../ui/panels/fold.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import type { PlacedOrder } from '../api/purchase.ts'
import { orderableProducts, readOrderable } from '../lib/orderable-products.ts'
import { buyerBody, checkInfo, emptyPurchase, refusedField } from '../lib/purchase-form.ts'
import { type PurchaseStep, stepToShow } from '../lib/purchase-steps.ts'
import { quoteQuestion } from '../lib/quote-question.ts'
import { InfoStep } from './info-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { ProductStep } from './product-step.tsx'
import styles from './purchase-flow.module.css'
import { StepMarks } from './step-marks.tsx'
import { Summary } from './summary.tsx'
import { useKnownBuyer } from './use-known-buyer.ts'
import { usePlacing } from './use-placing.ts'
import { useQuote } from './use-quote.ts'

const AskOffer = lazyChunk(() => import('./ask-offer.tsx').then((module) => module.AskOffer))

/** What the last step needs of the order that was placed in this tab. */
const noOrder = { orderId: '', network: '' }
export type PlacedHere = typeof noOrder

/** Where most buyers who read a language live; it is only a first guess. */
const likelyCountry = { nl: 'NL', de: 'DE', ro: 'RO', en: '' } as const

/**
 * An order in four steps (docs/product.md 2.9). The step is in the address, so that the back button goes a step back; what was typed
 * survives a reload. `complete` shows the last step.
 */
export function PurchaseFlow({
  vatPercent,
  withTest,
  onDisabled,
  complete,
}: {
  vatPercent: number
  withTest: boolean
  /** The server says that orders are off now. */
  onDisabled: () => void
  complete: (placed: PlacedHere) => ReactNode
}) {
  const { t } = useTranslation('koop')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { form, change, fill, clear } = useDraft('purchase', emptyPurchase)
  const placed = useDraft('koop-placed', noOrder)
  const [isReady, setReady] = useState(false)
  const hasChosen = useRef(false)
  const asked = search.get('step')

  // After the drafts were read, and what was chosen in the delivered page: that wins over the address.
  useLayoutEffect(() => {
    const product = hasChosen.current ? null : readOrderable(location.search, withTest)
    const asked = parseCount(new URLSearchParams(location.search).get('quantity') ?? '')
    if (product) change({ product, ...(asked !== null && { quantity: String(asked) }) })
    setReady(true)
    delete document.documentElement.dataset.laterStep
  }, [change, withTest])

  const quantity = parseCount(form.quantity)
  const product = orderableProducts(withTest).find(({ id }) => id === form.product)
  const quoted = useQuote(isReady && product ? quoteQuestion(form, quantity) : null)
  const { quote } = quoted
  const availability = quoted.isOld ? null : (quote?.availability ?? null)
  const isOff = quote?.ordersEnabled === false
  const off = useRef(onDisabled)
  off.current = onDisabled
  useEffect(() => {
    if (isOff) off.current()
  }, [isOff])

  const progress = {
    hasProduct:
      product !== undefined &&
      !product.comingSoon &&
      quantity !== null &&
      !needsQuote(quantity) &&
      (availability === null || availability === 'available'),
    hasInfo: Object.keys(checkInfo(form)).length === 0,
    isPlaced: placed.form.orderId !== '',
  }
  // The delivered page is the first step with nothing chosen: which product the address names is read when it comes to life.
  const step = isReady ? stepToShow(asked, progress) : 'product'
  const addressOf = (next: PurchaseStep) =>
    `${paths.buy}?${new URLSearchParams({ product: form.product, step: next })}`
  const go = (next: PurchaseStep) => navigate(addressOf(next))

  const isJustPlaced = useRef(false)
  const placing = usePlacing({
    isMaking: step !== 'complete',
    requote: quoted.again,
    onPlaced: ({ order }: PlacedOrder) => {
      isJustPlaced.current = true
      placed.change({ orderId: order.id, network: form.network })
      announce(t('done.placed'))
      navigate(`${paths.buy}?step=complete`, { replace: true })
    },
  })
  const isComplete = step === 'complete'
  // Once the order is shown, what was typed for it is dropped, and the next one begins with what is known of the buyer.
  const { leave } = placing
  const leaving = useRef(leave)
  leaving.current = leave
  useEffect(() => {
    if (!isComplete || !isJustPlaced.current) return
    isJustPlaced.current = false
    clear()
    leaving.current()
  }, [isComplete, clear])
  useEffect(() => {
    if (isReady && !isComplete) fill({ country: likelyCountry[language] })
  }, [isReady, isComplete, fill, language])
  useKnownBuyer(isReady && !isComplete, fill)
  const body = useStepFocus(isReady ? step : null)

  // A step that may not be entered is left in the address too.
  useEffect(() => {
    if (isReady && asked !== null && asked !== step) navigate(addressOf(step), { replace: true })
  })

  if (isComplete) {
    return (
      <div ref={body} className={`wrap ${styles.flow}`}>
        <StepMarks step={step} progress={progress} addressOf={addressOf} />
        {complete(placed.form)}
      </div>
    )
  }

  const totals =
    quote && !quoted.isOld
      ? quote.totals
      : product && quantity
        ? {
            ...splitVat(product.priceCents * quantity, vatPercent),
            currency: 'EUR' as const,
            vatPercent,
            reverseCharge: false,
          }
        : null
  return (
    <div ref={body} className={`wrap ${styles.flow}`}>
      <StepMarks step={step} progress={progress} addressOf={addressOf} />
      <div className={styles.columns}>
        <div className={layout.roomy}>
          {step === 'product' && (
            <ProductStep
              form={isReady ? form : { ...form, product: '' }}
              change={(part) => {
                if (!isReady) hasChosen.current = true
                change(part)
              }}
              withTest={withTest}
              availability={availability}
              onNext={() => go('info')}
            />
          )}
          {step === 'info' && (
            <InfoStep
              form={form}
              change={change}
              refused={refusedField(refusalCode(placing.state))}
              vatCheck={quoted.isOld ? null : (quote?.vatNumberCheck ?? null)}
              onNext={() => go('payment')}
            />
          )}
          {step === 'payment' && (
            <PaymentStep
              form={form}
              change={change}
              quote={quote}
              isOld={quoted.isOld}
              failure={quoted.error}
              onRetryQuote={() => void quoted.again()}
              placing={placing.state}
              otherOrder={placing.otherOrder()}
              onStartAnew={placing.startAnew}
              onOrder={(method) => {
                if (!quote || quantity === null) return
                placing.place({
                  product: form.product,
                  quantity,
                  method,
                  buyer: buyerBody(form),
                  language,
                  expectedGrossCents: quote.totals.grossCents,
                  acceptedTerms: form.terms === 'yes',
                })
              }}
            />
          )}
          {isReady && progress.hasProduct && quantity !== null && (
            <Fold
              id="ask-offer"
              title={t('offer.title')}
              standing={t('offer.standing')}
              startsOpen={search.has('offer')}
            >
              <Suspense fallback={<Loading inline />}>
                <AskOffer form={form} change={change} quantity={quantity} />
              </Suspense>
            </Fold>
          )}
        </div>
        <Summary
          name={isReady ? (productNameOf(form.product) ?? '') : null}
          quantity={quantity}
          totals={isReady ? totals : null}
          week={weekOf(quoted, form.product, quantity)}
          isOld={quoted.isOld}
        />
      </div>
    </div>
  )
}

/** When this choice would come; it depends on nothing else that is asked here. Null: not known. */
function weekOf({ quote, quoteFor }: ReturnType<typeof useQuote>, product: string, quantity: number | null) {
  const isSame = quoteFor?.product === product && quoteFor.quantity === quantity
  return (isSame ? quote?.deliveryWeek : null) ?? null
}

/** Why the server took nothing; null: it did not refuse. */
function refusalCode(state: ReturnType<typeof usePlacing>['state']): string | null {
  return state.kind === 'refused' ? toApiError(state.error).code : null
}

/** After a change of step the new one begins at its top, with the focus on its heading, so that screen readers start there. Not when the page is opened. */
function useStepFocus(step: PurchaseStep | null) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef<PurchaseStep | null>(null)
  useEffect(() => {
    const before = shown.current
    shown.current = step
    if (before === null || step === null || before === step) return
    scrollTo(0, 0)
    ref.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [step])
  return ref
}
