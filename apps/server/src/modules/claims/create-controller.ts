import { randomBytes as systemRandomBytes } from 'node:crypto'
import { createClaimKey } from '@shipminer/domain/fleet/claim-key'
import { createToken, hashToken, type RandomBytes } from '../../platform/auth/tokens.ts'
import type { Store } from '../../platform/db/store.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { insertController } from './claims.repository.ts'

/** Time a new controller has to connect for the first time. */
export const enrolmentLifetimeMs = 90 * 24 * 3_600_000

/** No 0, O, 1, I or L: the id is read from a label and spelled on the telephone. */
const idAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * `controllerId` is public; `claimKey` goes on the printed card and `enrolmentToken` into the controller. Both are shown only this once:
 * the database stores hashes.
 */
export type CreatedController = { controllerId: string; claimKey: string; enrolmentToken: string }

/** Creates a controller without an owner. Throws when `id` is in use or malformed. */
export async function createController(
  deps: { store: Store; secretKey: SecretKey; clock?: () => number; randomBytes?: RandomBytes },
  input: { name: string; location: string | null; id?: string | undefined },
): Promise<CreatedController> {
  const { store, secretKey, clock = Date.now, randomBytes = systemRandomBytes } = deps
  if (input.id !== undefined && !/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/.test(input.id)) {
    throw new Error('A controller id has 1 to 63 letters, digits and hyphens.')
  }
  const name = input.name.trim()
  if (name === '') throw new Error('A controller needs a name.')
  const now = clock()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const controllerId = input.id ?? createControllerId(randomBytes)
    const claimKey = createClaimKey(randomBytes)
    const enrolmentToken = createToken('enrolment', randomBytes)
    const inserted = await insertController(store.db, {
      id: controllerId,
      name,
      location: input.location?.trim() || null,
      claimKeyHash: secretKey.hash('claim-key', claimKey),
      claimKeyPrint: secretKey.print,
      enrolmentTokenHash: hashToken(enrolmentToken),
      enrolmentExpiresAt: new Date(now + enrolmentLifetimeMs),
      createdAt: new Date(now),
    })
    if (inserted) return { controllerId, claimKey, enrolmentToken }
    if (input.id !== undefined) throw new Error(`There is a controller ${input.id} already.`)
  }
  throw new Error('No free controller id was found.')
}

/** `SM-` and six characters, each equally likely. */
function createControllerId(randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < 6) {
    for (const byte of randomBytes(12)) {
      if (byte < 248 && text.length < 6) text += idAlphabet[byte % 31]
    }
  }
  return `SM-${text}`
}
