import type { Alert, Miner } from '@shipminer/contract/mining'
import type { MinerStateReason } from '@shipminer/domain/fleet/miner-state'
import { needsLook, type ShownState } from '@shipminer/domain/fleet/shown-state'

/** The sign of a row: shape and colour. `yielding` is no fault, it is the promise at work; `unknown` is what nobody can say now. */
export type RowWord =
  | 'running'
  | 'yielding'
  | 'stopped'
  | 'starting'
  | 'attention'
  | 'fault'
  | 'idle'
  | 'offline'
  | 'unknown'
  | 'unreported'

/** What a row says about a miner: its sign, why, and since when. */
export type RowState = {
  word: RowWord
  reason: MinerStateReason
  /** The alert that says it better than the reason. */
  alert: Alert['kind'] | null
  since: number | null
  isProblem: boolean
}

/** Of a miner that nothing is known of. */
export const unmeasured: RowState = {
  word: 'unreported',
  reason: 'never-measured',
  alert: null,
  since: null,
  isProblem: false,
}

const weight = { critical: 0, warning: 1, info: 2 } as const

/** The alerts that a person should do something about, the worst first, then the oldest. */
export function listPressing<One extends Pick<Alert, 'status' | 'severity' | 'raisedAt'>>(
  alerts: readonly One[],
): One[] {
  return alerts
    .filter(({ status, severity }) => status !== 'resolved' && severity !== 'info')
    .toSorted((a, b) => weight[a.severity] - weight[b.severity] || a.raisedAt - b.raisedAt)
}

function wordOf({ kind, reason }: ShownState, hasAlert: boolean): RowWord {
  // Its box is silent, not the miner: on board it may well run on.
  if (reason === 'box-silent') return 'unknown'
  switch (kind) {
    case 'mining':
      if (reason === 'against-stop') return 'fault'
      if (reason === 'stopping') return 'stopped'
      return hasAlert ? 'attention' : reason === 'lowered' || reason === 'cooling' ? 'yielding' : 'running'
    case 'below-expected':
      return 'attention'
    case 'asleep':
      return reason === 'ship' ? 'yielding' : 'stopped'
    case 'error':
      return 'fault'
    case 'unknown':
      return hasAlert ? 'attention' : 'unknown'
    case 'stale':
      return 'unknown'
    case 'starting':
    case 'idle':
    case 'offline':
    case 'unreported':
      return kind
  }
}

/** The state of a row. `alert` is its most pressing one; `yieldingSince` when it gave way, null when that is not known. */
export function rowState(
  miner: Pick<Miner, 'sampledAt' | 'uptimeSeconds'>,
  shown: ShownState,
  known: { alert: Pick<Alert, 'kind' | 'raisedAt'> | null; yieldingSince: number | null },
): RowState {
  const { alert, yieldingSince } = known
  const word = wordOf(shown, alert !== null)
  const { sampledAt, uptimeSeconds } = miner
  const startedAt = sampledAt === null || uptimeSeconds === null ? null : sampledAt - uptimeSeconds * 1000
  const isProblem =
    word !== 'unknown' && word !== 'unreported' && needsLook({ ...shown, hasAlerts: alert !== null })
  const since =
    word === 'running'
      ? startedAt
      : word === 'yielding'
        ? yieldingSince
        : word === 'unknown'
          ? shown.kind === 'unknown'
            ? null
            : sampledAt
          : isProblem
            ? (alert?.raisedAt ?? (word === 'offline' ? sampledAt : null))
            : null
  return { word, reason: shown.reason, alert: isProblem ? (alert?.kind ?? null) : null, since, isProblem }
}
