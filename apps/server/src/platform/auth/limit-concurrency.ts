/** Thrown when `maxWaiting` calls are waiting already. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}

/** Runs at most `maxRunning` calls at a time; the others wait in order, and beyond `maxWaiting` they fail at once with `OverloadedError`. */
export function limitConcurrency(
  maxRunning: number,
  maxWaiting: number,
): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new OverloadedError('too many calls are waiting')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
