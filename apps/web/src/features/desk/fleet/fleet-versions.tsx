import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import styles from '../components/desk.module.css'
import own from './fleet.module.css'
import type { FleetTotals } from './fleet-queries.ts'

/** What runs on the fleet: the firmware of miners and the version of controllers, each with its share; a name leads to those that have it. */
export function FleetVersions({ totals }: { totals: FleetTotals }) {
  const { t } = useTranslation('desk-fleet')
  if (totals.miners === 0 && totals.versions.length === 0) return null
  return (
    <div className={own.versions}>
      <Shares
        title={t('byFirmware')}
        rows={totals.firmwares.map(({ firmware, miners }) => ({
          key: firmware ?? '',
          name: firmware ?? t('firmwareUnknown'),
          to: firmware === null ? null : `${paths.deskFleet}?firmware=${encodeURIComponent(firmware)}`,
          count: miners,
        }))}
      />
      <Shares
        title={t('byVersion')}
        rows={totals.versions.map(({ version, controllers }) => ({
          key: version ?? '',
          name: version ?? t('versionUnknown'),
          to: version === null ? null : `${paths.deskControllers}?version=${encodeURIComponent(version)}`,
          count: controllers,
        }))}
      />
    </div>
  )
}

type Share = { key: string; name: string; to: string | null; count: number }

/** Rows that are shown at once; the others are opened. */
const shown = 6

function Shares({ title, rows }: { title: string; rows: readonly Share[] }) {
  const { t } = useTranslation('desk-fleet')
  const language = useLanguage()
  const id = useId()
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return null
  const row = ({ key, name, to, count }: Share): ReactNode => (
    <li key={key} className={own.share}>
      {to === null ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      <span className={own.bar} aria-hidden="true">
        <span style={{ inlineSize: `${(count / all) * 100}%` }} />
      </span>
      <span className={own.count}>
        {formatNumber(language, count)} ({formatPercent(language, count / all)})
      </span>
    </li>
  )
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <ul>{rows.slice(0, shown).map(row)}</ul>
      {rows.length > shown && (
        <details className={own.more}>
          <summary>{t('moreOfThem', { count: rows.length - shown })}</summary>
          <ul>{rows.slice(shown).map(row)}</ul>
        </details>
      )}
    </section>
  )
}
