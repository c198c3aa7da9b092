/**
 * `npm run backup -- --to <file or folder> [--recipient age1…]… [--with-key | --without-key]`: everything the server knows in one file,
 * while it runs. `npm run backup -- --make-identity <file>`: the key pair that encrypted backups need. See docs/runbook.md.
 */

import { parseArgs } from 'node:util'
import { takeBackup } from '../apps/server/src/admin/take-backup.ts'
import { parseConfig } from '../apps/server/src/config.ts'
import { makeIdentity } from '../apps/server/src/platform/backup/age-file.ts'
import { failureInWords } from '../apps/server/src/platform/failure-in-words.ts'

const USAGE =
  'Usage: npm run backup -- --to <file or folder> [--recipient age1…]… [--with-key | --without-key], or --make-identity <file>'

/** What its reader has to know about the file. */
function warningOf({ hasKey, isEncrypted }: { hasKey: boolean; isEncrypted: boolean }): string {
  const key = hasKey
    ? 'THE SECRET KEY is in it too'
    : 'THE SECRET KEY IS NOT IN IT: keep secret.key, or SECRET_KEY, in another safe place'
  if (isEncrypted) return `It is encrypted: only who has the age identity can read it. ${key}.`
  return hasKey
    ? 'It holds personal data AND THE SECRET KEY, readable by anybody who gets the file. Better: --recipient, or BACKUP_RECIPIENTS.'
    : `It holds personal data, readable by anybody who gets the file. ${key}.`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      'with-key': { type: 'boolean', default: false },
      'without-key': { type: 'boolean', default: false },
      'make-identity': { type: 'string' },
    },
  })
  if (values['make-identity']) {
    const recipient = await makeIdentity(values['make-identity'])
    console.log(
      `${values['make-identity']}: keep it on another machine; without it no encrypted backup can be read`,
    )
    console.log(`BACKUP_RECIPIENTS=${recipient}`)
    return
  }
  if (!values.to || (values['with-key'] && values['without-key'])) throw new Error(USAGE)
  const config = parseConfig(process.env)
  const recipients = values.recipient ?? config.BACKUP_RECIPIENTS
  const startedAt = performance.now()
  const report = await takeBackup({
    config,
    environment: process.env,
    to: values.to,
    recipients,
    withKey: values['with-key'] || (recipients.length > 0 && !values['without-key']),
    clock: Date.now,
    logger: { info: () => undefined, warn: console.warn, error: console.error },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${report.file}: ${report.rows} rows of ${report.tables} tables, ${report.bytes} bytes, ${seconds} s`,
  )
  if (report.pausedMs !== null) console.log(`the server went on; it paused for ${report.pausedMs} ms`)
  console.log(warningOf(report))
}

await main().catch((error) => {
  console.error(failureInWords(error))
  process.exitCode = 1
})
