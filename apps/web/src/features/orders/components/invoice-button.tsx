import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { fetchEInvoice, fetchInvoice, type OrderAccess } from '../api/orders.ts'
import { decodeBase64, savePdf } from '../lib/invoice-file.ts'
import { OrderFailure } from './order-failure.tsx'
import styles from './orders.module.css'
import { useOrderAction } from './use-order-action.ts'

/** The invoice as a file for people, and as one for machines. */
export function InvoiceButton({ access, number }: { access: OrderAccess; number: string }) {
  const { t } = useTranslation('order')
  const { isBusy, error, run } = useOrderAction()
  const download = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchInvoice(access)
      const bytes = decodeBase64(pdfBase64)
      if (!bytes) throw new Error(t('invoiceBroken'))
      savePdf(filename, bytes)
    })
  const downloadXml = () =>
    run(async () => {
      const { filename, xml } = await fetchEInvoice(access)
      saveFile(filename, 'application/xml', xml)
    })
  return (
    <div className={styles.stack}>
      <div>
        <Button onClick={download} aria-disabled={isBusy || undefined}>
          {t('invoice', { number })}
        </Button>
      </div>
      <div>
        <Button onClick={downloadXml} aria-disabled={isBusy || undefined}>
          {t('eInvoice', { number })}
        </Button>
      </div>
      <OrderFailure error={error} />
    </div>
  )
}
