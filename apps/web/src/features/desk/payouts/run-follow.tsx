import { deskPayoutEndpoints, type PayoutRun, type PayoutSetup } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import { sendPayout } from './api/payouts.ts'

/** How deep the transaction is in the chain, and the way to send it once more. */
export function RunFollow({ run, setup }: { run: PayoutRun; setup: PayoutSetup }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const may = useMay()
  const { isBusy, message, run: perform } = useTask()
  const { confirmations, confirmationsNeeded: needed, lookedAt } = run
  const writeStatus = () => {
    if (confirmations !== null) return t('follow.count', { count: confirmations, needed })
    if (setup.source === null) return t('follow.noSource')
    return t(lookedAt === null ? 'follow.notYet' : 'follow.unknown')
  }
  const send = () =>
    perform(async () => {
      await sendPayout(run.id)
      return t('follow.sent')
    })
  return (
    <section className={styles.card} aria-labelledby="payout-follow">
      <h2 id="payout-follow" className={styles.heading}>
        {t('follow.title')}
      </h2>
      <p>
        <strong>{writeStatus()}</strong>
        {lookedAt !== null && (
          <span className={textStyles.small}>
            {' '}
            · {t('follow.looked', { date: formatDateTime(language, lookedAt) })}
          </span>
        )}
      </p>
      {run.txid !== null && (
        <dl>
          <CopyLine label={t('follow.txid')} text={run.txid} mono />
        </dl>
      )}
      <TaskNotice message={message} />
      {run.canSend && setup.source !== null && may(deskPayoutEndpoints.deskPayoutSend) && (
        <div>
          <Button onClick={() => void send()} aria-disabled={isBusy || undefined}>
            {t('follow.send')}
          </Button>
        </div>
      )}
    </section>
  )
}
