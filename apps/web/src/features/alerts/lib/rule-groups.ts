import { type AlertKind, type AlertSeverity, alertKinds } from '@shipminer/domain/alerts/alert-kinds'

/** The kinds of alert by what an owner would call them: a line of the page each. */
export const ruleGroups = {
  silent: ['controller-silent', 'all-miners-silent', 'miner-offline', 'miner-stale', 'stranger-silent'],
  idle: ['all-miners-idle', 'miner-idle', 'rule-gave-up'],
  slow: ['low-hashrate', 'high-rejects'],
  hot: ['overheat', 'fan-fault'],
  board: ['dead-board', 'device-fault'],
  pool: ['all-pools-down', 'pool-down', 'pool-fallback'],
  generator: ['readings-lost', 'meter-doubted', 'overload-repeated'],
  disobedient: ['device-disobedient', 'against-stop'],
  tampered: ['pool-changed', 'key-shared', 'memory-restored'],
  block: ['block-found'],
} as const satisfies Record<string, readonly AlertKind[]>

export type RuleGroup = keyof typeof ruleGroups

export const ruleGroupNames = Object.keys(ruleGroups) as RuleGroup[]

const ranks: Readonly<Record<AlertSeverity, number>> = { info: 0, warning: 1, critical: 2 }

/** The gravest of some kinds. */
export function gravest(kinds: readonly AlertKind[]): AlertSeverity {
  return kinds
    .map((kind) => alertKinds[kind].severity)
    .reduce((worst, one) => (ranks[one] > ranks[worst] ? one : worst), 'info')
}
