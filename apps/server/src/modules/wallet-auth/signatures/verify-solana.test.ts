import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifySolana } from './verify-solana.ts'

const order = ed25519.Point.CURVE().n
const text = 'shipminer.example wants you to sign in with your Solana account:\n船'
const secret = new Uint8Array(32).fill(7)
const address = base58.encode(ed25519.getPublicKey(secret))
const signed = ed25519.sign(new TextEncoder().encode(text), secret)

/** RFC 8032, section 7.1, tests 1 and 2. */
const vectors = [
  {
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: 'r',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
]

/** The eight points of small order (and the two spellings of some), for which signatures can be made without a key. */
const smallOrder = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

/** R = s·B for a chosen s: valid wherever the cofactor wipes out the key's part. */
function forge(s: bigint): Uint8Array {
  const scalar = new Uint8Array(32)
  let rest = s
  for (let index = 0; index < 32; index += 1) {
    scalar[index] = Number(rest & 0xffn)
    rest >>= 8n
  }
  const point = s === 0n ? ed25519.Point.ZERO : ed25519.Point.BASE.multiply(s)
  return Uint8Array.from([...point.toBytes(), ...scalar])
}

describe('refuses', () => {
  test('signatures forged for the System Program address, 64 messages', () => {
    const systemProgram = '1'.repeat(32)
    for (let round = 0; round < 64; round += 1) {
      const forgery = base58.encode(forge(BigInt(round)))
      expect(verifySolana(systemProgram, `message ${round}`, forgery)).toBe(false)
    }
  })

  test.each(smallOrder)('a signature forged for the small-order key %s', (key) => {
    for (let round = 0; round < 16; round += 1) {
      const forgery = base58.encode(forge(BigInt(round)))
      expect(verifySolana(base58.encode(hex.decode(key)), `message ${round}`, forgery)).toBe(false)
    }
  })

  test('the malleable twin S + L of a good signature', () => {
    let s = 0n
    for (const byte of signed.slice(32).reverse()) s = (s << 8n) | BigInt(byte)
    const raised = s + order
    const twin = Uint8Array.from(signed)
    for (let index = 0; index < 32; index += 1)
      twin[32 + index] = Number((raised >> BigInt(8 * index)) & 0xffn)
    expect(verifySolana(address, text, base58.encode(signed))).toBe(true)
    expect(verifySolana(address, text, base58.encode(twin))).toBe(false)
  })

  test("a foreign key's signature over the victim's text", () => {
    const foreign = ed25519.sign(new TextEncoder().encode(text), new Uint8Array(32).fill(8))
    expect(verifySolana(address, text, base58.encode(foreign))).toBe(false)
    expect(verifySolana(address, `${text} `, base58.encode(signed))).toBe(false)
  })

  test.each(['', '1', '0OIl', base58.encode(signed.slice(1)), '==', hex.encode(signed), '0'.repeat(2000)])(
    'the malformed signature %#',
    (signature) => expect(verifySolana(address, text, signature)).toBe(false),
  )

  test('any other bytes, without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 60, maxLength: 68 }), fc.string(), (bytes, key) => {
        expect(verifySolana(address, text, base58.encode(bytes))).toBe(false)
        expect(verifySolana(key, text, base64.encode(bytes))).toBe(false)
      }),
      { numRuns: 40 },
    )
  })
})

describe('accepts', () => {
  test.each(vectors)('the vector of RFC 8032 over "$message"', ({ publicKey, message, signature }) => {
    expect(
      verifySolana(base58.encode(hex.decode(publicKey)), message, base58.encode(hex.decode(signature))),
    ).toBe(true)
  })

  test('base58 and base64', () => {
    expect(verifySolana(address, text, base58.encode(signed))).toBe(true)
    expect(verifySolana(address, text, base64.encode(signed))).toBe(true)
  })
})
