import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import styles from './table.module.css'
import type { Position } from './use-table-state.ts'

/** The way to the pages beside, of a list whose pages have no numbers: it is read by key, so that the last page comes as fast as the first. Nothing where there is one page. */
export function KeyPager({
  previous,
  next,
  onPosition,
}: {
  previous: number | null
  next: number | null
  onPosition: (position: Position) => void
}) {
  const { t } = useTranslation('desk-table')
  if (previous === null && next === null) return null
  return (
    <nav className={styles.pager} aria-label={t('pages')}>
      <span className={styles.range} />
      <Button
        aria-disabled={previous === null || undefined}
        onClick={() => previous !== null && onPosition({ before: previous })}
      >
        {t('previous')}
      </Button>
      <Button
        aria-disabled={next === null || undefined}
        onClick={() => next !== null && onPosition({ after: next })}
      >
        {t('next')}
      </Button>
    </nav>
  )
}
