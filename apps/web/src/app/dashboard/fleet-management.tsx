import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportFaultLink } from '../../features/service/components/report-fault-link.tsx'
import { lazyChunk } from '../../lib/chunks/chunk-loader.ts'
import { Loading } from '../../ui/signs/loading.tsx'
import styles from './fleet-management.module.css'

const Body = lazyChunk(() =>
  import('./fleet-management-body.tsx').then((module) => module.FleetManagementBody),
)

/** What is done to the fleet as a whole; its code comes when it is opened. */
export function FleetManagement({ onClaim }: { onClaim: () => void }) {
  const { t } = useTranslation('control')
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <ReportFaultLink />
      <details className={styles.manage} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
        <summary>{t('manage.title')}</summary>
        {wasOpened && (
          <Suspense fallback={<Loading />}>
            <Body onClaim={onClaim} />
          </Suspense>
        )}
      </details>
    </>
  )
}
