import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

/** The text that a login is bound to, as `packages/contract/src/control/device-logins.ts` writes it; here once more, so that a change shows. */
export function loginBinding(
  controllerId: string,
  name: string,
  commandId: string,
  expiresAt: number,
): string {
  return `shipminer-login-v1\n${controllerId}\n${name}\n${commandId}\n${expiresAt}`
}

/** A login sealed as a browser does it, made with other tools. `plain` is any text, also one that is no login. */
export function sealForTest(plain: string, boxKeyBase64: string, binding: string): string {
  const own = Buffer.from(boxKeyBase64, 'base64')
  const once = generateKeyPairSync('x25519')
  const ephemeralKey = rawOf(once.publicKey)
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: own.toString('base64url') },
    format: 'jwk',
  })
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey })
  const keys = Buffer.from(
    hkdfSync('sha256', shared, Buffer.concat([ephemeralKey, own]), 'shipminer-login-v1', 44),
  )
  const cipher = createCipheriv('aes-256-gcm', keys.subarray(0, 32), keys.subarray(32)).setAAD(
    Buffer.from(binding),
  )
  const content = Buffer.concat([cipher.update(plain.padEnd(512), 'utf8'), cipher.final()])
  return Buffer.concat([ephemeralKey, content, cipher.getAuthTag()]).toString('base64')
}

/** The raw 32 bytes of a public key. */
function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}
