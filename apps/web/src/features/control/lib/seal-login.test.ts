import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  sign,
} from 'node:crypto'
import { sealingProof } from '@shipminer/contract/control/device-logins'
import { loginBinding } from '@shipminer/testkit/sealed-login'
import { expect, test } from 'vitest'
import { isOwnKey, sealLogin } from './seal-login.ts'

/** Of the test vectors of RFC 7748, section 6.1: Bob's key pair, and Alice's private key. */
const boxPrivate = Buffer.from('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb', 'hex')
const boxKey = Buffer.from('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f', 'hex')
const once = Buffer.from('77076d0a7318a57d3c16c17251b26645c6d4a5c9b8c0b6ad5f6f4e2f0d9c8b1a', 'hex')
const bound = { controllerId: 'SM-A', name: 'mac:02:00', commandId: 'c0ffee', expiresAt: 1_800_000_000_000 }
const login = { user: 'captain', password: 'harbour “7”' }

/** What the controller does, by Node. */
function open(sealed: string, binding: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const jwk = (x: Buffer, d?: Buffer) => ({
    ...{ kty: 'OKP', crv: 'X25519', x: x.toString('base64url') },
    ...(d && { d: d.toString('base64url') }),
  })
  const told = bytes.subarray(0, 32)
  const shared = diffieHellman({
    privateKey: createPrivateKey({ key: jwk(boxKey, boxPrivate), format: 'jwk' }),
    publicKey: createPublicKey({ key: jwk(told), format: 'jwk' }),
  })
  const keys = Buffer.from(
    hkdfSync('sha256', shared, Buffer.concat([told, boxKey]), 'shipminer-login-v1', 44),
  )
  const decipher = createDecipheriv('aes-256-gcm', keys.subarray(0, 32), keys.subarray(32))
    .setAAD(Buffer.from(binding))
    .setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(32, -16), undefined, 'utf8') + decipher.final('utf8')
}
const binding = loginBinding(bound.controllerId, bound.name, bound.commandId, bound.expiresAt)

test('the holder of the key opens what was sealed, for what it was bound to alone', async () => {
  const sealed = await sealLogin(login, boxKey.toString('base64'), bound)
  expect(JSON.parse(open(sealed, binding))).toEqual(login)
  expect(() => open(sealed, binding.replace('mac:02:00', 'mac:02:01'))).toThrow()
})

test('each time it is another text, and a short password is as long as a long one', async () => {
  const seal = (password: string) => sealLogin({ user: null, password }, boxKey.toString('base64'), bound)
  const [short, again, long] = await Promise.all([seal('a'), seal('a'), seal('a'.repeat(200))])
  expect(short).not.toBe(again)
  expect(short?.length).toBe(long?.length)
  expect(atob(short ?? '')).not.toContain('password')
})

test('the same key used once gives the same text, so that a change of the form shows', async () => {
  const seal = () => sealLogin(login, boxKey.toString('base64'), bound, () => once)
  expect(await seal()).toBe(await seal())
  expect(JSON.parse(open(await seal(), binding))).toEqual(login)
})

test('what is no key seals nothing', async () => {
  await expect(sealLogin(login, btoa('short'), bound)).rejects.toThrow()
  await expect(sealLogin(login, Buffer.alloc(32).toString('base64'), bound)).rejects.toThrow()
})

test('only a key that the box signed for itself is its own', () => {
  const identity = generateKeyPairSync('ed25519')
  const identityKey = Buffer.from(identity.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const key = boxKey.toString('base64')
  const proof = sign(null, Buffer.from(sealingProof('SM-A', key)), identity.privateKey).toString('base64')
  const box = { identityKey: identityKey.toString('base64'), sealing: { key, proof } }
  expect(isOwnKey('SM-A', box)).toBe(true)
  expect(isOwnKey('SM-B', box)).toBe(false)
  expect(isOwnKey('SM-A', { ...box, identityKey: key })).toBe(false)
  expect(isOwnKey('SM-A', { ...box, sealing: { key: btoa('x'.repeat(32)), proof } })).toBe(false)
  expect(isOwnKey('SM-A', { ...box, sealing: { key, proof: 'no base64!' } })).toBe(false)
})
