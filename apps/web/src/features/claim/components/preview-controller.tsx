import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { Value } from '../../../ui/values/value.tsx'
import type { ClaimEvent, ClaimFlow } from '../lib/claim-flow.ts'
import styles from './claim-dialog.module.css'

/** The third step: what the key belongs to, before anything changes. A controller that never called says what to do first. */
export function PreviewController({
  flow: { preview, problem },
  dispatch,
  onClose,
}: {
  flow: Extract<ClaimFlow, { step: 'previewing' }>
  dispatch: (event: ClaimEvent) => void
  onClose: () => void
}) {
  const { t } = useTranslation('claim')
  const language = useLanguage()
  const mine = preview.status === 'claimed_by_you'
  return (
    <div className={layout.stack}>
      <h3 className={styles.heading} tabIndex={-1} data-step-heading>
        {t(mine ? 'mine' : 'previewText')}
      </h3>
      <dl className={styles.facts}>
        <dt>{t('field.controllerId')}</dt>
        <dd className={styles.mono}>{preview.controllerId}</dd>
        <dt>{t('field.location')}</dt>
        <dd>
          <Value of={preview.location}>{(location) => location}</Value>
        </dd>
        <dt>{t('field.ipAddress')}</dt>
        <dd className={styles.mono}>
          <Value of={preview.ipAddress}>{(address) => address}</Value>
        </dd>
        <dt>{t('field.status')}</dt>
        <dd>{t(mine ? 'status.claimed_by_you' : 'status.available')}</dd>
        <dt>{t('field.minerCount')}</dt>
        <dd>{formatNumber(language, preview.minerCount)}</dd>
      </dl>
      {!preview.seen && (
        <Notice
          tone="caution"
          title={t('unseenTitle')}
          actions={<Button onClick={() => dispatch({ type: 'rechecked' })}>{t('recheck')}</Button>}
        >
          {t('unseenText')}
        </Notice>
      )}
      {problem && <Notice tone="error">{t(`problem.${problem}`)}</Notice>}
      <div className={layout.actions}>
        {mine ? (
          <Button kind="main" onClick={onClose}>
            {t('toDashboard')}
          </Button>
        ) : (
          <Button kind="main" onClick={() => dispatch({ type: 'confirmed' })}>
            {t('claim')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => dispatch({ type: 'returned' })}>
          {t('back')}
        </Button>
      </div>
    </div>
  )
}
