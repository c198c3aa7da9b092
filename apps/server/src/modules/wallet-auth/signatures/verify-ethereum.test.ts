import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { verifyEthereum } from './verify-ethereum.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The example of the web3.js documentation for `accounts.sign`. */
const vector = {
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  message: 'Some data',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
}
const victim = privateKeyToAccount('0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318')
const stranger = privateKeyToAccount(`0x${'46'.repeat(32)}`)
const text = 'shipminer.example wants you to sign in with your Ethereum account:\nŠ 船'

function withHighS(signature: string): string {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  const recovery = Number.parseInt(signature.slice(130), 16) === 27 ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${recovery}`
}

describe('refuses', () => {
  test.each([
    ['', 'nothing'],
    ['0x', 'no bytes'],
    [vector.signature.slice(0, -2), 'a byte too few'],
    [`${vector.signature}00`, 'a byte too many'],
    [vector.signature.slice(2), 'no prefix'],
    [`${vector.signature.slice(0, -2)}1d`, 'an unknown recovery value'],
    [`0x${'00'.repeat(65)}`, 'zeros'],
    [`0x${'ff'.repeat(64)}1b`, 'numbers beyond the order'],
    [`0x${'zz'.repeat(65)}`, 'no hex'],
    ['0x01', 'what a hostile node would call valid'],
  ])('%s (%s)', async (signature) => {
    expect(await verifyEthereum(vector.address, vector.message, signature)).toBe(false)
  })

  test('another message, another address and another key', async () => {
    const foreign = await stranger.signMessage({ message: vector.message })
    expect(await verifyEthereum(vector.address, 'Some Data', vector.signature)).toBe(false)
    expect(await verifyEthereum(stranger.address, vector.message, vector.signature)).toBe(false)
    expect(await verifyEthereum(vector.address, vector.message, foreign)).toBe(false)
    expect(await verifyEthereum('not an address', vector.message, vector.signature)).toBe(false)
  })

  test('the twin of a signature with a high s', async () => {
    const signature = await victim.signMessage({ message: text })
    expect(await verifyEthereum(victim.address, text, signature)).toBe(true)
    expect(await verifyEthereum(victim.address, text, withHighS(signature))).toBe(false)
  })

  test('any other bytes, without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 60, maxLength: 70 }), async (bytes) => {
        const signature = `0x${Buffer.from(bytes).toString('hex')}`
        expect(await verifyEthereum(vector.address, vector.message, signature)).toBe(false)
      }),
      { numRuns: 40 },
    )
  })
})

describe('accepts', () => {
  test('the published signature, with an address of any case', async () => {
    expect(await verifyEthereum(vector.address, vector.message, vector.signature)).toBe(true)
    expect(await verifyEthereum(vector.address.toLowerCase(), vector.message, vector.signature)).toBe(true)
  })

  test('a recovery value of 0 or 1', async () => {
    const signature = `${vector.signature.slice(0, -2)}01`
    expect(await verifyEthereum(vector.address, vector.message, signature)).toBe(true)
  })
})
