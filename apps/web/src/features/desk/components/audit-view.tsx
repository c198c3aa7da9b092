import { deskEndpoints } from '@shipminer/contract/desk'
import type { AuditEntry } from '@shipminer/contract/desk/audit'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { type AuditFilter, auditQuery, exportAudit } from '../api/desk.ts'
import { auditLink } from '../lib/audit-places.ts'
import { groupsFor } from '../shell/nav.ts'
import { useRole } from '../shell/use-role.ts'
import type { Column } from '../table/column.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { KeyPager } from '../table/key-pager.tsx'
import { Table } from '../table/table.tsx'
import { Unbroken } from '../table/unbroken.tsx'
import { useTableState } from '../table/use-table-state.ts'
import { AuditFilters, auditSubjects } from './audit-filters.tsx'
import styles from './desk.module.css'
import { NothingYet } from './nothing-yet.tsx'
import { useAuditWords } from './use-audit-words.ts'

const newestFirst = { by: 'at', isAscending: false }
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** What the address of the page narrows the log to; what is none is left out. */
function readAuditFilter(params: URLSearchParams): AuditFilter {
  const [words, about, from, to] = ['text', 'about', 'from', 'to'].map((name) => params.get(name) ?? '')
  return {
    ...(words && { text: words.slice(0, 100) }),
    ...(auditSubjects.some((subject) => subject === about) && { about }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
  }
}

/** What operators did, a page at a time, narrowed down, sorted by time and taken out as a list. */
export function AuditView() {
  const { t } = useTranslation('desk')
  const { t: tAudit } = useTranslation('desk-audit')
  const state = useTableState(newestFirst, ['at'])
  const filter = readAuditFilter(state.params)
  const found = useQuery(auditQuery({ ...filter, ...state.position, direction: state.query.direction }))
  const columns = useAuditColumns()
  const { data } = found
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{t('nav.audit')}</h1>
        <p className={text.quiet}>{t('audit.lead')}</p>
      </div>
      <div className={styles.log}>
        <Table
          name="audit"
          label={t('nav.audit')}
          columns={columns}
          rows={data?.entries ?? []}
          keyOf={({ id }) => id}
          sort={state.sort}
          onSort={state.setSort}
          isBusy={found.isFetching}
          filters={<AuditFilters first={filter} onFilter={state.setFilters} />}
          tools={
            <CsvButton
              name="audit"
              call={deskEndpoints.deskAuditExport}
              make={() => exportAudit(filter)}
              partText={tAudit('exportedPart')}
            />
          }
          none={
            data ? (
              <p className={text.quiet}>
                {Object.keys(filter).length > 0 ? tAudit('noneFound') : t('audit.none')}
              </p>
            ) : (
              <NothingYet query={found} />
            )
          }
        />
      </div>
      {data && <KeyPager previous={data.previous} next={data.next} onPosition={state.setPosition} />}
    </>
  )
}

/** What the log shows of each line; what it is about leads to its page. */
function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('desk-audit')
  const words = useAuditWords()
  const language = useLanguage()
  const allowed = groupsFor(useRole()).flatMap(({ items }) => items.map(({ to }) => to))
  return [
    {
      key: 'subject',
      title: t('filter.about'),
      cell: (entry) => {
        const to = auditLink(entry, allowed)
        const name = <Unbroken>{`${words.noun(entry)} ${words.name(entry)}`}</Unbroken>
        return to === null ? (
          name
        ) : (
          <Link to={to} data-row>
            {name}
          </Link>
        )
      },
    },
    {
      key: 'at',
      title: t('column.at'),
      isSortable: true,
      isEnd: true,
      cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{formatDateTime(language, at)}</time>,
    },
    {
      key: 'action',
      title: t('column.action'),
      cell: words.action,
    },
    { key: 'operator', title: t('column.operator'), cell: words.operator },
    { key: 'reason', title: t('column.reason'), cell: words.reason },
  ]
}
