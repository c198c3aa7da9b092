import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import type { ClaimedController } from '../lib/claim-flow.ts'
import styles from './claim-dialog.module.css'

/** The two steps in which the server works; `onBack` where they can be left. */
export function Working({ text, onBack }: { text: string; onBack?: () => void }) {
  const { t } = useTranslation('claim')
  return (
    <div className={layout.stack}>
      <h3 className={styles.heading} tabIndex={-1} data-step-heading>
        {text}
      </h3>
      <Loading inline />
      {onBack && (
        <div className={layout.actions}>
          <Button kind="quiet" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The last step. */
export function Claimed({ controller, onClose }: { controller: ClaimedController; onClose: () => void }) {
  const { t } = useTranslation('claim')
  return (
    <div className={layout.stack}>
      <h3 className={styles.heading} tabIndex={-1} data-step-heading>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M1 7.5l4 4L13 2.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
        </svg>
        {t('successTitle', { name: controller.name })}
      </h3>
      <p>{controller.minerCount > 0 ? t('success', { count: controller.minerCount }) : t('successNone')}</p>
      <div className={layout.actions}>
        <Button kind="main" onClick={onClose}>
          {t('toDashboard')}
        </Button>
      </div>
    </div>
  )
}
