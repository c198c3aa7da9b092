import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import {
  type DeskReport,
  deskReportFilters,
  deskReportSorts,
  serviceEndpoints,
} from '@shipminer/contract/shop/service'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { exportReports } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import { useChosen } from '../table/use-chosen.ts'
import { useTableState } from '../table/use-table-state.ts'
import { reportsQuery, takeReport } from './report-queries.ts'
import { useReportColumns } from './use-report-columns.tsx'

const dueFirst = { by: 'due', isAscending: true } as const
const lastMoved = { by: 'movedAt', isAscending: false } as const

/** Fault reports in pages from the server; what is due first comes first. Filters, sorting and page are kept in the address. */
export function ReportsView() {
  const { t } = useTranslation('service')
  const { t: tTable } = useTranslation('desk-table')
  const may = useMay()
  const [params] = useSearchParams()
  const filter = deskReportFilters.find((one) => one === params.get('filter')) ?? 'open'
  const state = useTableState(filter === 'closed' ? lastMoved : dueFirst, deskReportSorts)
  const { search } = state
  const filters = { filter, ...(search && { search }) }
  const found = useQuery(reportsQuery({ ...filters, ...state.query }))
  const { data } = found
  const columns = useReportColumns(data?.clockOffsetMs ?? 0)
  const chosen = useChosen<DeskReport>(data?.reports ?? [])
  const untaken = chosen.rows.filter((report) => report.state !== 'closed')
  const mayAct = may(serviceEndpoints.deskFaultReportAct)
  const countOf = (one: (typeof deskReportFilters)[number]) => {
    if (!data) return null
    const { byState, due } = data
    if (one === 'open') return byState['waiting-for-us'] + byState['waiting-for-owner']
    if (one === 'due') return due
    return one === 'later' ? byState['waiting-for-us'] - due : byState[one]
  }
  return (
    <>
      <h1 className={styles.heading}>{t('desk.title')}</h1>
      <Chips
        label={t('desk.state')}
        value={filter}
        onChange={(value) => state.setFilter('filter', value === 'open' ? '' : value)}
        chips={deskReportFilters.map((value) => ({
          value,
          label: t(`desk.filter.${value}`),
          count: countOf(value),
        }))}
      />
      <ListTable
        name="service"
        label={t('desk.title')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.reports}
        filters={
          <SearchForm
            label={t('desk.search')}
            first={search ?? ''}
            onSearch={(words) => state.setFilter('search', words)}
          />
        }
        tools={
          <CsvButton
            name="faults"
            call={deskExportEndpoints.deskFaultReportsExport}
            make={() => exportReports(filters)}
          />
        }
        none={t('desk.none')}
        keyOf={({ id }) => id}
        {...(mayAct && {
          selection: {
            chosen: chosen.ids,
            onChange: chosen.choose,
            nameOf: ({ reference }: DeskReport) => tTable('choose', { name: reference }),
          },
        })}
      >
        <TaskNotice message={chosen.message} />
        <SelectionBar count={chosen.rows.length} sum={null} onClear={chosen.clear}>
          {untaken.length > 0 && (
            <Button
              aria-disabled={chosen.isBusy || undefined}
              onClick={() => void chosen.doWith(untaken, ({ id }) => takeReport(id))}
            >
              {t('desk.takeChosen', { number: untaken.length })}
            </Button>
          )}
          <CsvButton
            name="faults"
            call={deskExportEndpoints.deskFaultReportsExport}
            make={() => exportReports({ ids: chosen.rows.map(({ id }) => id) })}
          />
        </SelectionBar>
      </ListTable>
    </>
  )
}
