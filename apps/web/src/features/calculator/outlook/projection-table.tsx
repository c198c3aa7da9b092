import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCompact, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import folding from '../../../ui/panels/folding.module.css'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import styles from '../components/deeper.module.css'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'

/** Every how many retargets (two weeks each) the table has a row: a quarter of a year. */
const rowEvery = 6

/** The outlook in figures. */
export function ProjectionTable({ figures: { outlook } }: { figures: Figures }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro, bitcoin } = useCalculatorWords()
  const [isOpen, setOpen] = useState(false)
  const rows = outlook.projection.filter(
    (_, index, all) => index % rowEvery === 0 || index === all.length - 1,
  )
  return (
    <details className={folding.plain} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('table.toggle')}</summary>
      {isOpen && (
        <ScrollRegion label={t('table.toggle')} className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('table.day')}</th>
                <th scope="col">{t('table.difficulty')}</th>
                <th scope="col">{t('table.subsidy')}</th>
                <th scope="col">{t('table.owner')}</th>
                <th scope="col">{t('spare.title')}</th>
                <th scope="col">{t('priced.title')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((point) => (
                <tr key={point.day}>
                  <th scope="row">{formatNumber(language, point.day)}</th>
                  <td>{formatCompact(language, point.difficulty)}</td>
                  <td>{formatNumber(language, point.subsidySat / 1e8, 4)}</td>
                  <td>{bitcoin(point.ownerSat)}</td>
                  <td>{euro(point.spareCents)}</td>
                  <td>{euro(point.pricedCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  )
}
