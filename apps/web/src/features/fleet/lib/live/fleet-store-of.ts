import { createFleetStore, type FleetStore } from './fleet-store.ts'

let kept: { userId: string; store: FleetStore } | null = null

/** The fleet of a user, the same one from page to page; another user gets an empty one. */
export function fleetStoreOf(userId: string): FleetStore {
  if (kept?.userId !== userId) kept = { userId, store: createFleetStore() }
  return kept.store
}
