import type { Lead } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import styles from '../components/desk.module.css'
import { isQuestion } from '../lib/leads/lead-age.ts'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'
import { LeadClock } from './lead-clock.tsx'

/** What the list of leads shows of each. */
export function useLeadColumns(clockOffsetMs: number): Column<Lead>[] {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  return [
    {
      key: 'name',
      title: t('leads.name'),
      isSortable: true,
      cell: ({ id, name, email }) => (
        <>
          <Link to={paths.deskLead(id)} data-row>
            {name ?? email}
          </Link>
          {name !== null && <span className={table.second}>{email}</span>}
        </>
      ),
    },
    {
      key: 'kind',
      title: t('leads.kind'),
      cell: ({ kind }) => <span className={table.word}>{t(`kind.${kind}`)}</span>,
    },
    {
      key: 'stage',
      title: t('leads.stage'),
      isSortable: true,
      cell: (lead) => (isQuestion(lead) ? t(`stage.${lead.stage}`) : '—'),
    },
    {
      key: 'nextContactOn',
      title: t('leads.nextContact'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ nextContactOn }) =>
        nextContactOn === null ? '—' : formatDay(language, Date.parse(`${nextContactOn}T12:00`)),
    },
    {
      key: 'assignedTo',
      title: t('leads.owner'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ assignedTo }) => assignedTo ?? '—',
    },
    {
      key: 'source',
      title: t('leads.source'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ source }) => source ?? '—',
    },
    {
      key: 'reference',
      title: t('leads.reference'),
      isWideOnly: true,
      isWidestOnly: true,
      cell: ({ reference }) => <span className={`${styles.mono} ${table.whole}`}>{reference}</span>,
    },
    {
      key: 'createdAt',
      title: t('leads.createdAt'),
      isSortable: true,
      isEnd: true,
      cell: (lead) => (
        <>
          {formatDay(language, lead.createdAt)}
          <span className={table.second}>
            <LeadClock lead={lead} clockOffsetMs={clockOffsetMs} />
          </span>
        </>
      ),
    },
  ]
}
