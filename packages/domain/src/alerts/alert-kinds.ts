/** Everything an owner is notified of. `unit` is that of the limit an owner can set; null where there is nothing to set. */
export type AlertKind =
  | 'controller-silent'
  | 'miner-stale'
  | 'miner-offline'
  | 'low-hashrate'
  | 'overheat'
  | 'dead-board'
  | 'fan-fault'
  /** The device names a fault of itself that no other alert reports. */
  | 'device-fault'
  | 'pool-down'
  | 'pool-fallback'
  | 'pool-changed'
  | 'high-rejects'
  | 'block-found'
  | 'overload-repeated'
  | 'readings-lost'
  /** The meter no longer moves with the miners, or another one answers: what it shows cannot be relied on, and the box keeps a cautious limit. */
  | 'meter-doubted'
  | 'device-disobedient'
  /** Makes nothing though nobody ordered that. */
  | 'miner-idle'
  | 'against-stop'
  /** One thing for all miners of a controller. */
  | 'all-pools-down'
  | 'all-miners-silent'
  | 'all-miners-idle'
  | 'memory-restored'
  | 'key-shared'
  /** Something unknown on the network that its owner watches is gone. */
  | 'stranger-silent'
  /** A rule of its owner restarted it as often as it may, and it still makes nothing. */
  | 'rule-gave-up'

export type AlertSeverity = 'info' | 'warning' | 'critical'

export type AlertKindRules = {
  severity: AlertSeverity
  /** Percent of what is expected, °C, percent of shares, overloads an hour. */
  limit: number | null
  unit: 'percent' | 'celsius' | 'perHour' | null
  /** How long it must last, seconds; 0 where the kind has its own measure of time or is an event. */
  forSeconds: number
  /** Happened once: open until someone has dealt with it, never cleared by itself. */
  isEvent: boolean
}

const condition = { isEvent: false, limit: null, unit: null } as const

/** The product's defaults for what is worth an alert. */
export const alertKinds: Readonly<Record<AlertKind, AlertKindRules>> = {
  'controller-silent': { ...condition, severity: 'warning', forSeconds: 0 },
  'miner-stale': { ...condition, severity: 'warning', forSeconds: 0 },
  'miner-offline': { ...condition, severity: 'critical', forSeconds: 0 },
  'low-hashrate': { ...condition, severity: 'warning', limit: 80, unit: 'percent', forSeconds: 900 },
  overheat: { ...condition, severity: 'critical', limit: 90, unit: 'celsius', forSeconds: 120 },
  'dead-board': { ...condition, severity: 'critical', forSeconds: 300 },
  'fan-fault': { ...condition, severity: 'warning', forSeconds: 120 },
  'device-fault': { ...condition, severity: 'warning', forSeconds: 120 },
  'pool-down': { ...condition, severity: 'critical', forSeconds: 120 },
  'pool-fallback': { ...condition, severity: 'warning', forSeconds: 300 },
  'pool-changed': { ...condition, severity: 'critical', forSeconds: 0, isEvent: true },
  'high-rejects': { ...condition, severity: 'warning', limit: 5, unit: 'percent', forSeconds: 600 },
  'block-found': { ...condition, severity: 'info', forSeconds: 0, isEvent: true },
  'overload-repeated': { ...condition, severity: 'warning', limit: 3, unit: 'perHour', forSeconds: 0 },
  'readings-lost': { ...condition, severity: 'critical', forSeconds: 60 },
  'meter-doubted': { ...condition, severity: 'critical', forSeconds: 0 },
  'device-disobedient': { ...condition, severity: 'critical', forSeconds: 0 },
  'miner-idle': { ...condition, severity: 'critical', forSeconds: 120 },
  'against-stop': { ...condition, severity: 'critical', forSeconds: 0 },
  'all-pools-down': { ...condition, severity: 'critical', forSeconds: 120 },
  'all-miners-silent': { ...condition, severity: 'critical', forSeconds: 0 },
  'all-miners-idle': { ...condition, severity: 'critical', forSeconds: 120 },
  'memory-restored': { ...condition, severity: 'warning', forSeconds: 0, isEvent: true },
  'key-shared': { ...condition, severity: 'critical', forSeconds: 0, isEvent: true },
  'rule-gave-up': { ...condition, severity: 'critical', forSeconds: 0 },
  'stranger-silent': { ...condition, severity: 'warning', forSeconds: 0 },
}

export const alertKindNames = Object.keys(alertKinds) as AlertKind[]

/** An owner's setting; null means the product's default. */
export type AlertWish = { enabled: boolean; limit: number | null; forSeconds: number | null }

/** The limit and the time in force for a kind, or null when the owner does not want to be notified of it. */
export function ruleInForce(
  kind: AlertKind,
  wish: AlertWish | undefined,
): { limit: number; forMs: number } | null {
  if (wish && !wish.enabled) return null
  const own = alertKinds[kind]
  return {
    limit: wish?.limit ?? own.limit ?? 0,
    forMs: (wish?.forSeconds ?? own.forSeconds) * 1000,
  }
}
