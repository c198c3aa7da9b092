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

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '@shipminer/domain/reason-of'
import { runChecks } from './check.ts'
import { REPO_ROOT } from './lib/repo.ts'
import { formatDuration, formatTable } from './lib/report.ts'
import { ensureWebBuilt } from './lib/web-build.ts'
import { addCounts, type Count, formatCount, NOTHING } from './test/counts.ts'
import { fetchBitcoind } from './test/fetch-bitcoin-node.ts'
import { fetchSignalK } from './test/fetch-signal-k-server.ts'
import { findChromium } from './test/find-chromium.ts'
import { measureSlowness } from './test/machine-speed.ts'
import type { RunState } from './test/run-events.ts'
import { readState, runWatched } from './test/run-watched.ts'
import { hasPostgresql, installDebianPackage, isInPath } from './test/system-packages.ts'
import { parseTestArguments, type StepName } from './test/test-arguments.ts'

const RESULTS = join(REPO_ROOT, 'test-results')
const MINUTE_MS = 60_000
const SAY_EVERY_MS = 15_000
/** Longer than the longest limit of a single test. On a slower machine this and the limits of the tests are longer. */
const STALL_MS = 12 * MINUTE_MS
/** Where tests run by themselves a run is given 90 minutes: this ends in time to say what passed. */
const DEADLINE_MS = 85 * MINUTE_MS
const VITEST_LIMITS_MS = { testTimeout: 180_000, hookTimeout: 180_000 }

/** A whole run tries what failed once more, since a machine may stall for a moment among so many tests; it is named `FLAKY` all the same. */
const TRY_AGAIN = { vitest: '--retry=1', playwright: '--retries=1' } as const

/** Journeys of whole processes side by side: with two of them the last ended a minute and a half before the whole run. */
const PROCESS_WORKERS = 3

type Outcome = { readonly ok: boolean; readonly count: Count; readonly note: string }

const isTerminal = process.stdout.isTTY === true
const request = parseTestArguments(process.argv.slice(2))
const warnings: string[] = []
const rows: string[][] = []
const counts: Count[] = []
const details: string[] = []
/** What runs at present, for a run that is ended from outside: the step, and the runners with what they have reported so far. */
let current: { step: StepName; startedMs: number } | null = null
const running = new Map<string, { eventsFile: string; startedMs: number }>()
/** What was begun in a step and goes on beside those that follow. */
const beside: { name: string; startedMs: number; outcome: Promise<Outcome> }[] = []

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
    await preparation
    const slowness = await measureMachine()
    if (request.unitPaths.length > 0 || request.flags.length > 0)
      return runTests('unit', slowness, vitest(slowness, isTerminal, ...request.unitPaths, ...request.flags))
    const projects = ['unit', 'server-pure', 'server'].map((name) => `--project=${name}`)
    // Journeys of whole processes wait for most of their time: the rest keeps the machine busy meanwhile.
    beside.push({
      name: 'processes',
      startedMs: performance.now(),
      outcome: runTests(
        'processes',
        slowness,
        vitest(slowness, false, TRY_AGAIN.vitest, '--project=journeys', `--maxWorkers=${PROCESS_WORKERS}`),
      ),
    })
    return runTests('unit', slowness, vitest(slowness, isTerminal, TRY_AGAIN.vitest, ...projects))
  },
  build: async () => {
    const isBuilt = await ensureWebBuilt()
    return { ok: true, count: NOTHING, note: isBuilt ? '' : 'unchanged' }
  },
  e2e: async () => {
    const chromium = await browser
    if (chromium === null) {
      const journeys = await countJourneys()
      warn(`NO BROWSER: ${journeys} browser journeys were skipped. Install Chromium or set CHROMIUM_PATH.`)
      return { ok: true, count: { ...NOTHING, skipped: journeys }, note: 'skipped: no browser' }
    }
    const slowness = await measureMachine()
    const retries = request.journeyPaths.length === 0 ? [TRY_AGAIN.playwright] : []
    return runTests(
      'journeys',
      slowness,
      playwright('list', ...retries, ...request.journeyPaths, ...request.flags),
      {
        CHROMIUM_PATH: chromium,
        TEST_SLOWNESS: String(slowness),
      },
    )
  },
}

function vitest(slowness: number, isTalkative: boolean, ...args: string[]): string[] {
  return [
    join(REPO_ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--reporter=${isTalkative ? 'default' : 'minimal'}`,
    '--reporter=./scripts/test/vitest-reporter.ts',
    ...Object.entries(VITEST_LIMITS_MS).map(([name, ms]) => `--${name}=${ms * slowness}`),
    ...args,
  ]
}

function playwright(reporter: string, ...args: string[]): string[] {
  const reporters = [reporter, './scripts/test/playwright-reporter.ts'].filter((name) => name !== '')
  return [
    join(REPO_ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    `--reporter=${reporters.join(',')}`,
    ...args,
  ]
}

async function measureMachine(): Promise<number> {
  const slowness = await measureSlowness()
  if (slowness > 1) say(`this machine is slow or busy: every limit is ${slowness} times as long`)
  return slowness
}

async function runTests(
  name: string,
  slowness: number,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const eventsFile = join(RESULTS, `${name}.jsonl`)
  running.set(name, { eventsFile, startedMs: performance.now() })
  const { exitCode, cutOff, state } = await runWatched(args, {
    eventsFile,
    env,
    say: (line) => say(name === 'processes' ? `${name}: ${line}` : line),
    sayEveryMs: SAY_EVERY_MS,
    stallMs: STALL_MS * slowness,
    deadlineMs: DEADLINE_MS,
    output: 'show',
  })
  for (const title of state.flaky) warn(`FLAKY: passed only when tried again: ${title}`)
  reportDetails(name, state)
  // A runner that ends badly without naming a failed test counts as one failure.
  const isSilent = (exitCode !== 0 || cutOff !== null) && state.count.failed === 0
  const count = isSilent ? { ...state.count, failed: 1 } : state.count
  const note = [
    formatCount(count),
    ...(isSilent ? [`exit code ${exitCode}`] : []),
    ...(cutOff ? [cutOff] : []),
  ]
  return { ok: count.failed === 0, count, note: note.join('; ') }
}

/** What is printed for a part after the table: what failed, and where the time went. */
function reportDetails(name: string, { failures, slowest, done, total, unit }: RunState): void {
  if (done < total) details.push(`${name}: broken off after ${done} of ${total} ${unit}`)
  if (failures.length > 0)
    details.push(`failed in ${name}:\n${failures.map((title) => `  ${title}`).join('\n')}`)
  const slow = slowest.filter(({ durationMs }) => durationMs >= 1_000)
  if (slow.length > 1)
    details.push(
      `slowest of ${name}:\n${formatTable(slow.map(({ durationMs, title }) => ['', formatDuration(durationMs), title]))}`,
    )
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
  const hasBroker = process.env.MOSQUITTO || isInPath('mosquitto', `${process.env.PATH}:/usr/sbin`)
  if (!hasBroker && !(await installDebianPackage('mosquitto')))
    warn('NO MOSQUITTO: MQTT is not tested against a real broker. Install it or set MOSQUITTO.')
  const hasNode = process.env.BITCOIND || isInPath('bitcoind', process.env.PATH)
  if (!hasNode && (await fetchBitcoind(say)) === null)
    warn('NO BITCOIN NODE: payments are not tested against a real one. Install bitcoind or set BITCOIND.')
  if (!process.env.SIGNALK_SERVER && (await fetchSignalK(say)) === null)
    warn(
      'NO SIGNAL K SERVER: the controller is not tested against a real one. Set SIGNALK_SERVER to its bin.',
    )
}

async function countJourneys(): Promise<number> {
  const { state } = await runWatched(playwright('', '--list', ...request.journeyPaths), {
    eventsFile: join(RESULTS, 'journey-list.jsonl'),
    say,
    sayEveryMs: SAY_EVERY_MS,
    stallMs: STALL_MS,
    deadlineMs: DEADLINE_MS,
    output: 'hide',
  })
  return state.total
}

/** Once, however the run ends: a run that is ended from outside says what had passed until then. */
function printReport(): void {
  const ended = [...running].map(([name, { eventsFile, startedMs }]) => {
    const state = readState(eventsFile)
    reportDetails(name, state)
    return { name, startedMs, count: state.count }
  })
  if (current && !ended.some(({ name }) => name !== 'processes'))
    ended.push({ name: current.step, startedMs: current.startedMs, count: NOTHING })
  for (const { name, startedMs, count } of ended) {
    counts.push({ ...count, failed: count.failed + 1 })
    rows.push(['ENDED', name, formatDuration(performance.now() - startedMs), formatCount(count)])
  }
  console.log(`\n${formatTable(rows)}`)
  for (const detail of details) console.log(`\n${detail}`)
  for (const warning of warnings) console.log(`!!! ${warning}`)
  console.log(`\n${formatCount(addCounts(counts))}`)
}

/** Whatever happens while it is waited for, a part has an outcome and a row. */
async function report(name: string, startedMs: number, awaited: Promise<Outcome>): Promise<void> {
  let outcome: Outcome
  try {
    outcome = await awaited
  } catch (error) {
    console.log(reasonOf(error))
    outcome = { ok: false, count: NOTHING, note: 'broke off' }
  }
  // Checks and the build have no tests of their own to count: failing is one failure.
  const isUncounted = !outcome.ok && outcome.count.failed === 0
  counts.push(isUncounted ? { ...outcome.count, failed: 1 } : outcome.count)
  if (!outcome.ok) process.exitCode = 1
  rows.push([outcome.ok ? 'ok' : 'FAILED', name, formatDuration(performance.now() - startedMs), outcome.note])
  running.delete(name === 'e2e' ? 'journeys' : name)
}

mkdirSync(RESULTS, { recursive: true })
for (const name of ['unit.jsonl', 'processes.jsonl', 'journeys.jsonl', 'journey-list.jsonl'])
  rmSync(join(RESULTS, name), { force: true })
process.once('exit', printReport)

/** What is fetched and installed comes while the checks keep the cores busy. */
const preparation = request.steps.includes('unit') ? prepareSystem() : Promise.resolve()
/** After the rest, since one package is installed at a time. */
const browser = preparation
  .catch(() => undefined)
  .then(() => (request.steps.includes('e2e') ? findChromium(process.env, say) : null))
// The steps that await them report their failures.
preparation.catch(() => undefined)
browser.catch(() => undefined)

for (const [index, step] of request.steps.entries()) {
  const then = request.steps.slice(index + 1)
  say(
    `${step} (${index + 1} of ${request.steps.length}${then.length > 0 ? `, then ${then.join(', ')}` : ''})`,
  )
  const startedMs = performance.now()
  current = { step, startedMs }
  await report(step, startedMs, STEPS[step]())
  current = null
}
for (const { name, startedMs, outcome } of beside) await report(name, startedMs, outcome)
