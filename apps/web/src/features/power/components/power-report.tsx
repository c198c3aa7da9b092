import type { PowerReportSchema } from '@shipminer/contract/power/environment'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import { Duration } from '../../../ui/values/duration.tsx'
import { Sat } from '../../../ui/values/money.tsx'
import { Value } from '../../../ui/values/value.tsx'
import styles from './power.module.css'

export type Report = z.infer<typeof PowerReportSchema>

/** Spare energy used of what was possible, how long miners gave way, and what that cost. */
export function PowerReport({ title, report }: { title: string; report: Report }) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const kwh = (wattHours: number) => `${formatNumber(language, wattHours / 1000, 1)}\u00a0${t('wh')}`
  const { spareWh, usedWh, curtailedSeconds } = report
  // Where nothing was measured, it is unknown whether anything gave way.
  const isMeasured = spareWh !== null || curtailedSeconds > 0
  return (
    <div className={styles.report}>
      <h3 className={text.sub}>{title}</h3>
      <dl>
        <div>
          <dt>{t('report.used')}</dt>
          <dd>
            <Value of={spareWh !== null && spareWh > 0 && usedWh !== null ? { spareWh, usedWh } : null}>
              {(known) =>
                t('report.usedOf', {
                  used: kwh(known.usedWh),
                  spare: kwh(known.spareWh),
                  share: formatPercent(language, known.usedWh / known.spareWh),
                })
              }
            </Value>
          </dd>
        </div>
        <div>
          <dt>{t('report.curtailed')}</dt>
          <dd>
            <Duration durationSeconds={isMeasured ? curtailedSeconds : null} />
          </dd>
        </div>
        <div>
          <dt>{t('report.lost')}</dt>
          <dd>
            <Sat sat={report.lostSat} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
