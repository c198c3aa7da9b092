import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { showZone } from '../../lib/format/shown-zone.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/session-store.ts'

const queryClient = createQueryClient()

/** A page within the providers that every account page needs. */
export function accountPage(Content: ComponentType): ComponentType {
  return () => (
    <AccountProviders>
      <Content />
    </AccountProviders>
  )
}

/** The query cache, emptied when the person changes. */
export function AccountProviders({ children }: { children: ReactNode }) {
  useEffect(() => {
    let userId = currentUserId()
    return session.subscribe(() => {
      if (currentUserId() === userId) return
      userId = currentUserId()
      queryClient.clear()
      showZone(undefined)
    })
  }, [])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

function currentUserId(): string | null {
  const state = session.getState()
  return state.kind === 'signed-in' ? state.user.id : null
}
