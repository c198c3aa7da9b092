import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  changeKeyFile,
  findKeyTexts,
  type KeyConfig,
  loadKeyTexts,
  writeEarlierKeys,
} from './load-secret-key.ts'

let DATA_DIR: string
const config = (change: Partial<KeyConfig> = {}): KeyConfig => ({
  ...{ DATA_DIR, SECRET_KEY: undefined, SECRET_KEY_OLD: [] },
  ...change,
})
const key = (letter: string) => letter.repeat(32)
const file = (name: string) => join(DATA_DIR, name)

beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'keys-'))
  return () => rmSync(DATA_DIR, { recursive: true })
})
afterEach(() => {
  for (const name of ['secret.key', 'secret.key.old'])
    if (existsSync(file(name))) expect(statSync(file(name)).mode & 0o777).toBe(0o600)
})

test('a key is made once, and not by looking for it', () => {
  expect(findKeyTexts(config())).toBeNull()
  expect(existsSync(file('secret.key'))).toBe(false)
  const { inForce } = loadKeyTexts(config())
  expect(loadKeyTexts(config())).toEqual({ inForce, others: [] })
  expect(findKeyTexts(config())).toEqual({ inForce, others: [] })
})

test('a change keeps each key before, the newest first, until they are given up', () => {
  const { inForce: first } = loadKeyTexts(config())
  const second = changeKeyFile(config()).toString()
  const third = changeKeyFile(config()).toString()
  expect(new Set([first, second, third]).size).toBe(3)
  expect(loadKeyTexts(config())).toEqual({ inForce: third, others: [second, first] })
  // A crash after the first of the two files.
  writeFileSync(file('secret.key'), second, { mode: 0o600 })
  writeEarlierKeys(config(), [second, first])
  const fourth = changeKeyFile(config()).toString()
  expect(loadKeyTexts(config())).toEqual({ inForce: fourth, others: [second, first] })
  writeEarlierKeys(config(), [])
  expect(loadKeyTexts(config({ SECRET_KEY_OLD: [first] }))).toEqual({ inForce: fourth, others: [first] })
  expect(readFileSync(file('secret.key'), 'utf8')).toBe(fourth)
})

test('of settings the files do not count', () => {
  loadKeyTexts(config())
  changeKeyFile(config())
  const settings = config({ SECRET_KEY: key('a'), SECRET_KEY_OLD: [key('b')] })
  expect(loadKeyTexts(settings)).toEqual({ inForce: key('a'), others: [key('b')] })
})

test.each(['secret.key', 'secret.key.old'])('a damaged %s stops the start', (name) => {
  loadKeyTexts(config())
  writeFileSync(file(name), 'short\n', { mode: 0o600 })
  expect(() => loadKeyTexts(config())).toThrow(`${name} is damaged`)
})
