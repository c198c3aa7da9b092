/**
 * `npm run pgbackrest -- backup --type full|diff|incr`: one backup of the PostgreSQL that `DATABASE_URL` names, by pgBackRest; its time is noted
 * for the desk. `npm run pgbackrest -- rehearse --to <empty folder> [--target '2026-11-28 02:00:00+00']`: restores into that folder, says what is
 * there, and removes it. Both run as the user of PostgreSQL. See docs/runbook.md.
 */

import { parseArgs } from 'node:util'
import { rehearsalText, rehearseRestore } from '../apps/server/src/admin/pgbackrest/rehearse-restore.ts'
import { backUp, backupTypes, PgbackrestError } from '../apps/server/src/admin/pgbackrest/run-pgbackrest.ts'
import { parseConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/platform/db/open-database.ts'
import { failureInWords } from '../apps/server/src/platform/failure-in-words.ts'

const USAGE =
  "Usage: npm run pgbackrest -- backup --type full|diff|incr, or rehearse --to <empty folder> [--target '<time>']; both [--stanza shipminer]"
const logger = { info: () => undefined, warn: console.warn, error: console.error }

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      type: { type: 'string' },
      to: { type: 'string' },
      target: { type: 'string' },
      stanza: { type: 'string', default: 'shipminer' },
    },
  })
  const { stanza } = values
  const config = parseConfig(process.env)
  if (!config.DATABASE_URL)
    throw new PgbackrestError('DATABASE_URL is not set: for the embedded database use npm run backup.')
  const type = backupTypes.find((one) => one === values.type)
  if (positionals[0] === 'backup' && type) {
    const store = await openDatabase({ config, logger, poolSize: 2 })
    try {
      const made = await backUp(store.db, stanza, type)
      console.log(
        `${made.label}: ${made.type}, ${made.bytes} bytes, of which ${made.addedBytes} are new here`,
      )
      if (made.hasBadPages)
        throw new PgbackrestError(`${made.label} has pages that do not match their checksums.`)
    } finally {
      await store.close()
    }
  } else if (positionals[0] === 'rehearse' && values.to) {
    const { lines, sound } = rehearsalText(
      await rehearseRestore({
        stanza,
        to: values.to,
        target: values.target ?? null,
        database: decodeURIComponent(new URL(config.DATABASE_URL).pathname.slice(1)),
        logger,
      }),
    )
    console.log(lines.join('\n'))
    if (!sound) process.exitCode = 1
  } else throw new PgbackrestError(USAGE)
}

await main().catch((error) => {
  console.error(failureInWords(error))
  process.exitCode = 1
})
