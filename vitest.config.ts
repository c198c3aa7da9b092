import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const serverSetup = here('./apps/server/test/global-setup.ts')
const never = ['**/node_modules/**', '**/dist/**', 'bench/**']

/** Set by `npm run test:long`: only the tests that take minutes. */
const isLong = process.env.TEST_LONG === '1'
const testsIn = (folder: string) => (isLong ? `${folder}/**/*.long.test.ts` : `${folder}/**/*.test.{ts,tsx}`)
const except = isLong ? never : [...never, '**/*.long.test.ts']

/**
 * Three projects: everything that needs no database; the server, whose suite runs on every database that its global set-up finds; and
 * journeys of whole processes without a browser. What takes minutes is named `*.long.test.ts` and belongs to `npm run test:long`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: isLong ? 3_600_000 : 20_000,
    hookTimeout: 60_000,
    watch: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [testsIn('packages'), testsIn('apps/{web,controller,simulator}'), testsIn('scripts')],
          exclude: except,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [testsIn('apps/server')],
          exclude: except,
          globalSetup: existsSync(serverSetup) ? [serverSetup] : [],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude: except,
        },
      },
    ],
  },
})
