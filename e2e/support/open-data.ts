import { join } from 'node:path'
import { openEmbeddedStore } from '../../apps/server/src/platform/db/embedded/embedded-store.ts'
import type { Store } from '../../apps/server/src/platform/db/store.ts'

const silent = { info: () => undefined, warn: () => undefined, error: console.error }

/** The embedded database in the folder of a server that was stopped. */
export function openData(dataDir: string): Promise<Store> {
  return openEmbeddedStore({ dir: join(dataDir, 'db'), logger: silent, statementLimitMs: 30_000 })
}
