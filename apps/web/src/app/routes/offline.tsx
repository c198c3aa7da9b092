import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Isobaths } from '../../ui/isobaths.tsx'
import deadEnd from '../../ui/signs/dead-end.module.css'

/** What shows when a page cannot be fetched; kept by the service worker, with the script that goes back to that page by itself. */
export function OfflinePage() {
  const { t } = useTranslation('offline')
  return (
    <div className={deadEnd.page}>
      <Isobaths />
      <div className="wrap">
        <title>{t('title')}</title>
        <script async src="/assets/come-back-1.js" />
        <h1>{t('title')}</h1>
        <p className={deadEnd.text}>{t('text')}</p>
        {/* Without an action a form goes to the address that could not be fetched, and needs no script for it. */}
        <form className={deadEnd.text}>
          <Button kind="main" type="submit">
            {t('retry')}
          </Button>
        </form>
      </div>
    </div>
  )
}
