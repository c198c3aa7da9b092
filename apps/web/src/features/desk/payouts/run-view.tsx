import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'
import { cancelPayoutRun, payoutRunQuery } from './api/payouts.ts'
import { RunFacts } from './run-facts.tsx'
import { RunFollow } from './run-follow.tsx'
import { RunImport } from './run-import.tsx'
import { RunLines } from './run-lines.tsx'
import { RunPayment } from './run-payment.tsx'
import { RunState } from './run-state.tsx'
import { SetupNotice } from './setup-notice.tsx'

/** One run: its lines, and the steps from making the payment to its confirmations. */
export function PayoutRunView({ id }: { id: string }) {
  const { t } = useTranslation('desk-payouts')
  const may = useMay()
  const found = useQuery(payoutRunQuery(id))
  const [isCancelling, setCancelling] = useState(false)
  const back = (
    <p>
      <Link to={paths.deskPayouts}>{t('run.back')}</Link>
    </p>
  )
  if (!found.data)
    return (
      <>
        {back}
        <NothingYet query={found} missing={t('run.missing')} />
      </>
    )
  const { run, setup } = found.data
  const can = (event: (typeof run.events)[number]) => run.events.includes(event)
  return (
    <>
      {back}
      <div className={styles.head}>
        <h1 className={styles.heading}>{t('run.name', { id: run.id })}</h1>
        <RunState state={run.state} />
      </div>
      <RunFacts run={run} />
      {can('export') && <SetupNotice setup={setup} />}
      {can('export') && may(deskPayoutEndpoints.deskPayoutPsbt) && <RunPayment run={run} setup={setup} />}
      {(run.state === 'broadcast' || run.state === 'confirmed') && <RunFollow run={run} setup={setup} />}
      {(can('import') || can('replace')) && may(deskPayoutEndpoints.deskPayoutImport) && (
        <RunImport key={run.txid} run={run} setup={setup} />
      )}
      <RunLines run={run} />
      {can('cancel') && may(deskPayoutEndpoints.deskPayoutCancel) && (
        <div>
          <Button kind="danger" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {isCancelling && (
        <ReasonDialog
          title={t('cancel')}
          text={t(run.state === 'exported' ? 'cancel.exportedText' : 'cancel.text')}
          confirm={t('cancel')}
          isDanger
          act={(reason) => cancelPayoutRun(run.id, reason)}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}
