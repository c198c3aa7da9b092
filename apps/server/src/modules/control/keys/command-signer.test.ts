import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { createCommandSigner } from './command-signer.ts'

const signer = createCommandSigner(Buffer.alloc(32, 7))

test('another implementation accepts the signature, and not over another text', () => {
  const key = Buffer.from(signer.publicKey, 'base64')
  const signature = Buffer.from(signer.sign('{"id":1}'), 'base64')
  expect(key).toHaveLength(32)
  expect(ed25519.verify(signature, Buffer.from('{"id":1}'), key)).toBe(true)
  expect(ed25519.verify(signature, Buffer.from('{"id":2}'), key)).toBe(false)
})

test('all servers with one secret have one key; another secret has another', () => {
  expect(createCommandSigner(Buffer.alloc(32, 7)).publicKey).toBe(signer.publicKey)
  expect(createCommandSigner(Buffer.alloc(32, 8)).publicKey).not.toBe(signer.publicKey)
})
