import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { ConfigError, exampleSettings, parseConfig } from './config.ts'
import { serveAdminSocket } from './platform/admin/admin-socket.ts'
import { StoreInUseError } from './platform/db/embedded/store-lock.ts'
import { migrateToLatest, NewerSchemaError } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { knownFailure } from './platform/failure-in-words.ts'
import { createLog } from './platform/log/server-log.ts'
import { keepPrivate, NotPrivateError } from './platform/private-files.ts'
import { loadSecretKey } from './platform/secret-key/load-secret-key.ts'
import { withSourceLines } from './platform/source-lines.ts'
import { startTraces } from './platform/traces.ts'
import { version } from './product-version.ts'

const distDir = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Maximum duration of a graceful stop before the process exits anyway. */
const stopWithinMs = 15_000
/** Signals within this time count as one press of Ctrl-C. */
const samePressMs = 1_000

async function main(): Promise<void> {
  const config = parseConfig(process.env, version)
  const logger = createLog(config.LOG_LEVEL)
  const { narrowed } = keepPrivate(config.DATA_DIR)
  if (narrowed > 0)
    logger.warn({ files: narrowed }, 'files in DATA_DIR could be opened by others; that is over')
  const secretKey = loadSecretKey(config)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config
  const stopTraces = endpoint ? await startTraces({ endpoint, ratio, version }) : async () => undefined
  const opening = openDatabase({ config, logger, poolSize: config.DATABASE_POOL_SIZE }).then((store) => {
    closeStore = () => store.close()
    return store
  })
  // Most of the program is loaded while the database opens, which the embedded one does in a thread of its own.
  const [store, { buildApp }, { createAdminCommands }] = await Promise.all([
    opening,
    import('./app.ts'),
    import('./admin/commands.ts'),
  ])
  const applied = await migrateToLatest(store)
  if (applied.length > 0) logger.info({ applied }, 'database brought up to date')
  const { server, jobs, ports, checkup } = await buildApp({
    config,
    store,
    secretKey,
    logger,
    distDir,
    environment: process.env,
  })
  const admin = await serveAdminSocket(
    config.DATA_DIR,
    createAdminCommands({
      config,
      store,
      secretKey,
      environment: process.env,
      jobs,
      orders: ports.orders,
      payments: ports.coinPayments.payments,
      past: ports.past,
      checkup,
    }),
    logger,
  )
  const address = await server.listen({ host: config.HOST, port: config.PORT })
  jobs.start()
  // For people; the log on standard output is for programs.
  process.stderr.write(
    `\n  ${config.PRODUCT_NAME} is at ${config.PUBLIC_URL}   (API: ${config.PUBLIC_URL}/api/docs)\n\n`,
  )
  const examples = exampleSettings(config)
  if (examples.length > 0)
    logger.warn({ settings: examples }, 'company details are still examples, and pages mark them so')
  if (!config.SMTP_URL) logger.warn('SMTP_URL is not set: mails wait in the outbox')
  logger.info({ version, engine: store.engine, address, publicUrl: config.PUBLIC_URL }, 'ready')

  let stoppingSince: number | null = null
  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      // One Ctrl-C can arrive twice, from the terminal and from the parent process; a second press ends the process at once.
      if (signal === 'SIGINT' && performance.now() - stoppingSince > samePressMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    await admin.close()
    await server.close()
    await store.close()
    await stopTraces()
    logger.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** A problem that the operator can correct is reported as a sentence; anything else is logged in full. */
function startFailure(error: unknown): unknown {
  const inWords = [ConfigError, StoreInUseError, NotPrivateError, NewerSchemaError]
  if (error instanceof Error && inWords.some((kind) => error instanceof kind)) return error.message
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `PORT is in use by another program (${message}). Stop it, or set PORT.`
  if (syscall === 'listen' && (code === 'EADDRNOTAVAIL' || code === 'EACCES'))
    return `The server cannot listen where HOST and PORT say: ${message}`
  return knownFailure(error) ?? withSourceLines(inspect(error))
}

/** Closes the database when the start fails after it was opened. */
let closeStore = async (): Promise<void> => {}

main().catch(async (error) => {
  console.error(startFailure(error))
  await closeStore().catch(() => undefined)
  process.exit(1)
})
