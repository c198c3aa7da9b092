import { profileEndpoints } from '@shipminer/contract/account/profile'
import { shipEndpoints } from '@shipminer/contract/ships'
import { callEndpoint } from '../../../lib/api/client.ts'

/** What the account knows of a buyer. */
export type KnownBuyer = {
  name: string | null
  email: string | null
  phone: string | null
  company: string | null
  ship: { name: string; type: string | null } | null
}

/** Profile and first ship of the signed-in person. Ships that cannot be fetched are left out. */
export async function fetchKnownBuyer(signal: AbortSignal): Promise<KnownBuyer> {
  const [{ profile }, ships] = await Promise.all([
    callEndpoint(profileEndpoints.profile, { signal }),
    callEndpoint(shipEndpoints.ships, { signal }).then(
      (answer) => answer.ships,
      () => [],
    ),
  ])
  const { name, email, phone, company } = profile.user
  const [first] = ships
  return { name, email, phone, company, ship: first ? { name: first.name, type: first.type } : null }
}
