import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH
/** How much slower than usual this machine is; `npm test` measures it. */
const slowness = Number(process.env.TEST_SLOWNESS ?? 1)

/**
 * Browser journeys: real server, real controller, simulated ship, real browser. Every file has a server of its own, so two files run side by
 * side; within a file one after another. A journey that fails has failed; only a whole `npm test` tries it once more and says so.
 * The browser is found by `scripts/test.ts`; to run by hand set CHROMIUM_PATH.
 */
export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/prepare.ts',
  outputDir: './test-results/journeys',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000 * slowness,
  expect: { timeout: 30_000 * slowness },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // Recording every journey costs a fifth of its time: in a whole run only what is tried again is recorded.
    trace: process.env.TEST_SLOWNESS ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && existsSync(chromium) ? { executablePath: chromium } : {}),
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
