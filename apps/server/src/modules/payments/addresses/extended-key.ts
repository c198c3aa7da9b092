import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'

/** Why a text is not a usable account key. */
export type AccountKeyProblem =
  | 'private-key'
  | 'not-a-key'
  | 'wrong-checksum'
  | 'wrong-network'
  | 'wrong-script'
  | 'not-an-account'
  | 'wrong-path'

/** The same as a sentence, for the log at start. */
export const accountKeyProblems: Readonly<Record<AccountKeyProblem, string>> = {
  'private-key': 'is a private key: give the public one (xpub, zpub), and treat this key as known to others',
  'not-a-key': 'is neither an extended public key nor a descriptor that is understood',
  'wrong-checksum': 'was not copied right: its checksum does not fit',
  'wrong-network': 'belongs to another network',
  'wrong-script': 'is for addresses of another kind: use wpkh (zpub) or tr',
  'not-an-account': 'is the key of a whole wallet or of a single address: give the key of one account',
  'wrong-path': 'has a path other than /0/* or /<0;1>/*',
}

/** Meaning of the first four bytes of an extended key (SLIP-132). `script` null: any. */
export type KeyPrefix = {
  isPrivate: boolean
  isMainnet: boolean
  script: 'p2wpkh' | 'p2sh-p2wpkh' | null
}

const prefixes: ReadonlyMap<number, KeyPrefix> = new Map([
  [0x0488b21e, { isPrivate: false, isMainnet: true, script: null }],
  [0x0488ade4, { isPrivate: true, isMainnet: true, script: null }],
  [0x049d7cb2, { isPrivate: false, isMainnet: true, script: 'p2sh-p2wpkh' }],
  [0x049d7878, { isPrivate: true, isMainnet: true, script: 'p2sh-p2wpkh' }],
  [0x04b24746, { isPrivate: false, isMainnet: true, script: 'p2wpkh' }],
  [0x04b2430c, { isPrivate: true, isMainnet: true, script: 'p2wpkh' }],
  [0x043587cf, { isPrivate: false, isMainnet: false, script: null }],
  [0x04358394, { isPrivate: true, isMainnet: false, script: null }],
  [0x044a5262, { isPrivate: false, isMainnet: false, script: 'p2sh-p2wpkh' }],
  [0x044a4e28, { isPrivate: true, isMainnet: false, script: 'p2sh-p2wpkh' }],
  [0x045f1cf6, { isPrivate: false, isMainnet: false, script: 'p2wpkh' }],
  [0x045f18bc, { isPrivate: true, isMainnet: false, script: 'p2wpkh' }],
])

const base58check = createBase58check(sha256)
const plainPublicVersion = [0x04, 0x88, 0xb2, 0x1e] as const

/** Parses an extended public key of one account, whatever its prefix. Never throws, and never keeps a private key. */
export function readExtendedKey(
  text: string,
): { ok: true; key: HDKey; prefix: KeyPrefix } | { ok: false; problem: AccountKeyProblem } {
  if (/^[a-z]prv/.test(text)) return { ok: false, problem: 'private-key' }
  if (!/^[a-z]pub[1-9A-HJ-NP-Za-km-z]{90,120}$/.test(text)) return { ok: false, problem: 'not-a-key' }
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(text)
  } catch {
    return { ok: false, problem: 'wrong-checksum' }
  }
  const prefix = prefixes.get(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
  if (!prefix || bytes.length !== 78) return { ok: false, problem: 'not-a-key' }
  if (prefix.isPrivate) return { ok: false, problem: 'private-key' }
  const plain = Uint8Array.from(bytes)
  plain.set(plainPublicVersion)
  try {
    const key = HDKey.fromExtendedKey(base58check.encode(plain))
    const isAccount = key.depth >= 1 && key.depth <= 3
    return isAccount ? { ok: true, key, prefix } : { ok: false, problem: 'not-an-account' }
  } catch {
    return { ok: false, problem: 'not-a-key' }
  }
}

/**
 * Public key of the receiving address `index` (path 0/index below the account), compressed. Indexes are handed out once and never again.
 *
 * @throws RangeError when the index is not an integer from 0 to 2³¹ − 1
 */
export function receivingPublicKey(account: HDKey, index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index > 0x7fffffff)
    throw new RangeError(`not an address index: ${index}`)
  const { publicKey } = account.deriveChild(0).deriveChild(index)
  if (!publicKey) throw new RangeError(`no address at index ${index}`)
  return publicKey
}
