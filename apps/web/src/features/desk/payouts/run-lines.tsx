import { deskPayoutEndpoints, type PayoutRun } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import textStyles from '../../../ui/text.module.css'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import { readPayoutStatement, sendPayoutStatement } from './api/payouts.ts'

/** Who gets what, where, each with its statement. */
export function RunLines({ run }: { run: PayoutRun }) {
  const { t } = useTranslation('desk-payouts')
  const { isBusy, message, setMessage, run: perform } = useTask()
  const may = useMay()
  const isSender = run.txid !== null && may(deskPayoutEndpoints.deskPayoutStatementSend)
  const save = async (userId: string) => {
    let isSaved = true
    const isDone = await perform(async () => {
      const { filename, pdfBase64 } = await readPayoutStatement(run.id, userId)
      isSaved = savePdf(filename, pdfBase64)
      return null
    })
    if (isDone && !isSaved) setMessage({ tone: 'error', text: t('lines.broken') })
  }
  const send = (userId: string) =>
    perform(async () => t('lines.sent', { email: await sendPayoutStatement(run.id, userId) }))
  return (
    <section className={styles.section} aria-labelledby="payout-lines">
      <h2 id="payout-lines" className={styles.heading}>
        {t('lines.title')}
      </h2>
      <TaskNotice message={message} />
      <ul className={styles.list}>
        {run.entries.map(({ userId, name, amountSat, address }) => (
          <li key={`${userId} ${address} ${amountSat}`} className={styles.row}>
            <strong>{name}</strong>
            <span className={styles.mono}>{address}</span>
            <Sat sat={amountSat} />
            {userId === null ? (
              <span className={textStyles.quiet}>{t('lines.gone')}</span>
            ) : (
              <span>
                <Button
                  onClick={() => void save(userId)}
                  aria-label={t('lines.statementOf', { name })}
                  aria-disabled={isBusy || undefined}
                >
                  {t('lines.statement')}
                </Button>
                {isSender && (
                  <Button
                    onClick={() => void send(userId)}
                    aria-label={t('lines.sendTo', { name })}
                    aria-disabled={isBusy || undefined}
                  >
                    {t('lines.send')}
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
