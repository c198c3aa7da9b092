import type { PayoutRun } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import lists from '../../../ui/lists.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Sat } from '../../../ui/values/money.tsx'

/** What a run pays together, and when what happened to it. */
export function RunFacts({ run }: { run: PayoutRun }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const steps = [
    [t('run.exported'), run.exportedAt],
    [t('run.broadcast'), run.broadcastAt],
    [t('run.confirmed'), run.confirmedAt],
    [t('run.cancelled'), run.cancelledAt],
  ] as const
  return (
    <dl className={lists.facts}>
      <Fact name={t('next.total')}>
        <strong>
          <Sat sat={run.totalSat} />
        </strong>{' '}
        · {t('next.owners', { count: run.lines })}
      </Fact>
      <Fact name={t('run.made')}>
        {t('run.by', { date: formatDateTime(language, run.createdAt), name: run.createdBy })}
      </Fact>
      {steps.map(
        ([name, at]) =>
          at !== null && (
            <Fact key={name} name={name}>
              {formatDateTime(language, at)}
            </Fact>
          ),
      )}
      {run.cancelReason !== null && <Fact name={t('run.reason')}>{run.cancelReason}</Fact>}
    </dl>
  )
}
