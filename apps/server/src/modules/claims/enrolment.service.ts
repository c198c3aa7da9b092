import { ed25519 } from '@noble/curves/ed25519.js'
import type { EnrolRequest } from '@shipminer/contract/enrolment'
import { hashToken, sameHash } from '../../platform/auth/tokens.ts'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { enrolController, findForEnrolment } from './claims.repository.ts'

/**
 * Registers a controller's key, once. Repeating it with the same token and key succeeds (the first answer may have been lost); another key
 * is refused, and every refusal has the same answer.
 */
export async function enrol(
  deps: { store: Store; clock: () => number; logger: StoreLogger },
  request: EnrolRequest,
): Promise<{ controllerId: string }> {
  const { controllerId, enrolmentToken } = request
  const version = request.version.replaceAll(/\p{Cc}/gu, '')
  const publicKey = new Uint8Array(Buffer.from(request.publicKey, 'base64'))
  const now = deps.clock()
  const isPlain = /^[A-Za-z0-9-]{1,64}$/.test(controllerId)
  const known = isPlain ? await findForEnrolment(deps.store.db, controllerId) : null
  const tokenFits = sameHash(known?.enrolmentTokenHash ?? new Uint8Array(32), hashToken(enrolmentToken))
  const refuse = (reason: string): never => {
    deps.logger.warn({ controllerId: isPlain ? controllerId : null, reason }, 'enrolment refused')
    throw new AppError('enrolment-refused')
  }
  if (!known || !tokenFits) return refuse('unknown controller or wrong token')
  if (known.revokedAt) return refuse('revoked')
  if (known.publicKey) return sameHash(known.publicKey, publicKey) ? { controllerId } : refuse('other key')
  if (!known.enrolmentExpiresAt || known.enrolmentExpiresAt.getTime() <= now) return refuse('token expired')
  if (!isSoundKey(publicKey)) return refuse('unsound key')
  const at = new Date(now)
  if (await enrolController(deps.store.db, { controllerId, publicKey, version, at })) {
    deps.logger.info({ controllerId, version }, 'controller enrolled')
    return { controllerId }
  }
  const winner = await findForEnrolment(deps.store.db, controllerId)
  const isSame = !winner?.revokedAt && sameHash(winner?.publicKey ?? null, publicKey)
  return isSame ? { controllerId } : refuse('other key')
}

/** A point on the curve that is not one of those for which anyone can sign. */
function isSoundKey(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey).isSmallOrder()
  } catch {
    return false
  }
}
