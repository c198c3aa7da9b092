import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { SecretKey } from './secret-key.ts'

export type KeyConfig = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_OLD' | 'DATA_DIR'>
/** As settings or files have it: the key in force, and others that are accepted, the newest first. */
type KeyTexts = { inForce: string; others: string[] }

export const secretKeyFile = (config: Pick<KeyConfig, 'DATA_DIR'>) =>
  path.resolve(config.DATA_DIR, 'secret.key')
/** One key a line, the newest first. */
export const earlierKeysFile = (config: Pick<KeyConfig, 'DATA_DIR'>) => `${secretKeyFile(config)}.old`

/** The server's own key: from the setting, else a file made on first start. */
export function loadSecretKey(config: KeyConfig): SecretKey {
  const { inForce, others } = loadKeyTexts(config)
  return new SecretKey(
    Buffer.from(inForce),
    others.map((text) => Buffer.from(text)),
  )
}

export function loadKeyTexts(config: KeyConfig): KeyTexts {
  const { SECRET_KEY, SECRET_KEY_OLD: named } = config
  if (SECRET_KEY) return { inForce: SECRET_KEY, others: named }
  const file = secretKeyFile(config)
  if (!existsSync(file)) makeKey(file)
  return { inForce: readKey(file), others: [...readEarlierKeys(config), ...named] }
}

/** The keys that are there, without making one; null: there is none. */
export function findKeyTexts(config: KeyConfig): KeyTexts | null {
  return config.SECRET_KEY || existsSync(secretKeyFile(config)) ? loadKeyTexts(config) : null
}

/** Under another name, then linked, so that two concurrent first starts agree on one. */
function makeKey(file: string): void {
  const aside = writeAside(file, newKey())
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) throw new Error(`${file} is damaged: it must hold at least 32 characters`)
  return key
}

function readEarlierKeys(config: KeyConfig): string[] {
  const file = earlierKeysFile(config)
  if (!existsSync(file)) return []
  const keys = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
  if (keys.some((key) => key.length < 32))
    throw new Error(`${file} is damaged: each line must hold at least 32 characters`)
  return keys
}

/** Makes another key the one of the file, and keeps the one before beside it, first: a crash in between loses neither. */
export function changeKeyFile(config: KeyConfig): Buffer {
  const file = secretKeyFile(config)
  const before = readKey(file)
  const earlier = readEarlierKeys(config).filter((key) => key !== before)
  writeEarlierKeys(config, [before, ...earlier])
  const key = newKey()
  renameSync(writeAside(file, key), file)
  return Buffer.from(key)
}

export function writeEarlierKeys(config: Pick<KeyConfig, 'DATA_DIR'>, keys: readonly string[]): void {
  const file = earlierKeysFile(config)
  if (keys.length === 0) rmSync(file, { force: true })
  else renameSync(writeAside(file, keys.map((key) => `${key}\n`).join('')), file)
}

const newKey = () => randomBytes(32).toString('hex')

function writeAside(file: string, text: string): string {
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, text, { mode: 0o600, flush: true })
  return aside
}
