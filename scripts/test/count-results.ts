/** Reads the JSON reports of the two test runners into one count. */

export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number }

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 }

/** Sum of counts. */
export function addCounts(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    NOTHING,
  )
}

/** Vitest's JSON report; a file that broke before its first test counts as one failure. Null when it is no report. */
export function countVitest(report: unknown): Count | null {
  if (!isRecord(report)) return null
  const [passed, failed, pending, todo] = ['Passed', 'Failed', 'Pending', 'Todo'].map((state) =>
    number(report[`num${state}Tests`]),
  )
  if (passed === undefined || failed === undefined) return null
  const files = Array.isArray(report.testResults) ? report.testResults : []
  const broken = files.filter(
    (file) =>
      isRecord(file) &&
      file.status === 'failed' &&
      !(
        Array.isArray(file.assertionResults) &&
        file.assertionResults.some((one) => isRecord(one) && one.status === 'failed')
      ),
  ).length
  return { passed, failed: failed + broken, skipped: (pending ?? 0) + (todo ?? 0) }
}

/** Playwright's JSON report; errors outside of tests count as failures. Null when it is no report. */
export function countPlaywright(report: unknown): Count | null {
  if (!isRecord(report) || !isRecord(report.stats)) return null
  const { expected, unexpected, flaky, skipped } = report.stats
  const [passed, failed] = [number(expected), number(unexpected)]
  if (passed === undefined || failed === undefined) return null
  const errors = Array.isArray(report.errors) ? report.errors.length : 0
  return { passed: passed + (number(flaky) ?? 0), failed: failed + errors, skipped: number(skipped) ?? 0 }
}

/** Titles of journeys in Playwright's JSON report that failed once and passed when tried again. */
export function listFlaky(report: unknown): string[] {
  if (!isRecord(report)) return []
  const inside = [...list(report.suites), ...list(report.specs)].filter(isRecord)
  const isFlaky = list(report.tests).some((one) => isRecord(one) && one.status === 'flaky')
  return [...(isFlaky ? [String(report.title)] : []), ...inside.flatMap(listFlaky)]
}

/** The last line of a run, alone on its line, for people and for machines. */
export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
