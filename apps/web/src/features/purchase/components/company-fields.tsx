import { suggestPeppolId } from '@shipminer/domain/orders/vat/peppol-id'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import pair from '../../../ui/forms/pair.module.css'
import text from '../../../ui/text.module.css'
import type { OrderQuote } from '../api/purchase.ts'
import type { InfoField, PurchaseForm } from '../lib/purchase-form.ts'
import styles from './purchase-flow.module.css'

/** What VIES said of the VAT number that is in the form now; null: nothing yet, or there is none. */
export type VatCheck = OrderQuote['vatNumberCheck'] | null

/** What the bookkeeping of a company needs of an order, in one place; nothing of it is required. */
export function CompanyFields({
  form,
  field,
  change,
  vatCheck,
}: {
  form: PurchaseForm
  field: (name: InfoField) => ComponentProps<typeof TextField>
  change: (part: Partial<PurchaseForm>) => void
  vatCheck: VatCheck
}) {
  const { t } = useTranslation('koop')
  const { vatNumber, country } = form
  const suggested = suggestPeppolId({ typed: form.peppolId, vatNumber, country })
  const hasWords = vatCheck === 'confirmed' || vatCheck === 'unknown-to-vies' || vatCheck === 'form-valid'
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <div className={styles.company}>
      <p>{t('info.companyText')}</p>
      <div>
        <TextField
          {...field('vatNumber')}
          {...plain}
          autoCapitalize="characters"
          maxLength={20}
          hint={t('info.vatHint')}
        />
        <p className={text.small} role="status">
          {hasWords && t(`info.vatCheck.${vatCheck}`)}
        </p>
      </div>
      <div>
        <TextField {...field('peppolId')} {...plain} maxLength={80} hint={t('info.peppolHint')} />
        {suggested !== null && (
          <Button onClick={() => change({ peppolId: suggested })}>
            {t('info.peppolTake', { id: suggested })}
          </Button>
        )}
      </div>
      <div className={pair.roomy}>
        <TextField {...field('reference')} {...plain} maxLength={60} hint={t('info.referenceHint')} />
        <TextField
          {...field('invoiceEmail')}
          {...plain}
          type="email"
          inputMode="email"
          maxLength={254}
          hint={t('info.invoiceEmailHint')}
        />
      </div>
    </div>
  )
}
