import { readFile } from 'node:fs/promises'

/**
 * The network card behind an address of the own network, out of the system's table of neighbours. Null where that is not known, and where
 * one card stands for several addresses, as a router does for what is behind it.
 */
export function cardOf(table: string, host: string): string | null {
  const cards = new Map<string, string>()
  for (const line of table.split('\n').slice(1)) {
    const [address, , flags, card] = line.trim().split(/\s+/)
    if (address === undefined || card === undefined || !/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(card)) continue
    // Without this bit the entry is only a question that nobody answered.
    const isComplete = (Number.parseInt(flags ?? '0', 16) & 2) !== 0
    if (isComplete && card !== '00:00:00:00:00:00') cards.set(address, card.toLowerCase())
  }
  const own = cards.get(host)
  if (own === undefined) return null
  return [...cards.values()].filter((card) => card === own).length === 1 ? own : null
}

/** Null on systems that have no such table. */
export async function readCardOf(host: string): Promise<string | null> {
  try {
    return cardOf(await readFile('/proc/net/arp', 'utf8'), host)
  } catch {
    return null
  }
}
