import { useTranslation } from 'react-i18next'
import { Link } from '../../../ui/link.tsx'
import { canEnter, type PurchaseProgress, type PurchaseStep, purchaseSteps } from '../lib/purchase-steps.ts'
import styles from './purchase-flow.module.css'

/** The four steps as draught marks with the water up to the present one. Steps that were done are ways back. */
export function StepMarks({
  step,
  progress,
  addressOf,
}: {
  step: PurchaseStep
  progress: PurchaseProgress
  addressOf: (step: PurchaseStep) => string
}) {
  const { t } = useTranslation('koop')
  const present = purchaseSteps.indexOf(step)
  return (
    <nav aria-label={t('flow.steps')}>
      <ol className={styles.marks}>
        {purchaseSteps.map((name, index) => (
          <li
            key={name}
            data-reached={index <= present}
            aria-current={index === present ? 'step' : undefined}
          >
            {index < present && step !== 'complete' && canEnter(name, progress) ? (
              <Link to={addressOf(name)}>{t(`flow.step.${name}`)}</Link>
            ) : (
              <span>{t(`flow.step.${name}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
