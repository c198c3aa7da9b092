import { emptyFleet, type FleetEvent, type FleetInput, type FleetState, fleetReducer } from './fleet-state.ts'

/** Holds the fleet outside React, so that a row can follow its own miner alone. */
export type FleetStore = {
  /** What is on screen: frozen while paused. */
  current(): FleetState
  isPaused(): boolean
  dispatch(input: FleetInput): void
  /** Freezes what is on screen. Values keep arriving behind it. */
  pause(): void
  resume(): void
  subscribe(listener: () => void): () => void
  /** Events reach their listeners also while paused. */
  onEvents(listener: (events: readonly FleetEvent[]) => void): () => void
}

/** Makes an empty store. */
export function createFleetStore(): FleetStore {
  let latest = emptyFleet
  let shown = emptyFleet
  let paused = false
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(events: readonly FleetEvent[]) => void>()

  function publish() {
    if (paused || shown === latest) return
    shown = latest
    for (const listener of listeners) listener()
  }

  function setPaused(next: boolean) {
    if (paused === next) return
    paused = next
    if (!paused) shown = latest
    for (const listener of listeners) listener()
  }

  return {
    current: () => shown,
    isPaused: () => paused,
    dispatch(input) {
      const before = latest
      latest = fleetReducer(latest, input)
      if (latest === before) return
      if (latest.events.length > 0) for (const listener of eventListeners) listener(latest.events)
      // A list that was never on screen is shown even while paused: there is nothing to freeze yet.
      if (paused && !shown.listed) shown = latest
      publish()
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvents(listener) {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
  }
}
