import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import textStyles from '../../../ui/text.module.css'
import { type LegalDocumentId, legalParts, legalVersionAt } from '../lib/legal.ts'
import { CompanyDetails } from './company-details.tsx'
import styles from './legal.module.css'

/** Terms or privacy statement: who we are, then part by part, with a list of parts to jump to. */
export function LegalDocument({ id }: { id: LegalDocumentId }) {
  const { t } = useTranslation('legal')
  const { t: common } = useTranslation()
  const language = useLanguage()
  // The parts of the two texts have different names, so their keys are put together here and are proven by a test.
  const text = (part: string, what: 'title' | 'text') => t(`${id}.${part}.${what}` as 'terms.scope.title')
  return (
    <>
      <meta name="description" content={t(`${id}.description`)} />
      <PageHead title={common(`title.${id}`)} lead={t(`${id}.lead`)}>
        <p className={textStyles.quiet}>{t('version', { date: formatDate(language, legalVersionAt) })}</p>
      </PageHead>
      <div className={`wrap ${styles.grid}`}>
        <nav aria-label={t('parts')}>
          <ol className={styles.parts}>
            {legalParts[id].map((part) => (
              <li key={part}>
                <a href={`#${part}`}>{text(part, 'title')}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.article}>
          <CompanyDetails />
          {legalParts[id].map((part) => (
            <section key={part} id={part}>
              <h2 className={styles.heading}>{text(part, 'title')}</h2>
              {text(part, 'text')
                .split('\n')
                .map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
            </section>
          ))}
        </article>
      </div>
    </>
  )
}
