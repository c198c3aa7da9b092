import {
  deskPayoutEndpoints,
  type PayoutRunState,
  PayoutRunStateSchema,
  type PayoutRunSummary,
} from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { PagedTable } from '../table/paged-table.tsx'
import type { useTableState } from '../table/use-table-state.ts'
import { exportPayoutRuns, type PayoutsAnswer } from './api/payouts.ts'
import { RunState } from './run-state.tsx'

/** The runs so far, a page at a time. `shown`: those in one state alone. */
export function RunList({
  answer: { runs, runsTotal, perPage },
  state,
  shown,
  isBusy,
}: {
  answer: PayoutsAnswer
  state: ReturnType<typeof useTableState>
  shown: PayoutRunState | undefined
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-payouts')
  const { t: tDesk } = useTranslation('desk')
  const columns = useRunColumns()
  const hasAny = runsTotal > 0 || shown !== undefined
  return (
    <section className={styles.section} aria-labelledby="payout-runs">
      <h2 id="payout-runs" className={styles.heading}>
        {t('runs.title')}
      </h2>
      <PagedTable
        name="payout-runs"
        label={t('runs.title')}
        columns={columns}
        rows={runs}
        keyOf={({ id }) => id}
        state={state}
        perPage={perPage}
        total={runsTotal}
        of={t('runs.title')}
        isBusy={isBusy}
        filters={
          hasAny && (
            <SelectField
              label={t('run.state')}
              value={shown ?? ''}
              onChange={(value) => state.setFilter('state', value)}
              options={[
                { value: '', label: tDesk('any') },
                ...PayoutRunStateSchema.options.map((value) => ({ value, label: t(`state.${value}`) })),
              ]}
            />
          )
        }
        tools={
          hasAny && (
            <CsvButton
              name="payout-runs"
              call={deskPayoutEndpoints.deskPayoutRunsExport}
              make={() => exportPayoutRuns(shown ? { state: shown } : {})}
            />
          )
        }
        none={runsTotal === 0 && <p className={text.quiet}>{t(shown ? 'runs.noneFound' : 'runs.none')}</p>}
      />
    </section>
  )
}

function useRunColumns(): Column<PayoutRunSummary>[] {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  return [
    {
      key: 'run',
      title: t('run.number'),
      cell: ({ id }) => (
        <Link to={paths.deskPayout(id)} data-row>
          {t('run.name', { id })}
        </Link>
      ),
    },
    {
      key: 'total',
      title: t('next.total'),
      isSortable: true,
      isEnd: true,
      cell: ({ totalSat }) => <Sat sat={totalSat} />,
    },
    {
      key: 'lines',
      title: t('owners.title'),
      isSortable: true,
      isEnd: true,
      isWideOnly: true,
      cell: ({ lines }) => formatNumber(language, lines),
    },
    { key: 'state', title: t('run.state'), cell: ({ state }) => <RunState state={state} /> },
    { key: 'createdBy', title: t('runs.madeBy'), isWideOnly: true, cell: ({ createdBy }) => createdBy },
    {
      key: 'createdAt',
      title: t('run.made'),
      isSortable: true,
      isEnd: true,
      cell: ({ createdAt }) => formatDateTime(language, createdAt),
    },
  ]
}
