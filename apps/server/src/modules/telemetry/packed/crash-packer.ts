import { openEmbeddedStore } from '../../../platform/db/embedded/embedded-store.ts'
import { openPostgresqlStore } from '../../../platform/db/postgresql-store.ts'
import type { StoreLogger } from '../../../platform/db/store.ts'
import { createTelemetry } from '../telemetry.service.ts'

/** The victim of the kill test: packs days and moves hours of the database `argv[2]`, a folder or an address, as at the time `argv[3]`. */
const [, , database = '', time] = process.argv
const logger: StoreLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}
const isAddress = database.startsWith('postgresql:')
const store = isAddress
  ? await openPostgresqlStore({
      databaseUrl: database,
      directUrl: null,
      logger,
      statementLimitMs: 30_000,
      poolSize: 2,
    })
  : await openEmbeddedStore({ dir: database, logger, statementLimitMs: 30_000 })
const telemetry = createTelemetry(store)
process.stdout.write('open\n')
while ((await telemetry.pack(Number(time))) > 0);
while ((await telemetry.moveHours(Number(time))) > 0);
await store.close()
