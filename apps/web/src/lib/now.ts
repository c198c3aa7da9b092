import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = 0
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function follow() {
  clearInterval(timer)
  timer = undefined
  if (listeners.size === 0 || document.hidden) return
  tick()
  timer = setInterval(tick, 1000)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', follow)
    // The subscriber reads the clock after subscribing, so the first tick may come from the timer.
    now = Date.now()
    timer = document.hidden ? undefined : setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', follow)
    clearInterval(timer)
    timer = undefined
  }
}

function read(): number {
  if (now === 0) now = Date.now()
  return now
}

/** Browser time in ms, ticking once a second on one timer for the whole page and resting while the page is hidden; null before hydration. */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, read, () => null)
}

const minuteMs = 60_000

/** As `useNow`, as of the last whole minute: for long lists, which are then drawn once a minute. 0 before hydration. */
export function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(read() / minuteMs) * minuteMs,
    () => 0,
  )
}
