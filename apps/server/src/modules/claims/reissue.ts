import { createClaimKey } from '@shipminer/domain/fleet/claim-key'
import { createToken, hashToken, type RandomBytes } from '../../platform/auth/tokens.ts'
import type { Trx } from '../../platform/db/store.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { replaceClaimKey, replaceEnrolment } from './controllers-of-provider.repository.ts'
import { enrolmentLifetimeMs } from './create-controller.ts'

type ReissueDeps = { secretKey: SecretKey; clock: () => number; randomBytes: RandomBytes }

/** Issues a new claim key, shown only this once; the old card becomes invalid. The caller has locked the controller. */
export async function reissueClaimKey(deps: ReissueDeps, trx: Trx, id: string): Promise<string> {
  const claimKey = createClaimKey(deps.randomBytes)
  await replaceClaimKey(trx, id, {
    claimKeyHash: deps.secretKey.hash('claim-key', claimKey),
    claimKeyPrint: deps.secretKey.print,
  })
  return claimKey
}

/** Issues a new enrolment token, shown only this once; a controller with the old key is refused from then on. */
export async function reissueEnrolment(deps: ReissueDeps, trx: Trx, id: string): Promise<string> {
  const token = createToken('enrolment', deps.randomBytes)
  const expiresAt = new Date(deps.clock() + enrolmentLifetimeMs)
  await replaceEnrolment(trx, id, { tokenHash: hashToken(token), expiresAt })
  return token
}
