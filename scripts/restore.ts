/**
 * `npm run restore -- --from <file> [--identity <file>] [--replace] [--check] [--without-key]`: puts a backup into an empty database, or only reads
 * it and says whether it is whole (`--check`). `--identity` names the age identity of one that is encrypted. See docs/runbook.md.
 */

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { checkBackup, restoreFromBackup } from '../apps/server/src/admin/restore-from-backup.ts'
import { parseConfig } from '../apps/server/src/config.ts'
import { parseIdentities } from '../apps/server/src/platform/backup/age-file.ts'
import type { BackupHeader, BackupTrailer } from '../apps/server/src/platform/backup/backup-format.ts'
import { failureInWords } from '../apps/server/src/platform/failure-in-words.ts'

function summaryOf({ header, trailer }: { header: BackupHeader; trailer: BackupTrailer }): string {
  const rows = Object.values(trailer.tables).reduce((sum, table) => sum + table.rows, 0)
  return `of ${header.createdAt}, version ${header.version}, ${rows} rows of ${Object.keys(trailer.tables).length} tables`
}

async function confirm(lost: string[]): Promise<boolean> {
  console.log(`What is there now goes: ${lost.join(', ')}.`)
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Type "replace" to go on: ').catch(() => '')
  lines.close()
  return answer.trim() === 'replace'
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      identity: { type: 'string' },
      replace: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      'without-key': { type: 'boolean', default: false },
    },
  })
  if (!values.from)
    throw new Error(
      'Usage: npm run restore -- --from <file> [--identity <file>] [--replace] [--check] [--without-key]',
    )
  const identities = values.identity ? parseIdentities(readFileSync(values.identity, 'utf8')) : []
  if (values.check) {
    console.log(`whole: a backup ${summaryOf(await checkBackup(values.from, identities))}`)
    return
  }
  const startedAt = performance.now()
  const report = await restoreFromBackup({
    config: parseConfig(process.env),
    environment: process.env,
    from: values.from,
    identities,
    replace: values.replace,
    withoutKey: values['without-key'],
    confirm,
    clock: Date.now,
    logger: { info: () => undefined, warn: console.warn, error: console.error },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `restored a backup ${summaryOf(report)}, ${seconds} s; every table was read back and is the same`,
  )
  console.log(report.key)
  if (report.kept) console.log(`the database that was there lies in ${report.kept}`)
  if (report.missingSettings.length > 0)
    console.log(
      `settings that its server had and that are not set here: ${report.missingSettings.join(', ')}`,
    )
}

await main().catch((error) => {
  console.error(failureInWords(error))
  process.exitCode = 1
})
