import { type DiagnosticSet, diagnosticKinds } from '@shipminer/contract/desk/diagnostics'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import type { Column } from '../table/column.ts'
import { ListTable } from '../table/list-table.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import table from '../table/table.module.css'
import { Unbroken } from '../table/unbroken.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { setsQuery } from './diagnostic-queries.ts'
import { useSetWords } from './set-words.ts'
import { TakeDialog } from './take-dialog.tsx'

const newestFirst = { by: 'takenAt', isAscending: false }

/** Stored sets of diagnostics of all fleets. Filters and page are kept in the address. */
export function DiagnosticsView() {
  const { t } = useTranslation('desk-diagnostics')
  const { t: tDesk } = useTranslation('desk')
  const { t: tTable } = useTranslation('desk-table')
  const state = useTableState(newestFirst, [])
  const { search } = state
  const box = state.params.get('box')?.trim().slice(0, 40) || undefined
  const kind = diagnosticKinds.find((one) => one === state.params.get('kind'))
  const found = useQuery(
    setsQuery({ page: state.page, ...(search && { search }), ...(box && { box }), ...(kind && { kind }) }),
  )
  const columns = useColumns()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isTaking, setTaking] = useState(false)
  const { data } = found
  const isNarrowed = search !== undefined || box !== undefined || kind !== undefined
  const boxesOfChosen = [
    ...new Set(data?.sets.filter(({ id }) => chosen.has(id)).flatMap(({ boxes }) => boxes)),
  ]
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{tDesk('nav.diagnostics')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      <div className={styles.bar}>
        <Button kind="main" aria-haspopup="dialog" onClick={() => setTaking(true)}>
          {t('take')}
        </Button>
      </div>
      <ListTable
        name="diagnostics"
        label={tDesk('nav.diagnostics')}
        columns={columns}
        found={found}
        state={state}
        rows={data?.sets}
        filters={
          <>
            <SearchForm
              label={t('search')}
              first={search ?? ''}
              onSearch={(words) => state.setFilter('search', words)}
            />
            <SelectField
              label={t('kind')}
              value={kind ?? ''}
              onChange={(value) => state.setFilter('kind', value)}
              options={[
                { value: '', label: tDesk('any') },
                ...diagnosticKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
              ]}
            />
          </>
        }
        none={t(isNarrowed ? 'none' : 'empty')}
        keyOf={({ id }) => id}
        selection={{
          chosen,
          onChange: setChosen,
          nameOf: ({ boxes, owner }: DiagnosticSet) =>
            tTable('choose', { name: `${owner} ${boxes.join(', ')}` }),
        }}
      >
        <SelectionBar count={chosen.size} sum={null} onClear={() => setChosen(new Set())}>
          <Button aria-haspopup="dialog" onClick={() => setTaking(true)}>
            {t('take')}
          </Button>
        </SelectionBar>
      </ListTable>
      {isTaking && (
        <TakeDialog
          first={boxesOfChosen}
          onClose={() => {
            setTaking(false)
            setChosen(new Set())
          }}
        />
      )}
    </>
  )
}

function useColumns(): Column<DiagnosticSet>[] {
  const { t } = useTranslation('desk-diagnostics')
  const { t: tService } = useTranslation('service')
  const language = useLanguage()
  const words = useSetWords()
  return [
    {
      key: 'takenAt',
      title: t('takenAt'),
      cell: ({ id, takenAt, report }) => (
        <>
          <Link to={paths.deskDiagnosticSet(id)} data-row>
            {formatDateTime(language, takenAt)}
          </Link>
          <span className={table.second}>
            {report ? <Unbroken>{report.reference}</Unbroken> : t('kind.taken')}
          </span>
        </>
      ),
    },
    {
      key: 'ship',
      title: t('ship'),
      cell: ({ shipName, owner, boxes }) => (
        <>
          {shipName ?? <Unbroken>{boxes[0] ?? '—'}</Unbroken>}
          {shipName === null && boxes.length > 1 && ` +${boxes.length - 1}`}
          <span className={table.second}>{owner}</span>
        </>
      ),
    },
    {
      key: 'boxes',
      title: t('boxes'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ boxes }) => (boxes.length === 0 ? '—' : boxes.join(', ')),
    },
    { key: 'why', title: t('why'), isWideOnly: true, cell: (set) => words.why(set) },
    {
      key: 'state',
      title: t('state'),
      isWideOnly: true,
      cell: (set) => (
        <>
          {set.report ? tService(`state.${set.report.state}`) : t('stored')}
          <span className={table.second}>{words.kept(set)}</span>
        </>
      ),
    },
    {
      key: 'size',
      title: t('size'),
      isWideOnly: true,
      isEnd: true,
      cell: (set) => (
        <>
          {words.size(set)}
          <span className={table.second}>
            {t('miners', { count: set.miners, number: formatNumber(language, set.miners) })}
          </span>
        </>
      ),
    },
  ]
}
