import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { openCredentialStore } from './credential-store.ts'
import { createSealedBox, openSealedBox } from './sealed-box.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sm-box-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is sealed opens again, for its purpose and in its own box alone', () => {
  const box = createSealedBox(randomBytes(32))
  const other = createSealedBox(randomBytes(32))
  fc.assert(
    fc.property(fc.string(), (text) => {
      const sealed = box.seal(text, 'one')
      expect(box.open(sealed, 'one')).toBe(text)
      expect(box.open(sealed, 'two')).toBeNull()
      expect(other.open(sealed, 'one')).toBeNull()
      expect(box.seal(text, 'one')).not.toBe(sealed)
    }),
  )
})

test('any change is seen', () => {
  const box = createSealedBox(randomBytes(32))
  const sealed = Buffer.from(box.seal('secret', 'one'), 'base64')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(box.open(changed.toString('base64'), 'one')).toBeNull()
    expect(box.open(sealed.subarray(0, at).toString('base64'), 'one')).toBeNull()
  }
})

test('the same key after a restart; a damaged one is no reason to make another', async () => {
  const path = join(folder, 'key')
  const sealed = (await openSealedBox(path)).seal('secret', 'one')
  expect((await openSealedBox(path)).open(sealed, 'one')).toBe('secret')
  writeFileSync(path, 'short')
  await expect(openSealedBox(path)).rejects.toThrow('no sealing key')
})

test('logins survive a restart, and a damaged file is an empty one', async () => {
  const box = await openSealedBox(join(folder, 'key'))
  const path = join(folder, 'logins')
  const open = () => openCredentialStore({ path, box, log: silentLogger })
  const store = await open()
  expect(store.get('mac:1')).toBeNull()
  await store.set('mac:1', { user: 'root', password: 'p', otp: '123456' })
  await store.set('mac:2', { user: null, password: 'q' })
  await store.remove('mac:2')
  expect((await open()).get('mac:1')).toEqual({ user: 'root', password: 'p' })
  expect((await open()).get('mac:2')).toBeNull()
  writeFileSync(path, 'damaged')
  expect((await open()).get('mac:1')).toBeNull()
})
