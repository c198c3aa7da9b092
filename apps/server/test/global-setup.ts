import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateToLatest } from '../src/platform/db/migrate.ts'
import { openPostgresqlStore } from '../src/platform/db/postgresql-store.ts'
import type { Store, StoreLogger } from '../src/platform/db/store.ts'
import type { TestStores } from '../src/platform/db/testing.ts'
import {
  findPostgresqlBinaries,
  scratchFolder,
  startThrowawayPostgresql,
} from '../src/platform/db/throwaway-postgresql.ts'
import { prepareEmbeddedTemplate } from './embedded-template.ts'
import { startPgbouncer } from './services/pgbouncer.ts'

const logger: StoreLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}
const statementLimitMs = 60_000

async function migrateAndClose(store: Store): Promise<void> {
  await migrateToLatest(store).finally(() => store.close())
}

async function preparePostgresqlTemplate(url: string): Promise<{ template: string; drop(): Promise<void> }> {
  const template = `shipminer_template_${process.pid}`
  const run = async (statement: string): Promise<{ name?: string }[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(statement).finally(() => client.end())
    return rows
  }
  await run(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
  await run(`CREATE DATABASE ${template}`)
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${template}`
  await migrateAndClose(
    await openPostgresqlStore({ databaseUrl: templateUrl.href, logger, statementLimitMs, poolSize: 1 }),
  )
  const drop = async () => {
    const made = await run(
      `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${template}')`,
    )
    for (const { name } of made) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { template, drop }
}

type PreparedPostgresql = { stores: TestStores['postgresql']; stop(): Promise<void> }

/**
 * `TEST_DATABASE_URL` when set, else a throwaway cluster when PostgreSQL is installed, otherwise nothing, with a loud warning. With
 * `TEST_PGBOUNCER` the suites reach that cluster through PgBouncer in transaction mode.
 */
async function preparePostgresql(environment: NodeJS.ProcessEnv): Promise<PreparedPostgresql> {
  const given = environment.TEST_DATABASE_URL
  if (given) {
    const { template, drop } = await preparePostgresqlTemplate(given)
    return { stores: { url: given, template, poolerUrl: null }, stop: drop }
  }
  const binaries = findPostgresqlBinaries(environment.PATH ?? '')
  if (!binaries) {
    const line = '='.repeat(100)
    console.warn(
      `\n${line}\nNO POSTGRESQL: the server's tests run on the embedded database ONLY. Install PostgreSQL 15 or later,\n` +
        `or set TEST_DATABASE_URL to one in which databases may be created.\n${line}\n`,
    )
    return { stores: null, stop: async () => undefined }
  }
  const cluster = await startThrowawayPostgresql(binaries)
  try {
    const url = cluster.urlOf('postgres')
    const { template } = await preparePostgresqlTemplate(url)
    const pooler = environment.TEST_PGBOUNCER ? await startPgbouncer(url, environment) : null
    const stop = async () => {
      await pooler?.stop()
      await cluster.stop()
    }
    return { stores: { url, template, poolerUrl: pooler?.url ?? null }, stop }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Once per test run: a migrated template on every database there is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embeddedTemplate = await prepareEmbeddedTemplate()
  const folder = mkdtempSync(join(scratchFolder(), 'sm-stores-'))
  const { stores, stop } = await preparePostgresql(process.env)
  project.provide('testStores', { folder, embeddedTemplate, postgresql: stores })
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
