import { createPublicKey, verify } from 'node:crypto'
import { type SealingKey, sealingProof } from '@shipminer/contract/control/device-logins'
import { uplinkProof } from '@shipminer/contract/uplink'

/** DER prefix of an Ed25519 SubjectPublicKeyInfo (RFC 8410); the raw 32-byte key follows. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether `proof` (base64) is the controller's signature over this connection's challenge. Never throws. */
export function isUplinkProof(input: {
  controllerId: string
  nonce: string
  proof: string
  publicKey: Uint8Array
}): boolean {
  return isSigned(uplinkProof(input.controllerId, input.nonce), input.proof, input.publicKey)
}

/** The key that a box names for sealing logins; null: it names none, or its identity key did not sign it. */
export function ownSealingKey(
  { controllerId, sealing }: { controllerId: string; sealing?: SealingKey | undefined },
  publicKey: Uint8Array,
): SealingKey | null {
  if (sealing === undefined) return null
  return isSigned(sealingProof(controllerId, sealing.key), sealing.proof, publicKey) ? sealing : null
}

function isSigned(text: string, signature: string, publicKey: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
