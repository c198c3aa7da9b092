import type { DeskReport } from '@shipminer/contract/shop/service'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatDay } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { AnswerClock } from '../../../ui/company/answer-clock.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'
import styles from './service.module.css'

/** What the list of faults shows of each. */
export function useReportColumns(clockOffsetMs: number): Column<DeskReport>[] {
  const { t } = useTranslation('service')
  const language = useLanguage()
  return [
    {
      key: 'reference',
      title: t('desk.reference'),
      isSortable: true,
      cell: ({ id, reference, subject }) => (
        <>
          <Link to={paths.deskServiceReport(id)} className={table.whole} data-row>
            {reference}
          </Link>
          <span className={table.second}>{t(`subject.${subject}`)}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: t('desk.state'),
      cell: ({ state, outcome }) => (
        <>
          {t(`state.${state}`)}
          {outcome !== null && <span className={table.second}>{t(`outcome.${outcome}`)}</span>}
        </>
      ),
    },
    {
      key: 'owner',
      title: t('desk.owner'),
      isSortable: true,
      cell: ({ ownerName, shipName, minerName }) => (
        <>
          {ownerName}
          <span className={table.second}>{[shipName, minerName].filter(Boolean).join(', ')}</span>
        </>
      ),
    },
    {
      key: 'assignedTo',
      title: t('desk.assigned'),
      cell: ({ assignedTo }) => assignedTo ?? t('desk.notTaken'),
    },
    {
      key: 'due',
      title: t('desk.promise'),
      isSortable: true,
      cell: (report) => (
        <span className={styles.clock}>
          {report.state === 'closed' ? (
            <span className={text.quiet}>{formatDateTime(language, report.movedAt)}</span>
          ) : (
            <AnswerClock {...report} clockOffsetMs={clockOffsetMs} side="desk" />
          )}
        </span>
      ),
    },
    {
      key: 'openedAt',
      title: t('desk.opened'),
      isSortable: true,
      isWideOnly: true,
      isEnd: true,
      cell: ({ openedAt }) => formatDay(language, openedAt),
    },
    {
      key: 'movedAt',
      title: t('desk.moved'),
      isSortable: true,
      isWideOnly: true,
      isWidestOnly: true,
      isEnd: true,
      cell: ({ movedAt }) => formatDay(language, movedAt),
    },
  ]
}
