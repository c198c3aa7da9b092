import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { FleetState } from '../lib/live/fleet-state.ts'
import type { FleetStore } from '../lib/live/fleet-store.ts'

const FleetContext = createContext<FleetStore | null>(null)

/** Gives the pages below it one fleet. */
export function FleetProvider({ store, children }: { store: FleetStore; children: ReactNode }) {
  return <FleetContext value={store}>{children}</FleetContext>
}

/** The store itself, for pausing and feeding. */
export function useFleetStore(): FleetStore {
  const store = useContext(FleetContext)
  if (!store) throw new Error('No FleetProvider around this component')
  return store
}

/** One part of what is on screen. `select` returns a part that keeps its identity while nothing in it changed. */
export function useFleet<Part>(select: (state: FleetState) => Part): Part {
  const store = useFleetStore()
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.current()),
    () => select(store.current()),
  )
}

/** Whether the visitor froze the screen. */
export function useFleetPaused(): boolean {
  const store = useFleetStore()
  return useSyncExternalStore(store.subscribe, store.isPaused, store.isPaused)
}
