import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { paced } from './pace.ts'
import { startServer } from './start-server.ts'
import { watchOnLoopback } from './watch-page.ts'

export { expect, type Locator, type Page } from '@playwright/test'

/** The servers that files of journeys share: who needs other settings, or counts what is on a server, starts one of its own. */
const sharedServers = {
  /** Orders are not accepted yet, and no source of prices can be reached. */
  plain: {},
  orders: {
    VIES_URL: 'off',
    ORDERS_ENABLED: 'true',
  },
} as const

/** Every journey comes from an address of its own, so that none uses up the request limit of another. */
let clients = 0
function nextClientAddress(worker: number): string {
  clients++
  return `10.${worker % 256}.${Math.floor(clients / 250) % 256}.${(clients % 250) + 1}`
}

/**
 * A journey: no page of its context may fail, violate its policy or speak to a third party, whatever else it is about. `server` is shared by
 * all journeys of a worker that ask for the same kind; what a journey changes there for all of them, it sets back.
 */
export const test = base.extend<
  { watched: undefined },
  { sharedServer: keyof typeof sharedServers; server: ServerProcess }
>({
  sharedServer: ['plain', { option: true, scope: 'worker' }],
  server: [
    async ({ sharedServer }, use) => {
      const root = mkdtempSync(join(tmpdir(), `sm-${sharedServer}-`))
      const server = await startServer({
        dataDir: join(root, 'server'),
        env: { ...sharedServers[sharedServer], TRUSTED_PROXIES: '127.0.0.1/32' },
      })
      await use(server)
      await server.stop()
      rmSync(root, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: paced(180_000) },
  ],
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use, { parallelIndex }) => {
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': nextClientAddress(parallelIndex) })
  },
  watched: [
    async ({ context }, use) => {
      const problems: string[][] = []
      context.on('page', (page) => problems.push(watchOnLoopback(page).problems))
      await use(undefined)
      expect(problems.flat()).toEqual([])
    },
    { auto: true },
  ],
})
