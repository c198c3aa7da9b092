import type { Alert } from '@shipminer/contract/mining'

/** Alerts that are still open, the worst first, then those no one has seen, then the newest. */
export function openAlerts(alerts: readonly Alert[]): Alert[] {
  return alerts
    .filter((alert) => alert.status !== 'resolved')
    .sort((a, b) => rank(a) - rank(b) || b.raisedAt - a.raisedAt || a.id.localeCompare(b.id))
}

/** The alerts of some pages, each once: one that moved up between two calls stands on both. */
export function distinctAlerts(pages: readonly { alerts: readonly Alert[] }[]): Alert[] {
  return [...new Map(pages.flatMap(({ alerts }) => alerts).map((alert) => [alert.id, alert])).values()]
}

/** What an alert is about: the miner, or the controller where no miner is meant. */
export function alertSubject(alert: Pick<Alert, 'minerName' | 'controllerName'>): string {
  return alert.minerName ?? alert.controllerName
}

function rank(alert: Alert): number {
  return ['critical', 'warning', 'info'].indexOf(alert.severity) * 2 + (alert.status === 'active' ? 0 : 1)
}
