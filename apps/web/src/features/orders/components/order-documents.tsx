import type { Order } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import { fetchEInvoice, fetchInvoice, type OrderAccess } from '../api/orders.ts'
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
      if (!savePdf(filename, pdfBase64)) throw new Error(t('invoiceBroken'))
    })
  const downloadXml = (number: string) => () =>
    run(async () => {
      const { filename, xml } = await fetchEInvoice(access, number)
      saveFile(filename, 'application/xml', xml)
    })
  return (
    <>
      <ul className={styles.documents}>
        {documents.toReversed().map(({ number, kind }) => (
          <li key={number} className={layout.between}>
            <span>
              <span className={text.small}>{t(`documentName.${kind}`)}</span>
              <br />
              <b>{number}</b>
            </span>
            <span className={styles.files}>
              <Button
                onClick={download(number)}
                aria-label={t(`document.${kind}`, { number })}
                aria-disabled={isBusy || undefined}
              >
                PDF
              </Button>
              <Button
                onClick={downloadXml(number)}
                aria-label={t('eInvoice', { number })}
                aria-disabled={isBusy || undefined}
              >
                XML
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <OrderFailure error={error} />
    </>
  )
}
