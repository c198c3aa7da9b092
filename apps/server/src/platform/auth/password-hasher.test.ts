import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

const hasher = createPasswordHasher()

test('hashes with argon2id at the stated cost, salted', async () => {
  const [first, second] = await Promise.all([hasher.hash('een lang geheim'), hasher.hash('een lang geheim')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(hasher.isOutdated(first)).toBe(false)
})

test('verifies the right password only, and composed characters as one', async () => {
  const phc = await hasher.hash('café met sterke koffie')
  expect(await hasher.verify(phc, 'café met sterke koffie')).toBe(true)
  expect(await hasher.verify(phc, 'cafe met sterke koffie')).toBe(false)
  expect(await hasher.verify('no hash', 'café met sterke koffie')).toBe(false)
  await expect(hasher.verifyNothing('whatever')).resolves.toBeUndefined()
})

test('tells a hash of another cost', async () => {
  expect(hasher.isOutdated(await hash('x', { memoryCost: 8_192, timeCost: 1, parallelism: 1 }))).toBe(true)
  expect(hasher.isOutdated('no hash')).toBe(true)
})
