import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { texts } from './apps/web/scripts/texts.ts'
import { breakLine } from './scripts/sabotage/break-line.ts'
import { LongestFirst } from './scripts/test/longest-first.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const never = ['**/node_modules/**', '**/dist/**', 'bench/**']

/** Set by `npm run test:long`: only the tests that take minutes, or have a form that does. */
const isLong = process.env.TEST_LONG === '1'
const testsIn = (folder: string) => (isLong ? `${folder}/**/*.long.test.ts` : `${folder}/**/*.test.{ts,tsx}`)
/** Tests whose long form is in the file of the short one. */
const withLongForm = (folders: string) =>
  isLong
    ? globSync(`${folders}/**/*.test.ts`, { cwd: here('.'), exclude: ['**/node_modules/**'] }).filter(
        (file) => readFileSync(here(file), 'utf8').includes('process.env.TEST_LONG'),
      )
    : []
const except = isLong ? never : [...never, '**/*.long.test.ts']

/** The helpers that need the databases of the global set-up. A test file that goes around them fails at once, without a database. */
const storeHelpers = /\/db\/testing\.ts'|'\.{1,2}\/testing\.ts'|\/build-test-app\.ts'|\/coin-shop\.ts'/

/** Tests of the server that open no database, known by what they import, so that nobody has to keep a list. */
const pureServerTests = globSync(testsIn('apps/server').replace('.{ts,tsx}', '.ts'), {
  cwd: here('.'),
  exclude: ['**/node_modules/**'],
}).filter((file) => !storeHelpers.test(readFileSync(here(file), 'utf8')))

/**
 * Four projects: `unit`, everything outside the server; `server-pure`, of the server what needs no database; `server`, whose suites run on
 * every database that its global set-up finds; and `journeys` of whole processes without a browser. What takes minutes is named
 * `*.long.test.ts` and belongs to `npm run test:long`.
 *
 * Files share a worker and what it has loaded: loading the server's modules anew for each file took longer than its tests. Limits are
 * against hanging only, many times what a test takes on a quiet machine.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    isolate: false,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Suites make much garbage that lives for one test: with little room for the young it is copied, and kept, time and again.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    testTimeout: isLong ? 3_600_000 : 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    watch: false,
    setupFiles: [here('./scripts/test/restore-globals.ts')],
    projects: [
      {
        extends: true,
        plugins: [texts(), ...breakLine()],
        test: {
          name: 'unit',
          include: [
            ...[testsIn('packages'), testsIn('apps/{web,controller,simulator}'), testsIn('scripts')],
            ...withLongForm('{packages,apps/controller}'),
          ],
          exclude: except,
        },
      },
      {
        extends: true,
        plugins: breakLine(),
        test: { name: 'server-pure', include: pureServerTests, exclude: except },
      },
      {
        extends: true,
        plugins: breakLine(),
        test: {
          name: 'server',
          include: [testsIn('apps/server')],
          exclude: [...except, ...pureServerTests],
          globalSetup: [here('./apps/server/test/global-setup.ts')],
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
