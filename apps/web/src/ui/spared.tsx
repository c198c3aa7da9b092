import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './spared.module.css'

/** In the place of a chart that is left out to save data: what brings it. */
export function Spared({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <p className={styles.spared}>
      {t('saver.on')}
      <Button kind="quiet" onClick={onShow}>
        {t('saver.show')}
      </Button>
    </p>
  )
}
