import { createPublicKey, verify } from 'node:crypto'
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
  try {
    const key = createPublicKey({
      key: Buffer.concat([spkiPrefix, input.publicKey]),
      format: 'der',
      type: 'spki',
    })
    const message = Buffer.from(uplinkProof(input.controllerId, input.nonce))
    return verify(null, message, key, Buffer.from(input.proof, 'base64'))
  } catch {
    return false
  }
}
