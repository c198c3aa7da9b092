import { generateKeyPairSync, sign } from 'node:crypto'
import { releaseSigningText } from '@shipminer/contract/releases'
import { describe, expect, test } from 'vitest'
import { checkOffer } from './check-offer.ts'
import { testRelease, testReleaseKey } from './test-release.ts'

const board = { releaseKey: testReleaseKey, version: '1.3.0', nodeVersion: '24.2.0' }
const offerOf = (changes: Parameters<typeof testRelease>[0] = {}) => {
  const { text, signature } = testRelease(changes)
  return { manifest: text, signature }
}

describe('checkOffer', () => {
  test('takes what is signed, newer and made for this Node', () => {
    expect(checkOffer(offerOf(), board)).toMatchObject({ ok: true, manifest: { version: '1.4.0' } })
  })

  test.each([
    ['no key on board', offerOf(), { releaseKey: null }, 'no-release-key'],
    ['a key that is none', offerOf(), { releaseKey: 'AAAA' }, 'no-release-key'],
    ['a signature of nothing', { ...offerOf(), signature: '' }, {}, 'bad-signature'],
    [
      'another text',
      { ...offerOf(), manifest: offerOf().manifest.replace('1.4.0', '1.5.0') },
      {},
      'bad-signature',
    ],
    ['an older one', offerOf({ version: '1.2.9' }), {}, 'downgrade'],
    ['a newer Node', offerOf({ minimumNode: '25.0.0' }), {}, 'node-too-old'],
    ['another product', offerOf({ product: 'other' as never }), {}, 'malformed'],
    ['a version that leaves its folder', offerOf({ version: '../1.4.0' }), {}, 'malformed'],
    ['no program', offerOf({ files: [] }), {}, 'malformed'],
  ])('refuses %s', (_, offer, changes, reason) => {
    expect(checkOffer(offer, { ...board, ...changes })).toMatchObject({ ok: false, reason })
  })

  test('refuses the signature of another key, and one over the bare text', () => {
    const { manifest } = offerOf()
    const other = generateKeyPairSync('ed25519').privateKey
    const signature = sign(null, Buffer.from(releaseSigningText(manifest)), other).toString('base64')
    expect(checkOffer({ manifest, signature }, board)).toMatchObject({ reason: 'bad-signature' })
  })

  test('goes back only to a release that says so', () => {
    const offer = offerOf({ version: '1.2.0', allowsDowngrade: true })
    expect(checkOffer(offer, board)).toMatchObject({ ok: true })
  })

  test('takes any release in place of a version that is none', () => {
    expect(checkOffer(offerOf(), { ...board, version: 'dev' })).toMatchObject({ ok: true })
  })
})
