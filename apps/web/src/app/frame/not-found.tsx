import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Isobaths } from '../../ui/isobaths.tsx'
import deadEnd from '../../ui/signs/dead-end.module.css'
import styles from './not-found.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className={styles.page}>
      <Isobaths />
      <div className="wrap">
        <p className={styles.code} aria-hidden="true">
          404
        </p>
        <h1>{t('notFound.heading')}</h1>
        <p className={deadEnd.text}>{t('notFound.text')}</p>
        <div className={deadEnd.actions}>
          <ButtonLink to={paths.home} kind="main">
            {t('notFound.home')}
          </ButtonLink>
          <ButtonLink to={paths.boxes}>{t('notFound.shop')}</ButtonLink>
          <Button kind="quiet" onClick={() => navigate(-1)}>
            {t('notFound.back')}
          </Button>
        </div>
      </div>
    </div>
  )
}
