import { needsQuote } from '@shipminer/domain/calculator/custom-solution'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { productPictures } from '../../../config/product-pictures.ts'
import { formatNominalHashrate, formatNominalPower } from '../../../lib/format/format.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { shownPrice } from '../../../lib/format/shown-price.ts'
import { useFreshPrices } from '../../../lib/fresh-prices.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ByAvailability } from '../../../ui/company/by-availability.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { parseCount, Stepper } from '../../../ui/forms/stepper.tsx'
import layout from '../../../ui/layout.module.css'
import { Picture } from '../../../ui/picture.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import type { OrderQuote } from '../api/purchase.ts'
import { orderableProducts } from '../lib/orderable-products.ts'
import type { PurchaseForm } from '../lib/purchase-form.ts'
import styles from './purchase-flow.module.css'

/** The first step: which product and how many. */
export function ProductStep({
  form,
  change,
  withTest,
  availability,
  onNext,
}: {
  form: PurchaseForm
  change: (part: Partial<PurchaseForm>) => void
  withTest: boolean
  /** The server's answer about this choice; null while it was not requested or has not arrived. */
  availability: OrderQuote['availability'] | null
  onNext: () => void
}) {
  const { t } = useTranslation('koop')
  const language = useLanguage()
  const [isTried, setTried] = useState(false)
  const products = orderableProducts(withTest, useFreshPrices())
  const product = products.find(({ id }) => id === form.product)
  const quantity = parseCount(form.quantity)
  const isQuote = quantity !== null && (needsQuote(quantity) || availability === 'quote')
  const isLater = product?.comingSoon || availability === 'coming-soon'
  const canGo = quantity !== null && product !== undefined && !isQuote && !isLater && availability !== 'none'
  const name = productNameOf(form.product) ?? ''

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (canGo) onNext()
    else if (quantity === null)
      event.currentTarget.querySelector<HTMLInputElement>('[name="quantity"]')?.focus()
  }

  return (
    <form className={layout.roomy} onSubmit={submit} noValidate>
      <h2 className={styles.heading} tabIndex={-1}>
        {t('step.title')}
      </h2>
      <RadioCards
        name="product"
        legend={t('product')}
        value={form.product}
        onChange={(id) => change({ product: id })}
        cards={products.map(({ id, hashrateThs, powerKw, priceCents, comingSoon }) => ({
          value: id,
          title: productNameOf(id) ?? id,
          ...pictureOf(id),
          aside: (
            <>
              {shownPrice(language, id, 'PRICE', priceCents)}{' '}
              <small className={styles.vat}>{t('inclVat')}</small>
            </>
          ),
          text:
            hashrateThs > 0 ? (
              <ByAvailability
                id={id}
                isLater={comingSoon}
                later={t('comingSoon')}
                now={`${formatNominalHashrate(language, hashrateThs)} · ${formatNominalPower(language, powerKw)}`}
              />
            ) : undefined,
        }))}
      />
      {isLater && (
        <Notice
          title={t('flow.later', { name })}
          actions={
            <ButtonLink to={paths.contactAbout('notify-me', form.product)}>{t('flow.notify')}</ButtonLink>
          }
        >
          {t('flow.laterText')}
        </Notice>
      )}
      <Stepper
        name="quantity"
        label={t('step.quantity')}
        text={form.quantity}
        onChange={(text) => change({ quantity: text })}
        error={quantity === null && (isTried || form.quantity !== '') ? t('step.quantityInvalid') : null}
        words={{ fewer: t('step.fewer'), more: t('step.more') }}
      />
      {isQuote && (
        <Notice
          tone="caution"
          title={t('step.quoteTitle')}
          actions={<ButtonLink to={paths.contactAbout('quote', product?.id)}>{t('step.quote')}</ButtonLink>}
        >
          {t('step.quoteText')}
        </Notice>
      )}
      {availability === 'none' && (
        <Notice
          tone="caution"
          title={t('flow.soldOut')}
          actions={<ButtonLink to={paths.contactAbout('order', product?.id)}>{t('step.contact')}</ButtonLink>}
        >
          {t('flow.soldOutText')}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button kind="main" type="submit" aria-disabled={!canGo || undefined}>
          {t('flow.toInfo')}
        </Button>
      </div>
    </form>
  )
}

/** Decoration: the name stands beside it. */
function pictureOf(id: string): { picture?: ReactNode } {
  const name = productPictures[id]
  return name ? { picture: <Picture name={name} alt="" failed="" most={480} sizes="88px" /> } : {}
}
