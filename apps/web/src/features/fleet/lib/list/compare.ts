import type { HistoryFigure } from '../history.ts'

/** The most lines that can be distinguished in one chart. */
export const maxCompared = 6
const foundAtMost = 24

export const comparedFigures = [
  'hashrateThs',
  'powerWatts',
  'temperatureMaxC',
] as const satisfies readonly HistoryFigure[]
export type ComparedFigure = (typeof comparedFigures)[number]

/** The ids named in an address (`1,2,3`), each once, in that order. */
export function chosenIds(named: string | null): string[] {
  return [...new Set((named ?? '').split(','))].filter((id) => /^\d{1,15}$/.test(id)).slice(0, maxCompared)
}

/** Miners to choose from, by part of their name or controller. */
export function findMiners<One extends { id: string; name: string; controllerName: string }>(
  miners: readonly One[],
  search: string,
  chosen: readonly string[],
): One[] {
  const words = search.trim().toLowerCase()
  const found: One[] = []
  for (const miner of miners) {
    if (found.length >= foundAtMost) break
    if (chosen.includes(miner.id)) continue
    if (`${miner.name} ${miner.controllerName}`.toLowerCase().includes(words)) found.push(miner)
  }
  return found
}
