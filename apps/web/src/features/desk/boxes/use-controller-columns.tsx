import type { DeskController } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { Value } from '../../../ui/values/value.tsx'
import desk from '../components/desk.module.css'
import type { Column } from '../table/column.ts'
import styles from '../table/table.module.css'
import { Unbroken } from '../table/unbroken.tsx'

/** What a list of controllers shows of each. */
export function useControllerColumns(clockOffsetMs: number): Column<DeskController>[] {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  return [
    {
      key: 'name',
      title: t('controllers.name'),
      isSortable: true,
      cell: ({ id, name }) => (
        <>
          <Link to={paths.deskController(id)} data-row>
            {name}
          </Link>
          <span className={`${styles.second} ${desk.mono}`}>
            <Unbroken>{id}</Unbroken>
          </span>
        </>
      ),
    },
    {
      key: 'status',
      title: t('leads.status'),
      cell: ({ status }) =>
        status === 'revoked' ? (
          <StatusBadge status="offline" label={t('controllers.revoked')} />
        ) : (
          <StatusBadge status={status} />
        ),
    },
    {
      key: 'owner',
      title: t('controllers.owner'),
      cell: ({ owner, location }) => (
        <>
          {owner ?? t('controllers.ownerNone')}
          {location && <span className={styles.second}>{location}</span>}
        </>
      ),
    },
    {
      key: 'lastSeenAt',
      title: t('controllers.seen'),
      isSortable: true,
      cell: ({ lastSeenAt }) => <Age at={lastSeenAt} clockOffsetMs={clockOffsetMs} />,
    },
    {
      key: 'version',
      title: t('controllers.version'),
      isWideOnly: true,
      cell: ({ version }) => <Value of={version}>{(known) => <Unbroken>{known}</Unbroken>}</Value>,
    },
    {
      key: 'miners',
      title: t('controllers.miners'),
      isEnd: true,
      isWideOnly: true,
      cell: ({ miners }) => formatNumber(language, miners),
    },
    {
      key: 'alerts',
      title: t('controllers.alerts'),
      isEnd: true,
      isWideOnly: true,
      cell: ({ openAlerts }) => (
        <span className={openAlerts > 0 ? text.late : undefined}>{formatNumber(language, openAlerts)}</span>
      ),
    },
  ]
}
