/** What is shown while a wallet on another device is being requested: the code that pairs, and the address of its app. */
export type Pairing = { uri: string | null; appUrl: string | null }

const listeners = new Set<() => void>()
let pairing: Pairing = { uri: null, appUrl: null }

export function subscribePairing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getPairing(): Pairing {
  return pairing
}

export function setPairing(change: Partial<Pairing>): void {
  pairing = { ...pairing, ...change }
  for (const listener of listeners) listener()
}
