/**
 * What a test runner reports while it runs: one JSON object a line, written at once, so that the count survives however the runner ends.
 * `vitest-reporter.ts` and `playwright-reporter.ts` write the lines; this file reads them.
 */
import { appendFileSync } from 'node:fs'
import type { Count } from './counts.ts'

/** The file the reporters append to. */
export const EVENTS_FILE_VARIABLE = 'TEST_EVENTS_FILE'

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'flaky'

export type RunEvent =
  /** How much there is to do, in units of which every one is reported by `done`: journeys for Playwright, files for Vitest. */
  | { readonly type: 'plan'; readonly unit: 'files' | 'journeys'; readonly total: number }
  | { readonly type: 'begin'; readonly name: string }
  /** The last result of a test is the one that counts: what is tried again has two. */
  | {
      readonly type: 'result'
      readonly id: string
      readonly title: string
      readonly status: TestStatus
      readonly durationMs: number
      /** Why it failed, for a run that ends before its runner reports it. */
      readonly message?: string
    }
  | { readonly type: 'done'; readonly name: string }
  /** A failure outside of tests: a file that failed before its first test, an uncaught error. */
  | { readonly type: 'broken'; readonly title: string }

export type RunState = {
  readonly unit: 'files' | 'journeys'
  readonly total: number
  readonly done: number
  /** What has begun and is not done, the latest first. */
  readonly now: readonly string[]
  readonly count: Count
  readonly failures: readonly string[]
  readonly flaky: readonly string[]
  readonly slowest: readonly { readonly title: string; readonly durationMs: number }[]
}

const SLOWEST_SHOWN = 10

/** For reporters: returns a function that appends an event to the file the run named, or does nothing when none was named. */
export function openEventWriter(): (event: RunEvent) => void {
  const file = process.env[EVENTS_FILE_VARIABLE]
  return file ? (event) => appendFileSync(file, `${JSON.stringify(event)}\n`) : () => {}
}

const MESSAGE_SHOWN = 300
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The first words of an error, on one line and without colours. */
export function shortenMessage(message: string): string {
  return message.replace(COLOURS, '').replace(/\s+/g, ' ').trim().slice(0, MESSAGE_SHOWN)
}

/** Reads the lines; one that was cut off half-way is left out. */
export function parseEvents(text: string): RunEvent[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    try {
      return [JSON.parse(line) as RunEvent]
    } catch {
      return []
    }
  })
}

export function summarizeEvents(events: readonly RunEvent[]): RunState {
  const results = new Map<string, Extract<RunEvent, { type: 'result' }>>()
  const running: string[] = []
  const broken: string[] = []
  let unit: RunState['unit'] = 'files'
  let total = 0
  let done = 0
  for (const event of events) {
    if (event.type === 'plan') ({ unit, total } = event)
    else if (event.type === 'begin') running.unshift(event.name)
    else if (event.type === 'result') results.set(event.id, event)
    else if (event.type === 'broken') broken.push(event.title)
    else {
      done++
      const index = running.indexOf(event.name)
      if (index >= 0) running.splice(index, 1)
    }
  }
  const all = [...results.values()]
  const titles = (status: TestStatus) => all.filter((one) => one.status === status).map(({ title }) => title)
  const flaky = titles('flaky')
  const failed = all
    .filter(({ status }) => status === 'failed')
    .map(({ title, message }) => (message ? `${title}\n      ${message}` : title))
  return {
    unit,
    total,
    done,
    now: running,
    count: {
      passed: titles('passed').length + flaky.length,
      failed: failed.length + broken.length,
      skipped: titles('skipped').length,
    },
    failures: [...broken, ...failed],
    flaky,
    slowest: all.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST_SHOWN),
  }
}
