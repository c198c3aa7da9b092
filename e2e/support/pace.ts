/** A time in ms as it is on this machine: longer where `npm test` found it slow or busy. For limits that are not Playwright's own. */
export function paced(durationMs: number): number {
  return durationMs * Number(process.env.TEST_SLOWNESS ?? 1)
}
