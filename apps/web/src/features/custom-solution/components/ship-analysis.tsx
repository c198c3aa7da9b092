import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatHashrate, formatNumber, joinQuantity } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { productNameOf } from '../../../lib/product-names.ts'
import { GeneratorBar } from '../../../ui/generator-bar.tsx'
import { Link } from '../../../ui/link.tsx'
import type { analyseForm } from '../lib/custom-form.ts'
import styles from './custom.module.css'

/** What is already known about a ship while its owner is still typing: free kilowatts, what fits, and what does not suit it. */
export function ShipAnalysis({ analysis }: { analysis: ReturnType<typeof analyseForm> }) {
  const { t } = useTranslation('custom')
  const language = useLanguage()
  const kilowatts = (kw: number) => `${formatNumber(language, kw, Number.isInteger(kw) ? 0 : 1)}\u00a0kW`
  const best = analysis?.boxes.find((box) => box.count > 0)
  const fitting = analysis?.boxes.filter((box) => box.count > 0) ?? []
  return (
    <section className={styles.analysis} aria-labelledby="analysis-title">
      <h2 id="analysis-title" className={styles.heading}>
        {t('analysis.title')}
      </h2>
      {analysis ? (
        <GeneratorBar
          capacityWatts={Math.round(analysis.capacityKw * 1000)}
          shipWatts={Math.round(analysis.shipKw * 1000)}
          boxWatts={Math.round((best?.usedKw ?? 0) * 1000)}
        />
      ) : (
        <p className={styles.muted}>{t('analysis.empty')}</p>
      )}
      <div role="status" className={styles.findings}>
        {analysis && (
          <p className={styles.spare}>{t('analysis.spare', { power: kilowatts(analysis.spareKw) })}</p>
        )}
        {analysis?.messages.map((message) => (
          <p key={message} className={styles.message}>
            {t(`message.${message}`)}
          </p>
        ))}
      </div>
      {fitting.length > 0 && (
        <>
          <h3>{t('analysis.fits')}</h3>
          <ul className={styles.boxes}>
            {fitting.map((box) => (
              <li key={box.id}>
                <strong>
                  {box.needsQuote
                    ? t('analysis.many', { name: productNameOf(box.id) })
                    : t('analysis.count', { count: box.count, name: productNameOf(box.id) })}
                </strong>
                <span>
                  {box.needsQuote
                    ? t('analysis.quote')
                    : t('analysis.does', {
                        power: kilowatts(box.usedKw),
                        hashrate: joinQuantity(formatHashrate(language, box.hashrateThs)),
                      })}
                </span>
                {!box.needsQuote && (
                  <Link to={`${paths.calculatorFor(box.id)}&boxes=${box.count}`}>
                    {t('analysis.calculate')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          <p className={styles.muted}>{t('analysis.note')}</p>
        </>
      )}
    </section>
  )
}
