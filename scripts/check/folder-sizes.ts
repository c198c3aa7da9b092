/**
 * How many files may lie side by side in one folder. In a larger one a person reads names instead of finding a place: it is divided by what
 * is looked for (`drivers/<make>`, `alerts/notices`), never by kind of file.
 */
import { posix } from 'node:path'
import type { Violation } from './boundaries.ts'

export const mostFiles = 25

/** Folders whose files are a list that is read by name or by number, each with why. */
export const LISTS: Readonly<Record<string, string>> = {
  'apps/server/migrations': 'numbered, and run in that order',
  'packages/i18n/src/locales/*': 'a file for each part of the product, the same in every language',
  'docs/adr': 'numbered',
  'docs/screenshots/*': 'pictures, named by page',
  'apps/web/public/assets/*': 'pictures, named by what they show',
}

/** Folders with more files in them than a person takes in; tests count, folders within do not. */
export function findCrowdedFolders(
  paths: readonly string[],
  lists: Readonly<Record<string, string>> = LISTS,
): Violation[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  const used = new Set<string>()
  const isList = (folder: string) => {
    const keys = [folder, `${posix.dirname(folder)}/*`].filter((key) => key in lists)
    for (const key of keys) used.add(key)
    return keys.length > 0
  }
  const crowded = [...counts]
    .filter(([folder, count]) => count > mostFiles && !isList(folder))
    .map(([folder, count]) => ({
      rule: 'crowded-folder',
      path: folder,
      line: 1,
      says: `has ${count} files, ${mostFiles} may be: divide it by what a person looks for`,
    }))
  const stale = Object.keys(lists)
    .filter((key) => !used.has(key))
    .map((key) => ({
      rule: 'crowded-folder',
      path: key,
      line: 1,
      says: `has no folder of more than ${mostFiles} files any more: take it off LISTS`,
    }))
  return [...crowded, ...stale]
}
