import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import styles from '../selection-bar.module.css'

/** Chooses nothing any more: a word, or a cross where there is no room for it. */
export function ClearChoice({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('overview')
  return (
    <Button kind="quiet" className={styles.clear ?? ''} onClick={onClear}>
      <span className="hidden-on-phone">{t('select.clear')}</span>
      <svg width="16" height="16" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M3 3l8 8M11 3l-8 8" stroke="currentColor" strokeWidth="1.75" />
      </svg>
    </Button>
  )
}
