import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { ErrorState, Notice } from '../../../ui/notice.tsx'
import { todayQuery } from '../api/desk.ts'
import styles from './desk.module.css'
import { DeskNav } from './desk-nav.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

/**
 * Lets operators in once they proved their second factor; `notFound` is what everyone else sees. When a second factor expires while
 * someone works, it is requested above the work, which stays.
 */
export function DeskGate({ notFound, children }: { notFound: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('desk')
  const { t: common } = useTranslation()
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(todayQuery)
  const code = error ? toApiError(error).code : null
  if (code === 'forbidden') return notFound
  const asksFactor = code === 'second-factor-required'
  return (
    <div className={`wrap ${styles.page}`}>
      {data && <DeskNav />}
      {asksFactor && <SecondFactorForm isFirst={!data} />}
      {error && !asksFactor && !data && (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      )}
      {error && !asksFactor && data && (
        <Notice
          tone="caution"
          title={t('offline.title')}
          actions={
            <Button onClick={() => void refetch()} aria-disabled={isFetching || undefined}>
              {common('retry')}
            </Button>
          }
        >
          <p>{errorText(error)}</p>
          <p>{t('offline.text')}</p>
        </Notice>
      )}
      {!data && !error && <Loading />}
      {data && children}
    </div>
  )
}
