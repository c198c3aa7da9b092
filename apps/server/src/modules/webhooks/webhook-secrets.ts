import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** How secrets of endpoints are kept: sealed with a key derived from the server's own. */
export type WebhookSecrets = { seal(secret: Uint8Array): Uint8Array; open(sealed: Uint8Array): Buffer }

export function createWebhookSecrets(deps: {
  secretKey: Buffer
  randomBytes: (count: number) => Uint8Array
}): WebhookSecrets {
  const sealKey = createHmac('sha256', deps.secretKey).update('webhook-secret').digest()
  return {
    seal(secret) {
      const iv = deps.randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv)
      return new Uint8Array(Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]))
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, ivBytes))
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
    },
  }
}
