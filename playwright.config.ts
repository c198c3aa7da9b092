import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { paced } from './e2e/support/pace.ts'

const chromium = process.env.CHROMIUM_PATH

/** Journeys that mostly wait, for devices, blocks or time that runs out: others are looked at meanwhile. */
const waiting = [
  'accounts-balance',
  'alerts-telegram',
  'business-day',
  'desk-mailing',
  'fleet-control',
  'owner-sees-miners',
  'purchase-crypto',
  'service',
].map((name) => `**/${name}.spec.ts`)

/**
 * Browser journeys: real server, real controller, simulated ship, real browser. Files side by side, and within a file one after another unless
 * the file says otherwise; a file has a server of its own or shares that of its worker (`support/journey.ts`). A journey that fails has
 * failed; only a whole `npm test` tries it once more and says so. The browser is found by `scripts/test.ts`; to run by hand set CHROMIUM_PATH.
 */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/support/prepare.ts',
  outputDir: './test-results/journeys',
  // Twice as many as the cores they are meant for: a journey waits for half of its time.
  workers: 4,
  projects: [
    // First, since they take longest; fewer than there are workers, so that the cores have something to do.
    { name: 'waiting', testMatch: waiting, workers: 2 },
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: waiting },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: paced(180_000),
  expect: { timeout: paced(30_000) },
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
