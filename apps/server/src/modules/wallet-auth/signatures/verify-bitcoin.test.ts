import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { p2pkh, p2sh, p2wpkh, RawWitness } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyBitcoin } from './verify-bitcoin.ts'

const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const nested = '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f'
const legacy = '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'
const legacyText = 'This is an example of a signed message.'

const vectors = [
  {
    source: 'BIP-322',
    address: segwit,
    message: '',
    signature:
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  },
  {
    source: 'BIP-322',
    address: segwit,
    message: '',
    signature:
      'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  },
  {
    source: 'BIP-322',
    address: segwit,
    message: 'Hello World',
    signature:
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  },
  {
    source: 'BIP-322',
    address: segwit,
    message: 'Hello World',
    signature:
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  },
  {
    source: 'Bitcoin Core, util_tests',
    address: taproot,
    message: 'Hello World',
    signature: 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  },
  {
    source: 'bip322-js, P2SH-P2WPKH',
    address: nested,
    message: 'Hello World',
    signature:
      'AkgwRQIhAMd2wZSY3x0V9Kr/NClochoTXcgDaGl3OObOR17yx3QQAiBVWxqNSS+CKen7bmJTG6YfJjsggQ4Fa2RHKgBKrdQQ+gEhAxa5UDdQCHSQHfKQv14ybcYm1C9y6b12xAuukWzSnS+w',
  },
  {
    source: 'bitcoinjs-message, BIP-137',
    address: legacy,
    message: legacyText,
    signature: 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  },
]

const secret = new Uint8Array(32).fill(3)
const publicKey = secp256k1.getPublicKey(secret)
const own = {
  legacy: p2pkh(publicKey).address ?? '',
  segwit: p2wpkh(publicKey).address ?? '',
  nested: p2sh(p2wpkh(publicKey)).address ?? '',
}

/** BIP-137 with a chosen header base (27 uncompressed, 31, 35, 39) and, optionally the high twin of `s`. */
function bip137(message: string, base: number, highS = false): string {
  const bytes = new TextEncoder().encode(message)
  const preimage = Buffer.concat([
    Buffer.from('\x18Bitcoin Signed Message:\n'),
    Buffer.from([bytes.length]),
    bytes,
  ])
  const signature = secp256k1.Signature.fromBytes(
    secp256k1.sign(sha256(sha256(preimage)), secret, { prehash: false, format: 'recovered' }),
    'recovered',
  )
  const order = secp256k1.Point.CURVE().n
  const s = highS ? order - signature.s : signature.s
  const recovery = (signature.recovery ?? 0) ^ (highS ? 1 : 0)
  const compact = new secp256k1.Signature(signature.r, s).toBytes('compact')
  return base64.encode(Uint8Array.from([base + recovery, ...compact]))
}

describe('refuses', () => {
  test.each(vectors)('$source for another text or address', ({ address, message, signature }) => {
    expect(verifyBitcoin(address, `${message}.`, signature)).toBe(false)
    expect(verifyBitcoin(own.segwit, message, signature)).toBe(false)
    expect(verifyBitcoin(own.nested, message, signature)).toBe(false)
    expect(verifyBitcoin(own.legacy, message, signature)).toBe(false)
  })

  test.each([
    '',
    'smp',
    'AA==',
    'Ag==',
    'not base64',
    'ful',
    `pof${vectors[0]?.signature}`,
    'A'.repeat(2000),
  ])('the malformed signature %s', (signature) => {
    for (const address of [segwit, taproot, nested, legacy]) {
      expect(verifyBitcoin(address, 'Hello World', signature)).toBe(false)
    }
  })

  test('a testnet address and a script address', () => {
    const [, , vector] = vectors
    expect(
      verifyBitcoin('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Hello World', vector?.signature ?? ''),
    ).toBe(false)
    expect(
      verifyBitcoin(
        'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
        'Hello World',
        vector?.signature ?? '',
      ),
    ).toBe(false)
  })

  test('a BIP-137 header of another address kind, and uncompressed keys where there are none', () => {
    expect(verifyBitcoin(own.legacy, 'text', bip137('text', 35))).toBe(false)
    expect(verifyBitcoin(own.legacy, 'text', bip137('text', 39))).toBe(false)
    expect(verifyBitcoin(own.nested, 'text', bip137('text', 39))).toBe(false)
    expect(verifyBitcoin(own.segwit, 'text', bip137('text', 35))).toBe(false)
    expect(verifyBitcoin(own.segwit, 'text', bip137('text', 27))).toBe(false)
    expect(verifyBitcoin(own.segwit, 'text', bip137('text', 43))).toBe(false)
  })

  test('the twin of a signature with a high s', () => {
    expect(verifyBitcoin(own.segwit, 'text', bip137('text', 39, true))).toBe(false)
  })

  test('a sighash other than ALL, and a witness with too many parts', () => {
    const [, , vector] = vectors
    const [signature, key] = RawWitness.decode(base64.decode(vector?.signature ?? ''))
    if (!signature || !key) throw new Error('vector')
    const encode = (parts: Uint8Array[]) => base64.encode(RawWitness.encode(parts))
    expect(verifyBitcoin(segwit, 'Hello World', encode([signature, key]))).toBe(true)
    expect(
      verifyBitcoin(segwit, 'Hello World', encode([Uint8Array.from([...signature.slice(0, -1), 2]), key])),
    ).toBe(false)
    expect(verifyBitcoin(segwit, 'Hello World', encode([signature, key, key]))).toBe(false)
    expect(verifyBitcoin(segwit, 'Hello World', encode([signature]))).toBe(false)
  })

  test('any other bytes, without throwing', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 120 }),
        fc.constantFrom(segwit, taproot, nested, legacy),
        (bytes, address) => {
          expect(verifyBitcoin(address, 'Hello World', base64.encode(bytes))).toBe(false)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('accepts', () => {
  test.each(vectors)('$source, "$message"', ({ address, message, signature }) => {
    expect(verifyBitcoin(address, message, signature)).toBe(true)
  })

  test('the prefix of BIP-322 version 1.0.0', () => {
    for (const { address, message, signature } of vectors.slice(0, 6)) {
      expect(verifyBitcoin(address, message, `smp${signature}`)).toBe(true)
    }
  })

  test('BIP-137 for every address kind, by its own header and by the one Electrum writes', () => {
    expect(verifyBitcoin(own.legacy, 'text', bip137('text', 31))).toBe(true)
    expect(verifyBitcoin(own.nested, 'text', bip137('text', 35))).toBe(true)
    expect(verifyBitcoin(own.segwit, 'text', bip137('text', 39))).toBe(true)
    expect(verifyBitcoin(own.nested, 'text', bip137('text', 31))).toBe(true)
    expect(verifyBitcoin(own.segwit, 'text', bip137('text', 31))).toBe(true)
  })

  test('BIP-137 with an uncompressed key', () => {
    const uncompressed = p2pkh(secp256k1.getPublicKey(secret, false)).address ?? ''
    expect(verifyBitcoin(uncompressed, 'text', bip137('text', 27))).toBe(true)
    expect(verifyBitcoin(uncompressed, 'text', bip137('text', 31))).toBe(false)
  })
})
