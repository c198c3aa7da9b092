import { useTranslation } from 'react-i18next'
import { Picture } from '../../ui/picture.tsx'
import styles from './ship-first.module.css'

/** The promise, beside the ship it is made to. */
export function ShipFirst() {
  const { t } = useTranslation('home')
  return (
    <section className={styles.section}>
      <Picture
        name="ship"
        alt={t('ship.alt')}
        failed=""
        sizes="(min-width: 1600px) 1600px, 100vw"
        className={styles.picture}
      />
      <div className={`wrap ${styles.words}`}>
        <h2>{t('ship.title')}</h2>
        <p>{t('ship.text')}</p>
      </div>
    </section>
  )
}
