import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readState, runWatched, type WatchOptions } from './run-watched.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-watched-'))
const eventsFile = join(folder, 'events.jsonl')
afterEach(() => rmSync(eventsFile, { force: true }))

const REPORT = `
  const { appendFileSync } = require('node:fs')
  const write = (event) => appendFileSync(process.env.TEST_EVENTS_FILE, JSON.stringify(event) + '\\n')
  const result = (id, status) => write({ type: 'result', id, title: id, status, durationMs: 1 })
  write({ type: 'plan', unit: 'journeys', total: 3 })
`

function run(script: string, options: Partial<WatchOptions> = {}) {
  const said: string[] = []
  return runWatched(['-e', `${REPORT}${script}`], {
    eventsFile,
    say: (line) => said.push(line),
    sayEveryMs: 60_000,
    stallMs: 60_000,
    deadlineMs: performance.now() + 60_000,
    output: 'hide',
    ...options,
  }).then((watched) => ({ ...watched, said }))
}

test('passes on how the runner ended and what it reported', async () => {
  const { exitCode, cutOff, state } = await run(
    `result('a', 'passed'); result('b', 'failed'); process.exitCode = 1`,
  )
  expect({ exitCode, cutOff, count: state.count }).toEqual({
    exitCode: 1,
    cutOff: null,
    count: { passed: 1, failed: 1, skipped: 0 },
  })
})

test('what had passed is counted when the runner is killed', async () => {
  const { exitCode, state } = await run(
    `result('a', 'passed'); result('b', 'passed'); process.kill(process.pid, 'SIGKILL')`,
  )
  expect(exitCode).toBeGreaterThan(128)
  expect(state.count).toEqual({ passed: 2, failed: 0, skipped: 0 })
})

test('a runner that reports nothing any more is ended, and says what passed', async () => {
  const { cutOff, state, said } = await run(`result('a', 'passed'); setInterval(() => {}, 1000)`, {
    stallMs: 5_000,
  })
  expect(cutOff).toContain('nothing was reported for')
  expect(state.count.passed).toBe(1)
  expect(said.join()).toContain('nothing was reported')
})

test('one that reports slowly is not ended, however long the whole takes', async () => {
  const { cutOff, state } = await run(
    `let sent = 0
     const timer = setInterval(() => { result('t' + sent, 'passed'); if (++sent === 12) clearInterval(timer) }, 500)`,
    { stallMs: 5_000 },
  )
  expect(cutOff).toBeNull()
  expect(state.count.passed).toBe(12)
})

test('nothing runs past the deadline', async () => {
  const { cutOff } = await run(`setInterval(() => result('a', 'passed'), 50)`, {
    deadlineMs: performance.now() + 1_000,
  })
  expect(cutOff).toContain('the time for the whole run is over')
})

test('says how far it is while it runs', async () => {
  const { said } = await run(`write({ type: 'begin', name: 'x.spec.ts' }); setTimeout(() => {}, 2500)`, {
    sayEveryMs: 300,
  })
  expect(said.at(-1)).toMatch(/^journeys 0 of 3, 0:0\d gone, now: x\.spec\.ts$/)
})

test('events of an earlier run are not counted', async () => {
  writeFileSync(eventsFile, `${JSON.stringify({ type: 'broken', title: 'old' })}\n`)
  expect(readState(eventsFile).count.failed).toBe(1)
  expect((await run(`result('a', 'passed')`)).state.count).toEqual({ passed: 1, failed: 0, skipped: 0 })
})
