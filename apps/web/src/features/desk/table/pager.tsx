import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './table.module.css'

/** Which rows are shown of how many, and the way to the pages beside; nothing where there are none. Pages count from 1. `of`: which list, where a page has several. */
export function Pager({
  page,
  perPage,
  total,
  onPage,
  of,
}: {
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
  of?: string | undefined
}) {
  const { t } = useTranslation('desk-table')
  const language = useLanguage()
  if (total === 0) return null
  const pages = Math.max(1, Math.ceil(total / perPage))
  const number = (value: number) => formatNumber(language, value)
  // What was on the last page may be gone since its address was written.
  const isBeyond = page > pages
  return (
    <nav className={styles.pager} aria-label={of === undefined ? t('pages') : `${t('pages')}: ${of}`}>
      <span className={styles.range}>
        {!isBeyond &&
          t('range', {
            first: number((page - 1) * perPage + 1),
            last: number(Math.min(total, page * perPage)),
            total: number(total),
          })}
      </span>
      {(pages > 1 || isBeyond) && (
        <>
          <Button
            aria-disabled={page <= 1 || undefined}
            onClick={() => page > 1 && onPage(Math.min(page - 1, pages))}
          >
            {t('previous')}
          </Button>
          <span>{t('page', { page: number(page), pages: number(pages) })}</span>
          <Button aria-disabled={page >= pages || undefined} onClick={() => page < pages && onPage(page + 1)}>
            {t('next')}
          </Button>
        </>
      )}
    </nav>
  )
}
