import type { HDKey } from '@scure/bip32'
import { Address, OutScript, p2wpkh } from '@scure/btc-signer'
import {
  accountKeyProblems,
  type BitcoinNetwork,
  bitcoinNetworks,
  parseBitcoinAccount,
} from '../payments/payments.port.ts'

/** Branch of the account: 0 receives, 1 takes change. */
export type Branch = 0 | 1

/** Derivation path of an address's key, starting with the fingerprint of a master key. */
export type KeyPath = { fingerprint: number; path: number[] }

export type AccountAddress = {
  address: string
  /** Hex. */
  script: string
  publicKey: Uint8Array
  keyPath: KeyPath
}

/** The public side of the account that payouts are paid from (BIP84). */
export type PayoutAccount = {
  network: BitcoinNetwork
  /** As a descriptor has it, without origin. */
  extendedKey: string
  /** Without it a hardware wallet does not recognise the keys as its own. */
  hasOrigin: boolean
  addressAt(branch: Branch, index: number): AccountAddress
}

const hardened = 0x8000_0000
const testVersions = { public: 0x043587cf, private: 0x04358394 }

/**
 * Parses PAYOUT_XPUB: zpub, xpub (vpub, tpub) or `wpkh(…)`, with or without `[fingerprint/84h/0h/0h]`. A private key is refused.
 *
 * @returns the account, or a sentence about what is wrong with the text
 */
export function parsePayoutAccount(
  text: string,
  network: BitcoinNetwork,
): { ok: true; account: PayoutAccount } | { ok: false; problem: string } {
  const parsed = parseBitcoinAccount(text, network)
  if (!parsed.ok) return { ok: false, problem: accountKeyProblems[parsed.problem] }
  const { key, script } = parsed.account
  if (script !== 'p2wpkh') return { ok: false, problem: 'is for addresses of another kind: use wpkh (zpub)' }
  const origin = readOrigin(text)
  if (origin && origin.path.length !== key.depth)
    return { ok: false, problem: 'has an origin of another depth than its key' }
  const base = origin ?? { fingerprint: key.fingerprint, path: [] }
  const branches = [key.deriveChild(0), key.deriveChild(1)] as const
  return {
    ok: true,
    account: {
      network,
      extendedKey: extendedKeyOf(key, network),
      hasOrigin: origin !== null,
      addressAt(branch, index) {
        const { publicKey } = branches[branch].deriveChild(index)
        if (!publicKey) throw new RangeError(`no address at ${branch}/${index}`)
        const { address, script: output } = p2wpkh(publicKey, bitcoinNetworks[network])
        if (address === undefined) throw new RangeError(`no address at ${branch}/${index}`)
        return {
          address,
          script: Buffer.from(output).toString('hex'),
          publicKey,
          keyPath: { fingerprint: base.fingerprint, path: [...base.path, branch, index] },
        }
      },
    },
  }
}

function readOrigin(text: string): KeyPath | null {
  const match = /\[([0-9a-fA-F]{8})((?:\/\d+['hH]?)*)\]/.exec(text)
  if (!match) return null
  const steps = (match[2] ?? '').split('/').slice(1)
  return {
    fingerprint: Number.parseInt(match[1] ?? '', 16),
    path: steps.map((step) => Number.parseInt(step, 10) + (/['hH]$/.test(step) ? hardened : 0)),
  }
}

/** Nodes of a test network want the version bytes of a tpub. */
function extendedKeyOf(key: HDKey, network: BitcoinNetwork): string {
  if (network === 'mainnet') return key.publicExtendedKey
  const { publicKey, chainCode } = key
  const HDKeyOf = key.constructor as typeof HDKey
  if (!publicKey || !chainCode) throw new RangeError('no public key')
  return new HDKeyOf({
    versions: testVersions,
    publicKey,
    chainCode,
    depth: key.depth,
    index: key.index,
    parentFingerprint: key.parentFingerprint,
  }).publicExtendedKey
}

/**
 * What an output to an address holds, in hex; null when the address is not valid on the network. On a test network an address of the main
 * network stands for its script: owners prove such addresses there too, and no real money is involved.
 */
export function scriptOfAddress(address: string, network: BitcoinNetwork): string | null {
  const formats = network === 'mainnet' ? [network] : [network, 'mainnet' as const]
  for (const format of formats)
    try {
      return Buffer.from(OutScript.encode(Address(bitcoinNetworks[format]).decode(address))).toString('hex')
    } catch {
      // Not of this format.
    }
  return null
}
