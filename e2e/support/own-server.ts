import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningServer, ServerProcess } from '../../scripts/lib/stack.ts'
import { test } from './journey.ts'
import { startServer } from './start-server.ts'

/**
 * A server for the journeys of one file, with these settings: it starts before the first, and is gone with its folder after the last. `name` is
 * only for whoever finds the folder. Its address is known once the first journey begins.
 */
export function ownServer(name: string, env: Record<string, string> = {}): RunningServer {
  const root = mkdtempSync(join(tmpdir(), `sm-${name}-`))
  const dataDir = join(root, 'server')
  let server: ServerProcess | undefined
  test.beforeAll(async () => {
    server = await startServer({ dataDir, env })
  })
  test.afterAll(async () => {
    await server?.stop()
    rmSync(root, { recursive: true, force: true })
  })
  return {
    dataDir,
    get url() {
      if (server === undefined) throw new Error('the server has not started yet')
      return server.url
    },
  }
}
