import { useTranslation } from 'react-i18next'
import type { ClaimFlow } from '../lib/claim-flow.ts'
import styles from './claim-steps.module.css'

const steps = [
  'entering',
  'checking',
  'previewing',
  'claiming',
  'succeeded',
] as const satisfies readonly ClaimFlow['step'][]

/** Where in the five steps the dialog is, as a row of draught marks with the water up to the present one. */
export function ClaimSteps({ step }: { step: ClaimFlow['step'] }) {
  const { t } = useTranslation('claim')
  const present = steps.indexOf(step)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((name, index) => (
        <li
          key={name}
          className={styles.step}
          data-reached={index <= present}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={styles.word}>{t(`step.${name}`)}</span>
        </li>
      ))}
    </ol>
  )
}
