/** How many tests passed, failed and were skipped. */
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

/** The last line of a run, alone on its line, for people and for machines. */
export function formatCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
