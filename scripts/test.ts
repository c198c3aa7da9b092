/**
 * `npm test`: checks, unit and integration tests, the web build, and the journeys in a browser.
 *
 *   npm test                      everything
 *   npm test -- check unit        only these steps: check, unit, build, e2e
 *   npm test -- apps/server       the tests under a path; a path under e2e/ runs journeys
 *   npm test -- unit -t claim     what starts with a dash, and what follows it, goes to the runner
 *
 * What a test needs from the system (a browser, PostgreSQL) is looked for and, where this user may, installed. What is
 * missing is skipped loudly, never silently. The last line is `N passed, N failed, N skipped`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { REPO_ROOT } from './lib/repo.ts'
import { formatDuration, formatTable } from './lib/report.ts'
import { runNode } from './lib/run-command.ts'
import { ensureWebBuilt } from './lib/web-build.ts'
import {
  addCounts,
  type Count,
  countPlaywright,
  countVitest,
  formatCount,
  listFlaky,
  NOTHING,
} from './test/count-results.ts'
import { fetchBitcoind } from './test/fetch-bitcoin-node.ts'
import { fetchSignalK } from './test/fetch-signal-k-server.ts'
import { findChromium } from './test/find-chromium.ts'
import { hasPostgresql, installDebianPackage, isInPath } from './test/system-packages.ts'
import { parseTestArguments, type StepName } from './test/test-arguments.ts'

const RESULTS = join(REPO_ROOT, 'test-results')
const MINUTE_MS = 60_000

type Outcome = { readonly ok: boolean; readonly count: Count; readonly note: string }

const isTerminal = process.stdout.isTTY === true
const request = parseTestArguments(process.argv.slice(2))
const warnings: string[] = []

const say = (line: string) => console.log(`[test] ${line}`)
function warn(line: string): void {
  warnings.push(line)
  console.log(`[test] !!! ${line}`)
}

const STEPS: Readonly<Record<StepName, () => Promise<Outcome>>> = {
  check: async () => {
    const outcomes = await runChecks([])
    const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name)
    return { ok: failed.length === 0, count: NOTHING, note: failed.join(', ') }
  },
  unit: async () => {
    await prepareSystem()
    const file = join(RESULTS, 'unit.json')
    const { exitCode } = await runNode(
      join(REPO_ROOT, 'node_modules/vitest/vitest.mjs'),
      [
        'run',
        `--reporter=${isTerminal ? 'default' : 'dot'}`,
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...request.unitPaths,
        ...request.flags,
      ],
      { output: 'show', timeoutMs: 16 * MINUTE_MS },
    )
    return judge(exitCode, countVitest(readReport(file)))
  },
  build: async () => {
    const isBuilt = await ensureWebBuilt()
    return { ok: true, count: NOTHING, note: isBuilt ? '' : 'unchanged' }
  },
  e2e: async () => {
    const chromium = await findChromium(process.env, say)
    if (chromium === null) {
      const journeys = await countJourneys()
      warn(`NO BROWSER: ${journeys} browser journeys were skipped. Install Chromium or set CHROMIUM_PATH.`)
      return { ok: true, count: { ...NOTHING, skipped: journeys }, note: 'skipped: no browser' }
    }
    const file = join(RESULTS, 'journeys.json')
    // A whole run tries a failed journey once more, since a machine may stall for a moment among so many; it is named all the same.
    const retries = request.journeyPaths.length === 0 ? ['--retries=1'] : []
    const { exitCode } = await playwright(
      [
        `--reporter=${isTerminal ? 'list' : 'dot'},json`,
        ...retries,
        ...request.journeyPaths,
        ...request.flags,
      ],
      file,
      chromium,
    )
    const report = readReport(file)
    for (const title of listFlaky(report)) warn(`FLAKY: passed only when tried again: ${title}`)
    return judge(exitCode, countPlaywright(report))
  },
}

async function prepareSystem(): Promise<void> {
  if (!hasPostgresql(process.env) && !(await installDebianPackage('postgresql'))) {
    warn(
      'NO POSTGRESQL: the server is tested on the embedded database only. Install it or set TEST_DATABASE_URL.',
    )
  }
  if (!isInPath('cgminer', process.env.PATH) && !(await installDebianPackage('cgminer'))) {
    say('no cgminer on this machine: tests against it are skipped')
  }
  const hasNode = process.env.BITCOIND || isInPath('bitcoind', process.env.PATH)
  if (!hasNode && (await fetchBitcoind(say)) === null)
    warn('NO BITCOIN NODE: payments are not tested against a real one. Install bitcoind or set BITCOIND.')
  if (!process.env.SIGNALK_SERVER && (await fetchSignalK(say)) === null)
    warn(
      'NO SIGNAL K SERVER: the controller is not tested against a real one. Set SIGNALK_SERVER to its bin.',
    )
}

async function countJourneys(): Promise<number> {
  const file = join(RESULTS, 'journey-list.json')
  await playwright(['--list', '--reporter=json', ...request.journeyPaths], file, '')
  const count = countPlaywright(readReport(file))
  return count ? count.passed + count.skipped : 0
}

function playwright(args: readonly string[], file: string, chromium: string) {
  return runNode(join(REPO_ROOT, 'node_modules/@playwright/test/cli.js'), ['test', ...args], {
    output: args.includes('--list') ? 'capture' : 'show',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium },
    timeoutMs: 20 * MINUTE_MS,
  })
}

/** A runner that ends badly without naming a failed test counts as one failure. */
function judge(exitCode: number, count: Count | null): Outcome {
  if (count === null)
    return { ok: false, count: { ...NOTHING, failed: 1 }, note: `no report, exit code ${exitCode}` }
  const isSilent = exitCode !== 0 && count.failed === 0
  return {
    ok: exitCode === 0 && count.failed === 0,
    count: isSilent ? { ...count, failed: 1 } : count,
    note: isSilent ? `exit code ${exitCode}` : formatCount(count),
  }
}

function readReport(file: string): unknown {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

mkdirSync(RESULTS, { recursive: true })
for (const name of ['unit.json', 'journeys.json', 'journey-list.json'])
  rmSync(join(RESULTS, name), { force: true })

const rows: string[][] = []
const counts: Count[] = []
let isFailed = false
for (const step of request.steps) {
  say(step)
  const startedMs = performance.now()
  let outcome: Outcome
  try {
    outcome = await STEPS[step]()
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    outcome = { ok: false, count: NOTHING, note: 'broke off' }
  }
  // Checks and the build have no tests of their own to count: failing is one failure.
  const isUncounted = !outcome.ok && outcome.count.failed === 0
  counts.push(isUncounted ? { ...outcome.count, failed: 1 } : outcome.count)
  isFailed ||= !outcome.ok
  rows.push([outcome.ok ? 'ok' : 'FAILED', step, formatDuration(performance.now() - startedMs), outcome.note])
}

console.log(`\n${formatTable(rows)}`)
for (const warning of warnings) console.log(`!!! ${warning}`)
console.log(`\n${formatCount(addCounts(counts))}`)
process.exitCode = isFailed ? 1 : 0
