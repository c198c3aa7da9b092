import type { Order } from '@shipminer/contract/orders'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { fetchEInvoice, fetchInvoice, type OrderAccess } from '../api/orders.ts'
import { decodeBase64, savePdf } from '../lib/invoice-file.ts'
import { OrderFailure } from './order-failure.tsx'
import styles from './orders.module.css'
import { useOrderAction } from './use-order-action.ts'

type Documents = NonNullable<Order['documents']>

/** Invoices and credit notes, newest first, each as a file for people and as one for machines. */
export function OrderDocuments({ access, documents }: { access: OrderAccess; documents: Documents }) {
  const { t } = useTranslation('order')
  const { isBusy, error, run } = useOrderAction()
  const download = (number: string) => () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchInvoice(access, number)
      const bytes = decodeBase64(pdfBase64)
      if (!bytes) throw new Error(t('invoiceBroken'))
      savePdf(filename, bytes)
    })
  const downloadXml = (number: string) => () =>
    run(async () => {
      const { filename, xml } = await fetchEInvoice(access, number)
      saveFile(filename, 'application/xml', xml)
    })
  if (documents.length === 0) return null
  return (
    <div className={styles.stack}>
      {documents.toReversed().map(({ number, kind }) => (
        <div key={number} className={styles.stack}>
          <div>
            <Button onClick={download(number)} aria-disabled={isBusy || undefined}>
              {t(`document.${kind}`, { number })}
            </Button>
          </div>
          <div>
            <Button onClick={downloadXml(number)} aria-disabled={isBusy || undefined}>
              {t('eInvoice', { number })}
            </Button>
          </div>
        </div>
      ))}
      <OrderFailure error={error} />
    </div>
  )
}
