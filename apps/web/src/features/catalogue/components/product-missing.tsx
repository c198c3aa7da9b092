import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Isobaths } from '../../../ui/isobaths.tsx'
import deadEnd from '../../../ui/signs/dead-end.module.css'
import styles from './product-missing.module.css'

/** Shown in place of a product that does not exist (docs/product.md 2.5). */
export function ProductMissing() {
  const { t } = useTranslation('product')
  return (
    <div className={deadEnd.page}>
      <Isobaths />
      <div className="wrap">
        <title>{t('missing.title')}</title>
        <h1 className={styles.title}>{t('missing.title')}</h1>
        <p className={deadEnd.text}>{t('missing.text')}</p>
        <div className={deadEnd.actions}>
          <ButtonLink to={paths.home} kind="main">
            {t('missing.home')}
          </ButtonLink>
          <ButtonLink to={paths.boxes}>{t('missing.shop')}</ButtonLink>
        </div>
      </div>
    </div>
  )
}
