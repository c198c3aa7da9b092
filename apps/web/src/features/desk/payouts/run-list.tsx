import type { PayoutRunSummary } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'
import { RunState } from './run-state.tsx'

/** The runs so far, newest first. */
export function RunList({ runs }: { runs: readonly PayoutRunSummary[] }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  return (
    <section className={styles.section} aria-labelledby="payout-runs">
      <h2 id="payout-runs" className={styles.heading}>
        {t('runs.title')}
      </h2>
      {runs.length === 0 ? (
        <p className={text.quiet}>{t('runs.none')}</p>
      ) : (
        <ul className={styles.list}>
          {runs.map((run) => (
            <li key={run.id} className={styles.row}>
              <Link to={paths.deskPayout(run.id)} data-row>
                {t('run.name', { id: run.id })}
              </Link>
              <span>
                <Sat sat={run.totalSat} /> · {t('next.owners', { count: run.lines })}
              </span>
              <RunState state={run.state} />
              <span className={text.small}>{formatDateTime(language, run.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
