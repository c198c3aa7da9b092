import type { PayoutRun, PayoutSetup } from '@shipminer/contract/desk/payouts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { makePayoutCsv, makePayoutPsbt } from './api/payouts.ts'
import { MadeTransaction } from './made-transaction.tsx'
import { PsbtForm } from './psbt-form.tsx'

/** The transaction to sign elsewhere, or the table to pay by hand. */
export function RunPayment({ run, setup }: { run: PayoutRun; setup: PayoutSetup }) {
  const { t } = useTranslation('desk-payouts')
  const queries = useQueryClient()
  const { isBusy, message, run: perform } = useTask()
  const canMake = setup.hasAccount && setup.source !== null
  const saveCsv = () =>
    perform(async () => {
      const { filename, csv } = await makePayoutCsv(run.id)
      saveFile(filename, 'text/csv;charset=utf-8', csv)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return t('pay.saved')
    })
  return (
    <section className={styles.card} aria-labelledby="payout-pay">
      <h2 id="payout-pay" className={styles.heading}>
        {t('pay.title')}
      </h2>
      {canMake && (
        <PsbtForm isAgain={run.transaction !== null} make={(rate) => makePayoutPsbt(run.id, rate)} />
      )}
      {run.transaction && (
        <MadeTransaction filename={`payout-run-${run.id}.psbt`} transaction={run.transaction} />
      )}
      <p className={textStyles.quiet}>{t('pay.csvText')}</p>
      <div className={layout.actions}>
        <Button onClick={() => void saveCsv()} aria-disabled={isBusy || undefined}>
          {t('pay.csv')}
        </Button>
      </div>
      <TaskNotice message={message} />
    </section>
  )
}
