import type { StatementImport } from '@shipminer/contract/desk/bank'

/** What is announced once: each quarter of an import that is running, then its end. */
export function announcedStage({
  state,
  done,
  total,
}: Pick<StatementImport, 'state' | 'done' | 'total'>): string {
  return state === 'running' ? `${state} ${Math.floor((4 * done) / Math.max(1, total))}` : state
}
