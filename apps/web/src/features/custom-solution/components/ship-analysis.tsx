import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatNominalHashrate, formatNominalPower } from '../../../lib/format/format.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import type { analyseForm, CustomForm } from '../lib/custom-form.ts'
import styles from './custom.module.css'

/** What is already known about a ship while its owner is still typing: free kilowatts, the answer, and what else fits. */
export function ShipAnalysis({
  analysis,
  form,
  answer,
}: {
  analysis: ReturnType<typeof analyseForm>
  form: CustomForm
  /** The calculator's answer. */
  answer: ReactNode
}) {
  const { t } = useTranslation('custom')
  const language = useLanguage()
  const kilowatts = (kw: number) => formatNominalPower(language, kw)
  const calculatorFor = (id: string, count: number) =>
    `${paths.calculatorFor(id)}&${new URLSearchParams({ generator: form.capacity, usage: form.usage, boxes: String(count) })}`
  return (
    <section className={`${layout.card} ${styles.analysis}`} aria-labelledby="analysis-title">
      <h2 id="analysis-title" className={text.heading}>
        {t('analysis.title')}
      </h2>
      {!analysis && <p className={text.quiet}>{t('analysis.empty')}</p>}
      <div role="status" className={styles.findings}>
        {analysis && (
          <p className={styles.spare}>
            {t('analysis.spare', { power: kilowatts(analysis.solution.spareKw) })}
          </p>
        )}
        {analysis?.solution.messages.map((message) => (
          <p key={message} className={styles.message}>
            {t(`message.${message}`)}
          </p>
        ))}
      </div>
      {analysis && answer}
      {analysis && analysis.offered.length > 0 && (
        <>
          <h3>{t('analysis.fits')}</h3>
          <ul className={styles.boxes}>
            {analysis.offered.map((box) => (
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
                        hashrate: formatNominalHashrate(language, box.hashrateThs),
                      })}
                  {box.comingSoon && `, ${t('analysis.later')}`}
                </span>
                {!box.needsQuote && (
                  <Link to={calculatorFor(box.id, box.count)}>{t('analysis.calculate')}</Link>
                )}
              </li>
            ))}
          </ul>
          <p className={text.quiet}>{t('analysis.note')}</p>
        </>
      )}
    </section>
  )
}
