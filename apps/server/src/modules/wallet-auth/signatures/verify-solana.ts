import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'

/**
 * Whether the key that *is* the address signed `message` with Ed25519. Strict verification (`zip215: false`): small-order keys, for which
 * anyone can forge signatures, and malleable `S + L` signatures are refused. The signature is 64 bytes in base58 or base64. Never throws:
 * malformed input yields false.
 */
export function verifySolana(address: string, message: string, signature: string): boolean {
  try {
    const publicKey = base58.decode(address)
    const bytes = signature.endsWith('==') ? base64.decode(signature) : base58.decode(signature)
    if (publicKey.length !== 32 || bytes.length !== 64) return false
    return ed25519.verify(bytes, new TextEncoder().encode(message), publicKey, { zip215: false })
  } catch {
    return false
  }
}
