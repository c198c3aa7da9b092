import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

/**
 * The server's own key: from the setting, else a file made on first start (under another name, then linked, so that two concurrent first
 * starts agree on one).
 */
export function loadSecretKey(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Buffer {
  if (config.SECRET_KEY) return Buffer.from(config.SECRET_KEY)
  const file = path.resolve(config.DATA_DIR, 'secret.key')
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim())
  if (key.length < 32) throw new Error(`${file} is damaged: it must hold at least 32 characters`)
  return key
}
