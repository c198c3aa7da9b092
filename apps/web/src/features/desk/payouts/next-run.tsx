import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import lists from '../../../ui/lists.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import { createPayoutRun, type PayoutsAnswer } from './api/payouts.ts'

/** The run that would be made now, and the button that makes it for those who may. */
export function NextRun({ answer: { lines, totalSat, setup } }: { answer: PayoutsAnswer }) {
  const { t } = useTranslation('desk-payouts')
  const may = useMay()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { isBusy, message, run } = useTask()
  const [isOpen, setOpen] = useState(false)
  const create = async () => {
    let made: string | null = null
    await run(async () => {
      made = (await createPayoutRun({ lines, totalSat })).id
      return null
    })
    setOpen(false)
    void queries.invalidateQueries({ queryKey: ['desk'] })
    if (made !== null) navigate(paths.deskPayout(made))
  }
  return (
    <section className={styles.card} aria-labelledby="payout-next">
      <h2 id="payout-next" className={styles.heading}>
        {t('next.title')}
      </h2>
      <dl className={lists.facts}>
        <Fact name={t('next.total')}>
          <strong>
            <Sat sat={totalSat} />
          </strong>{' '}
          · {t('next.owners', { count: lines })}
        </Fact>
        <Fact name={t('next.minimum')}>
          <Sat sat={setup.minimumSat} />
        </Fact>
      </dl>
      <TaskNotice message={message} />
      {lines === 0 && <p className={text.quiet}>{t('next.none')}</p>}
      {lines > 0 && may(deskPayoutEndpoints.deskPayoutCreate) && (
        <div>
          <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('create')}
          </Button>
        </div>
      )}
      {isOpen && (
        <ConfirmDialog
          title={t('create')}
          confirm={t('create')}
          isBusy={isBusy}
          onConfirm={() => void create()}
          onClose={() => setOpen(false)}
        >
          <p>
            <strong>
              <Sat sat={totalSat} />
            </strong>{' '}
            · {t('next.owners', { count: lines })}
          </p>
          <p>{t('create.text')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
