import type { LogEntry } from '@shipminer/contract/control'
import { shownDay } from '../../../lib/format/shown-zone.ts'

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
function hasPlainDetail(entry: Pick<LogEntry, 'kind' | 'event'>): boolean {
  return entry.kind === 'connection' || entry.event === 'device-added'
}

/** The part of a detail that a line shows: why a command ended as it did, or an address. */
export function shownDetail(entry: Pick<LogEntry, 'kind' | 'event' | 'detail'>): string | null {
  return entry.kind === 'command' || hasPlainDetail(entry) ? entry.detail : null
}

/** Entries that say the same of several miners at one moment: the first of them speaks for all. */
export type EntryGroup = { first: LogEntry; entries: LogEntry[] }

const togetherMs = 60_000

/**
 * Neighbours that differ only in their miner, within a minute, as one line. An alert stays alone: its text names its miner, and each has an
 * end of its own.
 */
export function groupEntries(entries: readonly LogEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && isSame(last.first, entry)) last.entries.push(entry)
    else groups.push({ first: entry, entries: [entry] })
  }
  return groups
}

function isSame(a: LogEntry, b: LogEntry): boolean {
  return (
    a.kind !== 'alert' &&
    a.minerId !== null &&
    b.minerId !== null &&
    Math.abs(a.at - b.at) < togetherMs &&
    a.kind === b.kind &&
    a.event === b.event &&
    a.state === b.state &&
    shownDetail(a) === shownDetail(b) &&
    a.actor === b.actor &&
    a.actorKey === b.actorKey &&
    a.byProvider === b.byProvider &&
    a.controllerId === b.controllerId
  )
}

/** Groups by the day of the ship, in the order in which they come. */
export function byDay(groups: readonly EntryGroup[]): { day: string; at: number; groups: EntryGroup[] }[] {
  const days: { day: string; at: number; groups: EntryGroup[] }[] = []
  for (const group of groups) {
    const day = shownDay(group.first.at)
    const last = days.at(-1)
    if (last?.day === day) last.groups.push(group)
    else days.push({ day, at: group.first.at, groups: [group] })
  }
  return days
}

/** Entries of all pages, each once: what came in between two fetches may be in both. */
export function distinctEntries(pages: readonly { entries: readonly LogEntry[] }[]): LogEntry[] {
  const known = new Map<string, LogEntry>()
  for (const { entries } of pages)
    for (const entry of entries) if (!known.has(entry.id)) known.set(entry.id, entry)
  return [...known.values()]
}
