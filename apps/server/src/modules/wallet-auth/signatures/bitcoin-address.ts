import { schnorr } from '@noble/curves/secp256k1.js'
import { Address, NETWORK } from '@scure/btc-signer'

/**
 * Parses a Bitcoin address (of the main network unless another is given) of any standard type (P2PKH, P2SH, P2WPKH, P2WSH, P2TR) strictly: checksum, network, length, the right
 * bech32 variant, and for P2TR a key that is on the curve, because coins sent to any other are lost. Returns its canonical spelling (bech32
 * in lower case), or null. Never throws.
 *
 * @example parseBitcoinAddress('BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ') // 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
 */
export function parseBitcoinAddress(text: string, network: typeof NETWORK = NETWORK): string | null {
  if (text.length > 100) return null
  const bech32 = text.toLowerCase().startsWith(`${network.bech32}1`)
  if (bech32 && text !== text.toLowerCase() && text !== text.toUpperCase()) return null
  const address = bech32 ? text.toLowerCase() : text
  try {
    const decoded = Address(network).decode(address)
    if (decoded.type === 'tr') schnorr.utils.lift_x(toBigInt(decoded.pubkey))
    return address
  } catch {
    return null
  }
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
