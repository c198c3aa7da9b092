/** Time as it enters the controller. `now` is the wall clock in ms; `monotonic` in ms never jumps and has no meaning by itself. */
export type Clock = {
  now(): number
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

/** Waits; ends early and quietly when the signal aborts. */
export function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, durationMs)
    signal?.addEventListener('abort', finish)
  })
}
