import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepareEmbeddedTemplate, testCache } from '../../apps/server/test/embedded-template.ts'
import { ensureServerBuilt, serverProgram } from '../../scripts/lib/server-build.ts'
import { type ServerProcess, startServer as startOnFolder } from '../../scripts/lib/stack.ts'

let built: Promise<void> | null = null

/**
 * The product's server on a copy of the migrated database where the folder has none: a first start would take seconds to
 * make it. Its engine is not compiled a second time for speed: that takes longer than a journey has use for it.
 */
export async function startServer(options: Parameters<typeof startOnFolder>[0]): Promise<ServerProcess> {
  const database = join(options.dataDir, 'db')
  if (!existsSync(database)) {
    mkdirSync(options.dataDir, { recursive: true })
    cpSync(await prepareEmbeddedTemplate(), database, { recursive: true })
  }
  built ??= ensureServerBuilt()
  await built
  return startOnFolder({
    ...options,
    entry: serverProgram,
    nodeOptions: ['--liftoff-only', ...(options.nodeOptions ?? [])],
    // What was compiled for one server need not be compiled for the next.
    // A journey may place several orders as a guest, and none needs figures of the internet.
    env: {
      NETWORK_SOURCES: '',
      PRICE_SOURCES: '',
      PAYMENT_RATE_SOURCES: '',
      NODE_COMPILE_CACHE: join(testCache, 'compiled'),
      GUEST_OPEN_ORDERS: '1000',
      VERIFIED_FROM_QUANTITY: '1000',
      ...options.env,
    },
  })
}
