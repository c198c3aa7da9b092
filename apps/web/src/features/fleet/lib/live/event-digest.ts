import type { FleetEvent } from './fleet-state.ts'

/** What happened in a while, put together for one announcement. A miner that went and came back within it is left out. */
export type EventDigest = {
  offline: string[]
  back: string[]
  alerts: string[]
  link: 'link-lost' | 'link-back' | null
}

/** Puts events together, the latest of each miner and of the link winning; null when nothing is left to say. */
export function digestEvents(events: readonly FleetEvent[]): EventDigest | null {
  const miners = new Map<string, { name: string; first: string; last: string }>()
  const alerts = new Map<string, string>()
  const links: ('link-lost' | 'link-back')[] = []
  for (const event of events) {
    if (!('id' in event)) links.push(event.kind)
    else if (event.kind === 'alert-raised') alerts.set(event.id, event.name)
    else {
      const first = miners.get(event.id)?.first ?? event.kind
      miners.set(event.id, { name: event.name, first, last: event.kind })
    }
  }
  const settled = [...miners.values()].filter(({ first, last }) => first === last)
  const digest: EventDigest = {
    offline: settled.filter(({ last }) => last === 'miner-offline').map(({ name }) => name),
    back: settled.filter(({ last }) => last === 'miner-back').map(({ name }) => name),
    alerts: [...alerts.values()],
    link: links[0] === links.at(-1) ? (links[0] ?? null) : null,
  }
  const silent =
    digest.offline.length + digest.back.length + digest.alerts.length === 0 && digest.link === null
  return silent ? null : digest
}
