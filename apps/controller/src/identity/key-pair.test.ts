import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnrolRequestSchema } from '@shipminer/contract/enrolment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadOrCreateKey } from './key-pair.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'key-'))
})

afterEach(() => rm(directory, { recursive: true, force: true }))

describe('controller key', () => {
  test('is made once, for its owner alone, and signs what its public half verifies', async () => {
    const path = join(directory, 'controller.key')
    const made = await loadOrCreateKey(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const loaded = await loadOrCreateKey(path)
    expect(loaded.publicKey).toBe(made.publicKey)
    expect(EnrolRequestSchema.shape.publicKey.safeParse(made.publicKey).success).toBe(true)
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(made.publicKey, 'base64').toString('base64url') },
      format: 'jwk',
    })
    expect(verify(null, Buffer.from('hello'), publicKey, Buffer.from(loaded.sign('hello'), 'base64'))).toBe(
      true,
    )
  })

  test('a damaged key is told and never replaced', async () => {
    const path = join(directory, 'controller.key')
    await writeFile(path, 'not a key')
    await expect(loadOrCreateKey(path)).rejects.toThrow(/enrol with a new token/)
  })
})
