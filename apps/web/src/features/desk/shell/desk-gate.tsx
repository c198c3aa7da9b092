import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import { todayQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SecondFactorForm } from '../components/second-factor-form.tsx'
import { DeskShell, type ShellParts } from './desk-shell.tsx'
import { Door } from './door.tsx'

/**
 * Lets operators in once they proved their second factor; `notFound` is what everyone else sees. When a second factor expires while
 * someone works, it is requested above the work, which stays.
 */
export function DeskGate({
  notFound,
  parts,
  children,
}: {
  notFound: ReactNode
  parts: ShellParts
  children: ReactNode
}) {
  const { t } = useTranslation('desk')
  const { t: common } = useTranslation()
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(todayQuery)
  const code = error ? toApiError(error).code : null
  if (code === 'forbidden') return notFound
  const asksFactor = code === 'second-factor-required'
  if (!data)
    return (
      <Door>
        {asksFactor && <SecondFactorForm isFirst />}
        {error && !asksFactor && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
        {!error && <Loading />}
      </Door>
    )
  return (
    <DeskShell parts={parts}>
      <div className={styles.page}>
        {asksFactor && <SecondFactorForm isFirst={false} />}
        {error && !asksFactor && (
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
        {children}
      </div>
    </DeskShell>
  )
}
