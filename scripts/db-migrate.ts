/** `npm run db:migrate`: brings the database that the settings name up to date, as the server does when it starts. */
import { parseConfig } from '../apps/server/src/config.ts'
import { migrateToLatest } from '../apps/server/src/platform/db/migrate.ts'
import { openDatabase } from '../apps/server/src/platform/db/open-database.ts'
import { failureInWords } from '../apps/server/src/platform/failure-in-words.ts'
import { keepPrivate } from '../apps/server/src/platform/private-files.ts'

const logger = { info: () => undefined, warn: console.warn, error: console.error }

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  keepPrivate(config.DATA_DIR)
  const store = await openDatabase({ config, logger })
  try {
    const applied = await migrateToLatest(store)
    console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date')
  } finally {
    await store.close()
  }
}

await main().catch((error) => {
  console.error(failureInWords(error))
  process.exitCode = 1
})
