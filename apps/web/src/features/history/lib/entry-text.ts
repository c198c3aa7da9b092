import type { LogEntry } from '@shipminer/contract/control'

/** The text of an entry, as `namespace:key`, by its kind. Unknown events have none and are shown as received. */
export function entryKey(entry: Pick<LogEntry, 'kind' | 'event'>): {
  namespace: 'control' | 'fleet' | 'history'
  key: string
} {
  switch (entry.kind) {
    case 'command':
      return { namespace: 'control', key: `action.${entry.event}` }
    case 'alert':
      return { namespace: 'fleet', key: `alerts.${entry.event}` }
    case 'board':
      return { namespace: 'history', key: `board.${entry.event}` }
    default:
      return { namespace: 'history', key: `change.${entry.event}` }
  }
}

/** Whether the detail of an entry says something to a person: an address does, names of fields and counts do not. */
export function hasPlainDetail(entry: Pick<LogEntry, 'kind' | 'event'>): boolean {
  return entry.kind === 'connection' || entry.event === 'device-added'
}

/** Entries of all pages, each once: what came in between two fetches may be in both. */
export function distinctEntries(pages: readonly { entries: readonly LogEntry[] }[]): LogEntry[] {
  const known = new Map<string, LogEntry>()
  for (const { entries } of pages)
    for (const entry of entries) if (!known.has(entry.id)) known.set(entry.id, entry)
  return [...known.values()]
}
