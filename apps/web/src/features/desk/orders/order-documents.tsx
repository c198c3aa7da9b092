import { deskEndpoints } from '@shipminer/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import {
  fetchDocument,
  fetchEInvoice,
  fetchPackingSlip,
  type OrderAnswer,
  resendDocument,
  sendPackingSlip,
} from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'

/** The invoice, its credit note if there is one, and the packing slip of an order. */
export function OrderDocuments({ answer: { order, documents } }: { answer: OrderAnswer }) {
  const { t } = useTranslation('desk-bank')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const queries = useQueryClient()
  const may = useMay()
  const isSender = may(deskEndpoints.deskPackingSlipSend)
  const print = (load: () => Promise<{ filename: string; pdfBase64: string }>) => () => {
    if (isBusy) return
    void run(async () => {
      const { filename, pdfBase64 } = await load()
      if (!savePdf(filename, pdfBase64)) throw new Error(t('documents.broken'))
      return null
    })
  }
  const saveXml = (number: string) => () => {
    if (isBusy) return
    void run(async () => {
      const { filename, xml } = await fetchEInvoice(order.id, number)
      saveFile(filename, 'application/xml', xml)
      return null
    })
  }
  const resend = (number: string) => () => {
    if (isBusy) return
    void run(async () => {
      const email = await resendDocument(order.id, number)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return t('documents.resent', { number, email })
    })
  }
  const sendSlip = () => {
    if (isBusy) return
    void run(async () => {
      const email = await sendPackingSlip(order.id)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return t('documents.slipSent', { email })
    })
  }
  const languageName = new Intl.DisplayNames([language], { type: 'language' }).of(order.language)
  return (
    <section className={styles.card} aria-labelledby="desk-documents">
      <h2 id="desk-documents" className={styles.heading}>
        {t('documents.title')}
      </h2>
      {documents.length === 0 && <p className={text.quiet}>{t('documents.noInvoice')}</p>}
      <ul className={styles.stack}>
        {documents.map(({ number, kind, issuedAt }) => (
          <li key={number} className={lists.rows}>
            <span className={text.small}>
              {number} · {formatDate(language, issuedAt)}
            </span>
            <Button
              wide
              aria-disabled={isBusy || undefined}
              onClick={print(() => fetchDocument(order.id, number))}
            >
              {t(`documents.${kind}`, { number })}
            </Button>
            <Button wide aria-disabled={isBusy || undefined} onClick={saveXml(number)}>
              {t('documents.eInvoice', { number })}
            </Button>
            {may(deskEndpoints.deskOrderDocumentResend) && (
              <Button wide aria-disabled={isBusy || undefined} onClick={resend(number)}>
                {t('documents.resend', { number })}
              </Button>
            )}
          </li>
        ))}
        <li className={lists.rows}>
          <Button wide aria-disabled={isBusy || undefined} onClick={print(() => fetchPackingSlip(order.id))}>
            {t('documents.slip')}
          </Button>
          {isSender && (
            <Button wide aria-disabled={isBusy || undefined} onClick={sendSlip}>
              {t('documents.slipSend')}
            </Button>
          )}
        </li>
      </ul>
      <TaskNotice message={message} />
      <p className={text.small}>{t('documents.hint', { language: languageName ?? order.language })}</p>
    </section>
  )
}
