import { useTranslation } from 'react-i18next'
import { canShowStep, type SetupProgress, type SetupStep, setupSteps } from '../lib/setup-steps.ts'
import styles from './setup-steps.module.css'

/** The steps of the setup as draught marks; the water rises to the present one. Steps that can be shown can be opened. */
export function SetupSteps({
  step,
  progress,
  onGo,
}: {
  step: SetupStep
  progress: SetupProgress
  onGo: (step: SetupStep) => void
}) {
  const { t } = useTranslation('setup')
  const present = setupSteps.indexOf(step)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {setupSteps.map((name, index) => {
        const words = <span className={styles.word}>{t(`step.${name}`)}</span>
        const canGo = index !== present && canShowStep(name, progress)
        return (
          <li
            key={name}
            data-reached={index <= present}
            aria-current={index === present ? 'step' : undefined}
          >
            {canGo ? (
              <button type="button" onClick={() => onGo(name)}>
                {words}
              </button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
