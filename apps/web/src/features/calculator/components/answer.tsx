import { useTranslation } from 'react-i18next'
import { MarkedText } from '../../../ui/company/marked-text.tsx'
import { Isobaths } from '../../../ui/isobaths.tsx'
import textStyles from '../../../ui/text.module.css'
import type { Calculator } from '../state/use-calculator.ts'
import type { SpokenVerdict } from '../state/use-verdict.ts'
import styles from './answer.module.css'
import { AnswerActions } from './answer-actions.tsx'

/** One sentence first, with its reservation right below, then what can be done about it. */
export function Answer({ verdict, ...calculator }: Calculator & { verdict: SpokenVerdict }) {
  const { t } = useTranslation('calculator')
  return (
    <section className={styles.answer} aria-label={t('answer')}>
      <Isobaths />
      <VerdictWords verdict={verdict} as="h1" />
      <AnswerActions {...calculator} verdict={verdict} />
    </section>
  )
}

/** The two sentences that are never apart. */
export function VerdictWords({ verdict, as: Heading }: { verdict: SpokenVerdict; as: 'h1' | 'p' }) {
  const classes = {
    yes: styles.yes ?? '',
    no: styles.no ?? '',
    sum: styles.sum ?? '',
    aside: textStyles.quiet ?? '',
    strong: styles.strong ?? '',
  }
  return (
    <>
      <Heading className={Heading === 'h1' ? styles.sentence : styles.small}>
        <MarkedText text={verdict.sentence} classes={classes} />
      </Heading>
      {verdict.but !== null && (
        <p className={styles.but}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <path d="M7 .8 13.6 13H.4z" fill="currentColor" />
          </svg>
          <span>
            <MarkedText text={verdict.but} classes={classes} />
          </span>
        </p>
      )}
    </>
  )
}
