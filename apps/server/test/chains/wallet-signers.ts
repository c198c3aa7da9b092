import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64 } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A wallet whose key is held by the test. */
export type Signer = { address: string; sign(message: string): Promise<string> }

export function ethereumSigner(privateKey = generatePrivateKey()): Signer {
  const account = privateKeyToAccount(privateKey)
  return { address: account.address, sign: (message) => account.signMessage({ message }) }
}

export function solanaSigner(secretKey = ed25519.utils.randomSecretKey()): Signer {
  return {
    address: base58.encode(ed25519.getPublicKey(secretKey)),
    sign: async (message) => base58.encode(ed25519.sign(new TextEncoder().encode(message), secretKey)),
  }
}

/** P2WPKH, signing as BIP-137. */
export function bitcoinSigner(secretKey = secp256k1.utils.randomSecretKey()): Signer {
  return {
    address: p2wpkh(secp256k1.getPublicKey(secretKey)).address ?? '',
    async sign(message) {
      const bytes = Buffer.from(message)
      const length = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8]
      const text = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from(length), bytes])
      const [recovery = 0, ...compact] = secp256k1.sign(sha256(sha256(text)), secretKey, {
        prehash: false,
        format: 'recovered',
      })
      return base64.encode(Uint8Array.from([39 + recovery, ...compact]))
    },
  }
}
