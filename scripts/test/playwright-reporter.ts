/** A Playwright reporter that writes run events; see `run-events.ts`. */
import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { REPO_ROOT } from '../lib/repo.ts'
import { openEventWriter, shortenMessage, type TestStatus } from './run-events.ts'

const STATUS: Readonly<Record<ReturnType<TestCase['outcome']>, TestStatus>> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
}

const write = openEventWriter()

export default class EventReporter implements Reporter {
  private readonly done = new Set<string>()

  onBegin(_config: FullConfig, suite: Suite): void {
    write({ type: 'plan', unit: 'journeys', total: suite.allTests().length })
  }

  onTestBegin(test: TestCase): void {
    write({ type: 'begin', name: nameFile(test) })
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    write({
      type: 'result',
      id: test.id,
      title: [nameFile(test), ...test.titlePath().slice(3)].join(' > '),
      status: STATUS[test.outcome()],
      durationMs: result.duration,
      ...(result.error?.message ? { message: shortenMessage(result.error.message) } : {}),
    })
    // One that is tried again is done once.
    if (!this.done.has(test.id)) write({ type: 'done', name: nameFile(test) })
    this.done.add(test.id)
  }

  onError({ message }: TestError): void {
    write({ type: 'broken', title: `outside of journeys: ${message ?? 'unknown'}` })
  }

  /** Others print. */
  printsToStdio(): boolean {
    return false
  }
}

function nameFile(test: TestCase): string {
  return relative(REPO_ROOT, test.location.file)
}
