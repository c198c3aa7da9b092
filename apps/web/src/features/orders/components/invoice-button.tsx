import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import type { OrderAccess } from '../api/orders.ts'
import { OrderFailure } from './order-failure.tsx'
import styles from './orders.module.css'
import { useOrderAction } from './use-order-action.ts'

/** The invoice as a file. */
export function InvoiceButton({ access, number }: { access: OrderAccess; number: string }) {
  const { t } = useTranslation('order')
  const { isBusy, error, run } = useOrderAction()
  const download = () =>
    run(async () => {
      const [{ fetchInvoice }, { decodeBase64, savePdf }] = await Promise.all([
        import('../api/orders.ts'),
        import('../lib/invoice-file.ts'),
      ])
      const { filename, pdfBase64 } = await fetchInvoice(access)
      const bytes = decodeBase64(pdfBase64)
      if (!bytes) throw new Error(t('invoiceBroken'))
      savePdf(filename, bytes)
    })
  return (
    <div className={styles.stack}>
      <div>
        <Button onClick={download} aria-disabled={isBusy || undefined}>
          {t('invoice', { number })}
        </Button>
      </div>
      <OrderFailure error={error} />
    </div>
  )
}
