import type { Hex } from 'viem'
import { isAddressEqual, recoverMessageAddress } from 'viem/utils'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Whether an externally owned account signed `message` by EIP-191 (`personal_sign`). Local arithmetic only, no node is queried, so contract
 * wallets are refused. The signature is 65 bytes of hex with a low `s` and a recovery value of 0, 1, 27 or 28. Never throws: malformed
 * input yields false.
 */
export async function verifyEthereum(address: string, message: string, signature: string): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const recovery = Number.parseInt(signature.slice(130), 16)
  if (s === 0n || s > halfOrder || ![0, 1, 27, 28].includes(recovery)) return false
  try {
    const signer = await recoverMessageAddress({ message, signature: signature as Hex })
    return isAddressEqual(signer, address as Hex)
  } catch {
    return false
  }
}
