import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import styles from './miners-section.module.css'

/** Where one is in a list that comes in pages, and the way on. */
export function Pages({
  page,
  pages,
  onTurn,
}: {
  page: number
  pages: number
  onTurn: (page: number) => void
}) {
  const { t } = useTranslation('overview')
  return (
    <nav className={styles.pages} aria-label={t('pages.title')}>
      <Button disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('pages.previous')}
      </Button>
      <span role="status">{t('pages.of', { page, pages })}</span>
      <Button disabled={page === pages} onClick={() => onTurn(page + 1)}>
        {t('pages.next')}
      </Button>
    </nav>
  )
}
