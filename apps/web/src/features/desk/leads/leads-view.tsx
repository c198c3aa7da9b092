import { deskEndpoints, deskLeadSorts, type Lead, leadKinds } from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { leadStages } from '@shipminer/domain/lead-stage'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Redirect } from '../../../ui/redirect.tsx'
import { exportLeads, type LeadFilters, leadsQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import { useChosen } from '../table/use-chosen.ts'
import { useTableState } from '../table/use-table-state.ts'
import { ChosenLeads } from './chosen-leads.tsx'
import { useLeadColumns } from './use-lead-columns.tsx'

/** What the list is of: questions without an answer, whom to speak to again, those in a stage, or all. */
const lists = ['open', 'due', ...leadStages, 'all'] as const

/** Everyone who sent an inquiry in pages from the server, by how far they are, oldest open first. Filters, sorting and page are kept in the address. */
export function LeadsView() {
  const [params] = useSearchParams()
  // Addresses that were kept when a lead was opened within the list.
  const lead = params.get('lead')
  return lead === null ? <LeadList params={params} /> : <Redirect to={paths.deskLead(lead)} />
}

function LeadList({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation('desk')
  const { t: tTable } = useTranslation('desk-table')
  const may = useMay()
  const list = lists.find((one) => one === params.get('status')) ?? 'open'
  const state = useTableState({ by: 'createdAt', isAscending: list === 'open' }, deskLeadSorts)
  const filters = readFilters(params, list)
  const found = useQuery(leadsQuery(filters, state.query))
  const { data } = found
  const columns = useLeadColumns(data?.clockOffsetMs ?? 0)
  const chosen = useChosen<Lead>(data?.leads ?? [])
  const mayAct = may(deskEndpoints.deskLeadAct)
  const countOf = (one: (typeof lists)[number]) => {
    if (!data || one === 'all' || one === 'due') return null
    return one === 'open' ? data.open : data.byStage[one]
  }
  return (
    <>
      <h1 className={styles.heading}>{t('nav.leads')}</h1>
      <Chips
        label={t('leads.status')}
        value={list}
        onChange={(value) => state.setFilter('status', value === 'open' ? '' : value)}
        chips={lists.map((one) => ({
          value: one,
          label:
            one === 'open' || one === 'due' || one === 'all' ? t(`leads.list.${one}`) : t(`stage.${one}`),
          count: countOf(one),
        }))}
      />
      <ListTable
        name="leads"
        label={t('nav.leads')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.leads}
        filters={
          <>
            <SearchForm
              label={t('leads.search')}
              first={filters.search ?? ''}
              onSearch={(words) => state.setFilter('search', words)}
            />
            <SelectField
              label={t('leads.kind')}
              value={filters.kind ?? ''}
              onChange={(value) => state.setFilter('kind', value)}
              options={[
                { value: '', label: t('any') },
                ...leadKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
              ]}
            />
          </>
        }
        tools={
          <CsvButton
            name="leads"
            call={deskExportEndpoints.deskLeadsExport}
            make={() => exportLeads(filters)}
          />
        }
        none={t('leads.none')}
        keyOf={({ id }) => id}
        {...(mayAct && {
          selection: {
            chosen: chosen.ids,
            onChange: chosen.choose,
            nameOf: ({ name, email }: Lead) => tTable('choose', { name: name ?? email }),
          },
        })}
      >
        <TaskNotice message={chosen.message} />
        <ChosenLeads chosen={chosen} />
      </ListTable>
    </>
  )
}

function readFilters(params: URLSearchParams, list: (typeof lists)[number]): LeadFilters {
  const kind = leadKinds.find((one) => one === params.get('kind'))
  const stage = leadStages.find((one) => one === list)
  const search = params.get('search')?.trim().slice(0, 100)
  return {
    status: list === 'open' || list === 'due' ? list : 'all',
    ...(kind && { kind }),
    ...(stage && { stage }),
    ...(search && { search }),
  }
}
