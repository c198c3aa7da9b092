import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { HDKey } from '@scure/bip32'
import { getAddress, keccak256 } from 'viem/utils'
import { type AccountKeyProblem, readExtendedKey, receivingPublicKey } from './extended-key.ts'

/** Key of the account m/44'/60'/0' (BIP44); watch-only. Its addresses are the same on every EVM chain. */
export type EvmAccount = { key: HDKey }

/** Parses the xpub of the account that receives token payments. A private key, and a key for Bitcoin only, is refused. Never throws. */
export function parseEvmAccount(
  text: string,
): { ok: true; account: EvmAccount } | { ok: false; problem: AccountKeyProblem } {
  const reading = readExtendedKey(text.trim())
  if (!reading.ok) return reading
  if (!reading.prefix.isMainnet) return { ok: false, problem: 'wrong-network' }
  if (reading.prefix.script !== null) return { ok: false, problem: 'wrong-script' }
  return { ok: true, account: { key: reading.key } }
}

/** Receiving address at path 0/index below the account, with the checksum of EIP-55. @throws RangeError when the index is none. */
export function evmAddressAt({ key }: EvmAccount, index: number): `0x${string}` {
  const point = secp256k1.Point.fromBytes(receivingPublicKey(key, index)).toBytes(false)
  return getAddress(`0x${keccak256(point.slice(1)).slice(-40)}`)
}
