import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedStore } from '../../apps/server/src/platform/db/embedded/embedded-store.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { type ServerProcess, startServer as startOnFolder } from '../../scripts/lib/stack.ts'

const CACHE = join(REPO_ROOT, 'node_modules/.cache/shipminer')
const MIGRATIONS = join(REPO_ROOT, 'apps/server/migrations')

/** The folder of an empty migrated database, kept for as long as the migrations and the engine stay the same. */
export async function prepareMigratedStore(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of readdirSync(MIGRATIONS).sort())
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  hash.update(readFileSync(join(REPO_ROOT, 'apps/server/package.json')))
  const template = join(CACHE, `journeys-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(template)) return template
  mkdirSync(CACHE, { recursive: true })
  const own = `${template}.${process.pid}`
  const logger = { info: () => undefined, warn: () => undefined, error: console.error }
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

/** The product's server, on a copy of the migrated database where the folder has none: a first start would take seconds to make it. */
export async function startServer(options: Parameters<typeof startOnFolder>[0]): Promise<ServerProcess> {
  const database = join(options.dataDir, 'db')
  if (!existsSync(database)) {
    mkdirSync(options.dataDir, { recursive: true })
    cpSync(await prepareMigratedStore(), database, { recursive: true })
  }
  return startOnFolder({
    ...options,
    // What was compiled for one server need not be compiled for the next.
    env: { NODE_COMPILE_CACHE: join(CACHE, 'compiled'), ...options.env },
  })
}
