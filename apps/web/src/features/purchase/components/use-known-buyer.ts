import { useEffect } from 'react'
import { loadChunk } from '../../../lib/chunks/chunk-loader.ts'
import { useSessionFact } from '../../../lib/session/session-store.ts'
import { type PurchaseForm, splitName } from '../lib/purchase-form.ts'

/** Fills in what the account of the signed-in person knows: profile and first ship. What was typed stays. */
export function useKnownBuyer(isWanted: boolean, fill: (part: Partial<PurchaseForm>) => void): void {
  const userId = useSessionFact((state) =>
    state.kind === 'signed-in' && !state.needsSetup ? state.user.id : null,
  )
  useEffect(() => {
    if (userId === null || !isWanted) return
    const ending = new AbortController()
    const known = loadChunk(() => import('../api/known-buyer.ts'))
    known
      .then(({ fetchKnownBuyer }) => fetchKnownBuyer(ending.signal))
      .then(
        ({ name, email, phone, company, ship }) =>
          fill({
            ...splitName(name ?? ''),
            email: email ?? '',
            phone: phone ?? '',
            company: company ?? '',
            shipName: ship?.name ?? '',
            shipType: ship?.type ?? '',
            filled: 'yes',
          }),
        // Without them the form asks.
        () => undefined,
      )
    return () => ending.abort()
  }, [userId, isWanted, fill])
}
