import type { ReactNode } from 'react'
import { OfferView } from '../../features/purchase/components/offer-view.tsx'
import { useLinkKey } from '../../lib/storage/use-link-key.ts'
// Its steps are those of buying: they stay in that page's chunk, so that it need not wait for one more.
import '../routes/shop/koop.tsx'

/** An offer, once its key was looked for. */
export function OfferShown({ id, waiting }: { id: string; waiting: ReactNode }) {
  const orderKey = useLinkKey(id)
  return orderKey === undefined ? waiting : <OfferView id={id} orderKey={orderKey} waiting={waiting} />
}
