/**
 * `npm run backup -- --to <file or folder> [--without-key]`: everything the server knows in one file, while it runs. See docs/runbook.md.
 */
import { parseArgs } from 'node:util'
import { takeBackup } from '../apps/server/src/admin/take-backup.ts'
import { parseConfig } from '../apps/server/src/config.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'without-key': { type: 'boolean', default: false } },
  })
  if (!values.to) throw new Error('Usage: npm run backup -- --to <file or folder> [--without-key]')
  const startedAt = performance.now()
  const report = await takeBackup({
    config: parseConfig(process.env),
    environment: process.env,
    to: values.to,
    withoutKey: values['without-key'],
    clock: Date.now,
    logger: { info: () => undefined, warn: console.warn, error: console.error },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${report.file}: ${report.rows} rows of ${report.tables} tables, ${report.bytes} bytes, ${seconds} s`,
  )
  if (report.pausedMs !== null) console.log(`the server went on; it paused for ${report.pausedMs} ms`)
  console.log(
    report.hasKey
      ? 'It holds personal data AND THE SECRET KEY: who has this file has everything. Only this user can read it; keep it so.'
      : 'It holds personal data. THE SECRET KEY IS NOT IN IT: keep secret.key, or SECRET_KEY, in another safe place.',
  )
}

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
