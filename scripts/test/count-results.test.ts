import { expect, test } from 'vitest'
import { addCounts, countPlaywright, countVitest, formatCount, listFlaky } from './count-results.ts'

test('counts what Vitest reports, and a file that broke before its first test', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('counts what Playwright reports, and errors outside of journeys', () => {
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 2 },
    errors: [{ message: 'no tests found' }],
  }
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('names the journeys that passed only when tried again', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const report = {
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('signs in', 'expected'), spec('pays', 'flaky')],
        suites: [{ title: 'later', specs: [spec('comes back', 'flaky'), spec('goes', 'unexpected')] }],
      },
    ],
  }
  expect(listFlaky(report).toSorted()).toEqual(['comes back', 'pays'])
  expect(listFlaky(null)).toEqual([])
})

test('takes nothing for a report that is none', () => {
  for (const report of [null, 'x', {}, { stats: {} }, { numPassedTests: Number.NaN, numFailedTests: 0 }]) {
    expect(countVitest(report)).toBeNull()
    expect(countPlaywright(report)).toBeNull()
  }
})

test('ends with one plain line', () => {
  const sum = addCounts([
    { passed: 5, failed: 0, skipped: 1 },
    { passed: 2, failed: 0, skipped: 0 },
  ])
  expect(formatCount(sum)).toBe('7 passed, 0 failed, 1 skipped')
})
