import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '../../../lib/api/api-error.ts'
import { Loading } from '../../../ui/signs/loading.tsx'
import { todayQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { SecondFactorForm } from '../components/second-factor-form.tsx'
import { DeskShell, type ShellParts } from './desk-shell.tsx'
import { Door } from './door.tsx'
import { FailedRefresh } from './failed-refresh.tsx'

/**
 * Lets operators in once they proved their second factor; `notFound` is what everyone else sees. When a second factor expires while
 * someone works, it is requested above the work, which stays. While the server does not answer, the frame is there with what happened.
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
  const found = useQuery(todayQuery)
  const { data, error, errorUpdateCount } = found
  const code = error ? toApiError(error).code : null
  if (code === 'forbidden') return notFound
  const asksFactor = code === 'second-factor-required'
  if (!data && (asksFactor || errorUpdateCount === 0))
    return <Door>{asksFactor ? <SecondFactorForm isFirst /> : <Loading />}</Door>
  return (
    <DeskShell parts={parts}>
      <div className={styles.page}>
        {asksFactor && <SecondFactorForm isFirst={false} />}
        <FailedRefresh />
        {data ? children : <NothingYet query={found} />}
      </div>
    </DeskShell>
  )
}
