import { deskControllerSorts, deskControllerStates, deskEndpoints } from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import textStyles from '../../../ui/text.module.css'
import { controllersQuery, exportControllers } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { ControllerCard } from './controller-card.tsx'
import { CreateControllers } from './create-controllers.tsx'
import { NewKeysPanel } from './new-keys.tsx'
import { SetAsideList } from './set-aside-list.tsx'
import { useControllerColumns } from './use-controller-columns.tsx'

const newestFirst = { by: 'createdAt', isAscending: false } as const

/** Every controller in pages from the server, and how new ones are made. `?id=` in the address opens one. */
export function ControllersView() {
  const { t } = useTranslation('desk')
  const may = useMay()
  const state = useTableState(newestFirst, deskControllerSorts)
  const { params, search } = state
  const status = deskControllerStates.find((one) => one === params.get('status'))
  const version = params.get('version')?.trim().slice(0, 40) || undefined
  const id = params.get('id')
  const filters = { ...(status && { status }), ...(search && { search }), ...(version && { version }) }
  const found = useQuery(controllersQuery({ ...state.query, ...filters }))
  const { data } = found
  const columns = useControllerColumns(data?.clockOffsetMs ?? 0)
  const all = Object.values(data?.byStatus ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <h1 className={styles.heading}>{t('nav.controllers')}</h1>
      <NewKeysPanel />
      <SetAsideList />
      {id !== null && <OpenController key={id} id={id} />}
      <Chips
        label={t('leads.status')}
        value={status ?? ''}
        onChange={(value) => state.setFilter('status', value)}
        chips={[
          { value: '', label: t('any'), count: data ? all : null },
          ...deskControllerStates.map((value) => ({
            value,
            label: t(`controllers.state.${value}`),
            count: data ? (data.byStatus[value] ?? 0) : null,
          })),
        ]}
      />
      {version && (
        <div className={styles.bar}>
          <span>
            {t('controllers.version')} <span className={styles.mono}>{version}</span>
          </span>
          <Button kind="quiet" onClick={() => state.setFilter('version', '')}>
            {t('clearFilters')}
          </Button>
        </div>
      )}
      <ListTable
        name="controllers"
        label={t('nav.controllers')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.controllers}
        filters={
          <SearchForm
            label={t('controllers.search')}
            first={search ?? ''}
            onSearch={(text) => state.setFilter('search', text)}
          />
        }
        tools={
          <CsvButton
            name="controllers"
            call={deskExportEndpoints.deskControllersExport}
            make={() => exportControllers(filters)}
          />
        }
        none={t(Object.keys(filters).length > 0 ? 'controllers.noneFound' : 'controllers.none')}
        keyOf={(controller) => controller.id}
      />
      {may(deskEndpoints.deskCreateControllers) && <CreateControllers />}
    </>
  )
}

/** The one that is named in the address, wherever in the list it stands. */
function OpenController({ id }: { id: string }) {
  const { t } = useTranslation('desk')
  const found = useQuery(controllersQuery({ id }))
  const [controller] = found.data?.controllers ?? []
  if (!found.data) return <NothingYet query={found} />
  if (!controller) return <p className={textStyles.quiet}>{t('controllers.noneFound')}</p>
  return <ControllerCard controller={controller} clockOffsetMs={found.data.clockOffsetMs} />
}
