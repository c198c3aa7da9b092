import { base58 } from '@scure/base'
import { Address, NETWORK } from '@scure/btc-signer'
import type { Namespace } from '@shipminer/contract/account/account'
import { getAddress, isAddress } from 'viem/utils'

/** CAIP-2 references of the three main networks; also what the sign-in message names as its chain. */
export const chainReference = {
  eip155: '1',
  solana: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: '000000000019d6689c085ae165831e93',
} as const satisfies Record<Namespace, string>

/** A wallet in its one canonical spelling. `accountId` (CAIP-10) is the key under which accounts are stored. */
export type WalletAddress = { namespace: Namespace; address: string; accountId: string }

export type WalletAddressResult =
  | { ok: true; wallet: WalletAddress }
  /** `unsupported`: a well-formed address that cannot prove itself with one signature, or one of another network. */
  | { ok: false; reason: 'invalid' | 'unsupported' }

const invalid: WalletAddressResult = { ok: false, reason: 'invalid' }
const unsupported: WalletAddressResult = { ok: false, reason: 'unsupported' }

/**
 * Parses a wallet address strictly: `0x` with 40 hex digits (checked by EIP-55 when the case is mixed), Bitcoin mainnet (base58check,
 * bech32, bech32m) or 32 bytes of base58 for Solana. The formats are disjoint, so the chain is never guessed. A CAIP-10 account id of one
 * of the three main networks is accepted too, even with its colons URL-encoded. Never throws.
 *
 * @example parseWalletAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // { ok: true, wallet: { namespace: 'eip155', address:
 * '0xd8dA…', accountId: 'eip155:1:0xd8dA…' } }
 */
export function parseWalletAddress(input: string): WalletAddressResult {
  if (input.length > 200) return invalid
  const parts = input.replaceAll(/%3a/gi, ':').split(':')
  if (parts.length === 1) return parsePlain(input)
  const [namespace, reference, address] = parts
  if (parts.length !== 3 || !namespace || !reference || !address) return invalid
  if (!Object.hasOwn(chainReference, namespace)) return unsupported
  const plain = parsePlain(address)
  if (!plain.ok) return plain
  if (plain.wallet.namespace !== namespace) return invalid
  return chainReference[plain.wallet.namespace] === reference ? plain : unsupported
}

function parsePlain(text: string): WalletAddressResult {
  if (/^0x/i.test(text)) return parseEthereum(text)
  if (/^bc1/i.test(text)) return parseBitcoin(text)
  const bytes = decodeBase58(text)
  if (bytes?.length === 25) return parseBitcoin(text)
  return bytes?.length === 32 ? acceptAddress('solana', text) : invalid
}

function parseEthereum(text: string): WalletAddressResult {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return invalid
  const digits = text.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const address = getAddress(`0x${digits.toLowerCase()}`)
  return oneCase || isAddress(text, { strict: true }) ? acceptAddress('eip155', address) : invalid
}

function parseBitcoin(text: string): WalletAddressResult {
  const oneCase = text === text.toUpperCase() || text === text.toLowerCase()
  const bech32 = /^bc1/i.test(text)
  if (bech32 && !oneCase) return invalid
  const address = bech32 ? text.toLowerCase() : text
  try {
    const { type } = Address(NETWORK).decode(address)
    return type === 'wsh' ? unsupported : acceptAddress('bip122', address)
  } catch {
    return invalid
  }
}

function acceptAddress(namespace: Namespace, address: string): WalletAddressResult {
  return {
    ok: true,
    wallet: { namespace, address, accountId: `${namespace}:${chainReference[namespace]}:${address}` },
  }
}

function decodeBase58(text: string): Uint8Array | null {
  if (text.length > 60) return null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
