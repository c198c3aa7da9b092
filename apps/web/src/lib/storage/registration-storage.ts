import type { KeyValueStore } from './session-storage.ts'

/**
 * A registration under way, in the storage of its tab alone: a reload or another language in the middle of the setup does not prompt the
 * wallet again. The ticket makes one account for one wallet, once.
 */
export const registrationKey = 'shipminer.registration'

/** As long as the server takes a ticket, ms. */
export const registrationLifetimeMs = 10 * 60_000

export type Registration = { walletAddress: string; ticket: string }

export type RegistrationStorage = ReturnType<typeof createRegistrationStorage>

/** Reads and keeps a registration. What does not look like one, or is too old, counts as none. */
export function createRegistrationStorage(store: KeyValueStore, now: () => number) {
  return {
    get(): Registration | null {
      try {
        return parse(store.getItem(registrationKey), now())
      } catch {
        return null
      }
    },
    set(registration: Registration | null): void {
      try {
        if (registration === null) store.removeItem(registrationKey)
        else store.setItem(registrationKey, JSON.stringify({ ...registration, at: now() }))
      } catch {
        // Storage is full or refused: the registration then lives as long as the page.
      }
    },
  }
}

function parse(text: string | null, now: number): Registration | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null) return null
  const { walletAddress, ticket, at } = value as Record<string, unknown>
  if (typeof walletAddress !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(walletAddress)) return null
  if (typeof ticket !== 'string' || !/^[\x21-\x7e]{8,400}$/.test(ticket)) return null
  if (typeof at !== 'number' || at > now || now - at >= registrationLifetimeMs) return null
  return { walletAddress, ticket }
}
