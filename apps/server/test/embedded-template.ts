import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbeddedStore } from '../src/platform/db/embedded/embedded-store.ts'
import { migrateToLatest } from '../src/platform/db/migrate.ts'
import type { StoreLogger } from '../src/platform/db/store.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const migrationsDir = fileURLToPath(new URL('../migrations/', import.meta.url))
const logger: StoreLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}

/** What tests keep between runs. */
export const testCache = join(repository, 'node_modules/.cache/shipminer')

/** The folder of an empty migrated store for tests to copy, kept for as long as the migrations and the engine stay the same. */
export async function prepareEmbeddedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrationsDir).sort())
    hash.update(file).update(readFileSync(join(migrationsDir, file)))
  for (const file of ['apps/server/package.json', 'apps/server/src/platform/db/migrations.ts'])
    hash.update(readFileSync(join(repository, file)))
  const template = join(testCache, `embedded-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(template)) return template
  mkdirSync(testCache, { recursive: true })
  const own = `${template}.${process.pid}`
  const store = await openEmbeddedStore({ dir: own, logger, statementLimitMs: 60_000, unsafeNoFsync: true })
  await migrateToLatest(store).finally(() => store.close())
  try {
    renameSync(own, template)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  return template
}
