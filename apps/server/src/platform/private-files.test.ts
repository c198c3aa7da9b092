import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findForeignPaths, keepPrivate, NotPrivateError } from './private-files.ts'

let root: string
let maskBefore: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'private-'))
  maskBefore = process.umask()
})
afterEach(() => {
  process.umask(maskBefore)
  rmSync(root, { recursive: true, force: true })
})
const modeOf = (...path: string[]) => statSync(join(root, ...path)).mode & 0o777

test('a folder that is not there is made for its user alone, and so is what follows', () => {
  process.umask(0)
  expect(keepPrivate(join(root, 'a/data'))).toEqual({ narrowed: 0 })
  writeFileSync(join(root, 'a/data/later'), '', { mode: 0o666 })
  expect([modeOf('a/data'), modeOf('a/data/later')]).toEqual([0o700, 0o600])
})

test('what was left wider is narrowed, and what a link leads to is not ours to change', () => {
  process.umask(0)
  mkdirSync(join(root, 'data/db'), { recursive: true })
  for (const name of ['data/secret.key', 'data/db/1', 'outside'])
    writeFileSync(join(root, name), '', { mode: 0o666 })
  chmodSync(join(root, 'data/secret.key'), 0o640)
  symlinkSync(join(root, 'outside'), join(root, 'data/link'))
  expect(keepPrivate(join(root, 'data'))).toEqual({ narrowed: 4 })
  expect([modeOf('data'), modeOf('data/db'), modeOf('data/db/1'), modeOf('data/secret.key')]).toEqual([
    0o700, 0o700, 0o600, 0o600,
  ])
  expect(modeOf('outside')).toBe(0o666)
  expect(keepPrivate(join(root, 'data'))).toEqual({ narrowed: 0 })
})

test('a folder that everyone shares is refused and left as it is', () => {
  mkdirSync(join(root, 'tmp'))
  chmodSync(join(root, 'tmp'), 0o1777)
  expect(() => keepPrivate(join(root, 'tmp'))).toThrow(NotPrivateError)
  expect(() => keepPrivate('/')).toThrow(/Set DATA_DIR/)
  expect(statSync(join(root, 'tmp')).mode & 0o7777).toBe(0o1777)
})

test('what another user owns in it is found, by the owner of the folder where root looks', () => {
  mkdirSync(join(root, 'data/db'), { recursive: true })
  for (const name of ['data/secret.key', 'data/db/1']) writeFileSync(join(root, name), '')
  expect(findForeignPaths(join(root, 'data'))).toEqual([])
  expect(findForeignPaths(join(root, 'nothing'))).toEqual([])
  const user = process.getuid?.() ?? 0
  expect(findForeignPaths(join(root, 'data'), user + 1_000)).toHaveLength(4)
  if (user !== 0) return
  for (const name of ['data', 'data/db/1']) chownSync(join(root, name), 1_234, 1_234)
  expect(findForeignPaths(join(root, 'data'))).toEqual([join(root, 'data/db'), join(root, 'data/secret.key')])
})
