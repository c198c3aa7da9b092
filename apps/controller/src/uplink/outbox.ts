/**
 * Which batch is sent next on one connection. New batches go first, so that the shore sees the present;
 * what was waiting is sent oldest first beside them and leaves one place free for the present.
 */
export type Outbox = {
  /** A new batch is safe on disk. */
  add(seq: number): void
  /** The batch to send now, already counted as in flight; null when the window is full or nothing waits. */
  next(): number | null
  /** The server has it, or it cannot be sent. */
  settle(seq: number): void
  inFlight(): number
}

/**
 * `backlogTo` is the newest batch at the moment the connection became live; `nextUnsent` finds the smallest
 * batch within two bounds that the server does not have.
 */
export function createOutbox(options: {
  maxInFlight: number
  backlogTo: number
  nextUnsent: (from: number, to: number) => number | null
}): Outbox {
  const window = Math.max(1, options.maxInFlight)
  const backlogWindow = Math.max(1, window - 1)
  const inFlight = new Set<number>()
  const fresh: number[] = []
  let cursor = 0

  function nextFresh(): number | null {
    for (;;) {
      const seq = fresh.shift()
      if (seq === undefined) return null
      if (options.nextUnsent(seq, seq) === seq) return seq
    }
  }

  function nextOfBacklog(): number | null {
    const seq = options.nextUnsent(cursor, options.backlogTo)
    cursor = seq === null ? options.backlogTo + 1 : seq + 1
    return seq
  }

  return {
    add(seq) {
      fresh.push(seq)
    },
    next() {
      if (inFlight.size >= window) return null
      const seq = nextFresh() ?? (inFlight.size < backlogWindow ? nextOfBacklog() : null)
      if (seq !== null) inFlight.add(seq)
      return seq
    },
    settle: (seq) => void inFlight.delete(seq),
    inFlight: () => inFlight.size,
  }
}
