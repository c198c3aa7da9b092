import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BackupError, type BackupHeader, printOfKey } from './backup-format.ts'

/** What a restore does with the server's own key: `put` before the database is in place, `undo` when it failed. */
export type KeyPlan = { says: string; put(): void; undo(): void }

/**
 * Decides how the server gets the key that the backup's secrets are sealed with.
 * @param options `replace`: a different key file may be moved aside; `withoutKey`: go on with another key or none.
 * @throws BackupError when the restored server would not be able to open the sealed values.
 */
export function planKey(
  header: Pick<BackupHeader, 'secretKey' | 'secretKeyPrint'>,
  config: { SECRET_KEY?: string | undefined; DATA_DIR: string },
  options: { replace: boolean; withoutKey: boolean; stamp: string },
): KeyPlan {
  const nothing = (says: string): KeyPlan => ({ says, put: () => undefined, undo: () => undefined })
  const isRight = (text: string) => printOfKey(Buffer.from(text)) === header.secretKeyPrint
  const file = resolve(config.DATA_DIR, 'secret.key')
  const there = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  const current = config.SECRET_KEY ?? there
  if (current !== null && current !== undefined && isRight(current))
    return nothing('the secret key that is there is the right one')
  if (options.withoutKey)
    return nothing(
      'WITHOUT THE RIGHT SECRET KEY: what was sealed is lost (second factors, secrets of webhooks and alert channels), claim keys on cards are void',
    )
  if (config.SECRET_KEY)
    throw new BackupError(
      'SECRET_KEY is not the key that this backup was made with: secrets in it could not be opened. Set the right one, or unset it to use the one in the backup.',
    )
  const key = header.secretKey
  if (key === null)
    throw new BackupError(
      `The secret key is not in this backup: put it into ${file} or SECRET_KEY first. If it is lost for good, --without-key goes on without what is sealed.`,
    )
  if (!isRight(key)) throw new BackupError('The secret key in this backup is damaged. Take another backup.')
  if (there !== null && !options.replace)
    throw new BackupError(`${file} is another key than the one in this backup. Move it away first.`)
  const aside = `${file}.before-restore-${options.stamp}`
  return {
    says:
      there === null
        ? `the secret key is in ${file}`
        : `the secret key was replaced; the old one is in ${aside}`,
    put() {
      if (there !== null) renameSync(file, aside)
      writeFileSync(file, key, { mode: 0o600, flush: true })
    },
    undo() {
      rmSync(file, { force: true })
      if (there !== null) renameSync(aside, file)
    },
  }
}
