import type { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { descriptorChecksum } from './descriptor-checksum.ts'
import { type AccountKeyProblem, readExtendedKey, receivingPublicKey } from './extended-key.ts'

/** Networks with their address formats. Test networks and signet share one; regtest has its own. */
export const bitcoinNetworks = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
} as const
export type BitcoinNetwork = keyof typeof bitcoinNetworks

/** Key of an account that receives; watch-only. `script`: BIP84 or BIP86 addresses. */
export type BitcoinAccount = { network: BitcoinNetwork; script: 'p2wpkh' | 'p2tr'; key: HDKey }

export type BitcoinAddress = {
  address: string
  /** What an output to the address holds, in hex: outputs are recognised by it, not by the address. */
  scriptPubKey: string
  index: number
}

/**
 * Parses the account that receives payments: an xpub or zpub (tpub, vpub) for BIP84 addresses, or a descriptor `wpkh(…)` (BIP84) or `tr(…)`
 * (BIP86), with or without key origin, path (/0/* or /<0;1>/*) and checksum. A private key is refused. Never throws.
 */
export function parseBitcoinAccount(
  text: string,
  network: BitcoinNetwork,
): { ok: true; account: BitcoinAccount } | { ok: false; problem: AccountKeyProblem } {
  const trimmed = text.trim()
  if (/[a-z]prv[1-9A-HJ-NP-Za-km-z]{20}/.test(trimmed)) return { ok: false, problem: 'private-key' }
  const [descriptor = '', checksum, ...rest] = trimmed.split('#')
  if (checksum !== undefined && (rest.length > 0 || descriptorChecksum(descriptor) !== checksum))
    return { ok: false, problem: 'wrong-checksum' }
  const call = /^([a-z]+)\((.*)\)$/.exec(descriptor)
  if (call && call[1] !== 'wpkh' && call[1] !== 'tr') return { ok: false, problem: 'wrong-script' }
  const inner = /^(?:\[[0-9a-fA-F]{8}(?:\/\d+['hH]?)*\])?([A-Za-z0-9]+)(\/.*)?$/.exec(call?.[2] ?? descriptor)
  if (!inner) return { ok: false, problem: 'not-a-key' }
  const path = inner[2] ?? ''
  if (!['', '/0/*', '/<0;1>/*'].includes(path)) return { ok: false, problem: 'wrong-path' }
  const reading = readExtendedKey(inner[1] ?? '')
  if (!reading.ok) return reading
  const { key, prefix } = reading
  if (prefix.isMainnet !== (network === 'mainnet')) return { ok: false, problem: 'wrong-network' }
  const script = call?.[1] === 'tr' ? 'p2tr' : 'p2wpkh'
  if (prefix.script !== null && prefix.script !== script) return { ok: false, problem: 'wrong-script' }
  return { ok: true, account: { network, script, key } }
}

/** Receiving address of an account at path 0/index. @throws RangeError when the index is invalid. */
export function bitcoinAddressAt({ network, script, key }: BitcoinAccount, index: number): BitcoinAddress {
  const publicKey = receivingPublicKey(key, index)
  const format = bitcoinNetworks[network]
  const output = script === 'p2tr' ? p2tr(publicKey.slice(1), undefined, format) : p2wpkh(publicKey, format)
  if (output.address === undefined) throw new RangeError(`no address at index ${index}`)
  return { address: output.address, scriptPubKey: Buffer.from(output.script).toString('hex'), index }
}
