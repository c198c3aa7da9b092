import type { ComponentProps } from 'react'
import { claimController } from '../../features/claim/api/claim.ts'
import { ClaimDialog } from '../../features/claim/components/claim-dialog.tsx'
import { useFreshSession } from './use-fresh-session.tsx'

/** The claim dialog, which asks a person who signed in long ago to confirm that it is still them. */
export function ClaimWithProof(props: Omit<ComponentProps<typeof ClaimDialog>, 'claim'>) {
  const { withFreshSession, dialog } = useFreshSession()
  return (
    <>
      <ClaimDialog {...props} claim={(key) => withFreshSession(() => claimController(key))} />
      {dialog}
    </>
  )
}
