import { yearlySums } from '@shipminer/domain/calculator/growth-chart'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { useIsAliveSoon } from '../../../lib/use-is-alive.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../components/calculator.module.css'
import type { Figures } from '../lib/figures.ts'
import { projectionCsv } from '../lib/projection-csv.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import { GrowthChart } from './growth-chart.tsx'
import { ProjectionTable } from './projection-table.tsx'

/** True while the site is built, false in browsers. */
declare const __PRERENDER__: boolean

/** When the box is earned back: the chart, and the same as a table. */
export function Outlook({ figures, productId }: { figures: Figures; productId: string }) {
  const { t } = useTranslation('calculator')
  return (
    <section className={styles.outlook} aria-labelledby="outlook-title">
      <h2 id="outlook-title" className={styles.heading}>
        {t('chart.title')}
      </h2>
      <p className={styles.lead}>{t('chart.lead')}</p>
      <div className={styles.chart}>
        <GrowthChart figures={figures} />
      </div>
      <AllFigures figures={figures} productId={productId} />
    </section>
  )
}

/** The chart in figures: a table, and a file to keep. */
function AllFigures({ figures, productId }: { figures: Figures; productId: string }) {
  const { t } = useTranslation('calculator')
  const isAlive = useIsAliveSoon()
  // Only the built page has that of the years: with scripts there is the whole table, so its code is not sent.
  if (!isAlive) return <noscript>{__PRERENDER__ && <YearTable figures={figures} />}</noscript>
  const download = () =>
    saveFile(`calculation-${productId}.csv`, 'text/csv', projectionCsv(productId, figures))
  return (
    <div className={styles.table}>
      <ProjectionTable figures={figures} />
      <Button kind="quiet" onClick={download}>
        {t('share.csv')}
      </Button>
    </div>
  )
}

/** The chart for those without scripts: the sum after each full year. */
function YearTable({ figures }: { figures: Figures }) {
  const { t } = useTranslation('calculator')
  const { euro } = useCalculatorWords()
  return (
    <table className={styles.years}>
      <tbody>
        {yearlySums(figures.outlook.projection, 'spare').map(({ year, cents }) => (
          <tr key={year}>
            <th scope="row">{t('chart.year', { year })}</th>
            <td>{euro(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
