import { expect, test } from 'vitest'
import { parseEvents, type RunEvent, shortenMessage, summarizeEvents, type TestStatus } from './run-events.ts'

const result = (id: string, status: TestStatus, durationMs = 10): RunEvent => ({
  type: 'result',
  id,
  title: `title of ${id}`,
  status,
  durationMs,
})

test('counts results by what came last for each test, and failures outside of tests', () => {
  const { count, failures, flaky } = summarizeEvents([
    result('a', 'passed'),
    result('b', 'failed'),
    result('b', 'flaky'),
    result('c', 'failed'),
    result('d', 'skipped'),
    { type: 'broken', title: 'x.test.ts' },
  ])
  expect(count).toEqual({ passed: 2, failed: 2, skipped: 1 })
  expect(failures).toEqual(['x.test.ts', 'title of c'])
  expect(flaky).toEqual(['title of b'])
})

test('knows how far a run is and what it is at', () => {
  const state = summarizeEvents([
    { type: 'plan', unit: 'journeys', total: 3 },
    { type: 'begin', name: 'a.spec.ts' },
    { type: 'begin', name: 'b.spec.ts' },
    { type: 'done', name: 'a.spec.ts' },
    { type: 'begin', name: 'a.spec.ts' },
  ])
  expect(state).toMatchObject({ unit: 'journeys', total: 3, done: 1, now: ['a.spec.ts', 'b.spec.ts'] })
})

test('names the slowest first', () => {
  const { slowest } = summarizeEvents([result('a', 'passed', 5), result('b', 'passed', 50)])
  expect(slowest.map(({ durationMs }) => durationMs)).toEqual([50, 5])
})

test('reads what a killed runner left: a last line cut in half is left out', () => {
  const whole = JSON.stringify(result('a', 'passed'))
  expect(parseEvents(`${whole}\n${whole.slice(0, 20)}`)).toEqual([result('a', 'passed')])
  expect(parseEvents('')).toEqual([])
})

test('says why a test failed, in one line without colours', () => {
  const message = shortenMessage('\u001b[31mexpected 1\u001b[39m\n\n  to be 2')
  expect(message).toBe('expected 1 to be 2')
  expect(shortenMessage('x'.repeat(1_000))).toHaveLength(300)
  const failed: RunEvent = {
    type: 'result',
    id: 'a',
    title: 'adds up',
    status: 'failed',
    durationMs: 1,
    message,
  }
  expect(summarizeEvents([failed]).failures).toEqual(['adds up\n      expected 1 to be 2'])
})
