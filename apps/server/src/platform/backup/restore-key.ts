import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import {
  earlierKeysFile,
  findKeyTexts,
  type KeyConfig,
  secretKeyFile,
  writeEarlierKeys,
} from '../secret-key/load-secret-key.ts'
import { printOfKey } from '../secret-key/secret-key.ts'
import { BackupError, type BackupHeader } from './backup-format.ts'

/** What a restore does with the server's own key: `put` before the database is in place, `undo` when it failed. */
export type KeyPlan = { says: string; put(): void; undo(): void }

type KeysOfBackup = Pick<
  BackupHeader,
  'secretKey' | 'secretKeyPrint' | 'otherSecretKeys' | 'otherSecretKeyPrints'
>

/**
 * Decides how the server gets the key that the backup's secrets are sealed with.
 * @param options `replace`: a different key file may be moved aside; `withoutKey`: go on with another key or none.
 * @throws BackupError when the restored server would not be able to open the sealed values.
 */
export function planKey(
  header: KeysOfBackup,
  config: KeyConfig,
  options: { replace: boolean; withoutKey: boolean; stamp: string },
): KeyPlan {
  const nothing = (says: string): KeyPlan => ({ says, put: () => undefined, undo: () => undefined })
  const there = findKeyTexts(config)
  const accepted = there === null ? [] : [there.inForce, ...there.others].map(printOfText)
  if (accepted.includes(header.secretKeyPrint)) return nothing(saysOfAccepted(header, accepted))
  if (options.withoutKey)
    return nothing(
      'WITHOUT THE RIGHT SECRET KEY: what was sealed is lost (second factors, secrets of webhooks and alert channels), claim keys on cards are void',
    )
  if (config.SECRET_KEY)
    throw new BackupError(
      'SECRET_KEY is not the key that this backup was made with: secrets in it could not be opened. Set the right one, name it in SECRET_KEY_OLD, or unset SECRET_KEY to use the one in the backup.',
    )
  const file = secretKeyFile(config)
  const key = header.secretKey
  if (key === null)
    throw new BackupError(
      `The secret key is not in this backup: put it into ${file} or SECRET_KEY first. If it is lost for good, --without-key goes on without what is sealed.`,
    )
  if (printOfText(key) !== header.secretKeyPrint)
    throw new BackupError('The secret key in this backup is damaged. Take another backup.')
  if (there !== null && !options.replace)
    throw new BackupError(`${file} is another key than the one in this backup. Move it away first.`)
  return putKeys(config, { inForce: key, others: header.otherSecretKeys }, options.stamp)
}

function saysOfAccepted(header: KeysOfBackup, [inForce, ...others]: readonly string[]): string {
  const isMissing = header.otherSecretKeyPrints.some((print) => print !== inForce && !others.includes(print))
  if (isMissing)
    return 'the secret key that is there is the right one; an earlier one that was still accepted is not there (SECRET_KEY_OLD), and what it sealed or hashed is lost'
  return inForce === header.secretKeyPrint
    ? 'the secret key that is there is the right one'
    : 'the secret key of the backup is one of those that are still accepted'
}

/** The keys of a backup in files; what was there goes aside. */
function putKeys(config: KeyConfig, keys: { inForce: string; others: string[] }, stamp: string): KeyPlan {
  const files = [secretKeyFile(config), earlierKeysFile(config)].map((file) => ({
    file,
    aside: `${file}.before-restore-${stamp}`,
    isThere: existsSync(file),
  }))
  const [{ file, aside, isThere }] = files as [(typeof files)[number]]
  return {
    says: isThere
      ? `the secret key was replaced; the old one is in ${aside}`
      : `the secret key is in ${file}`,
    put() {
      for (const one of files) if (one.isThere) renameSync(one.file, one.aside)
      writeEarlierKeys(config, keys.others)
      writeFileSync(file, keys.inForce, { mode: 0o600, flush: true })
    },
    undo() {
      for (const one of files) {
        rmSync(one.file, { force: true })
        if (one.isThere) renameSync(one.aside, one.file)
      }
    },
  }
}

const printOfText = (key: string) => printOfKey(Buffer.from(key))
