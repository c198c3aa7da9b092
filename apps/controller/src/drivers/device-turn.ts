import type { Budget } from './budget.ts'

/** What `inTurn` answers when the budget ran out before the device was free. */
export const NO_TURN = Symbol('no turn')

const last = new Map<string, Promise<void>>()

/**
 * Does `work` when no other work of this process holds the same device port: the API of a miner serves one
 * connection at a time, and small devices crash when queried twice at once. First come, first served.
 */
export async function inTurn<T>(
  key: string,
  budget: Budget,
  work: () => Promise<T>,
): Promise<T | typeof NO_TURN> {
  const before = last.get(key)
  let release: () => void = () => {}
  const mine = new Promise<void>((resolve) => {
    release = () => {
      if (last.get(key) === mine) last.delete(key)
      resolve()
    }
  })
  last.set(key, mine)
  if (before !== undefined && !(await freeInTime(before, budget))) {
    void before.then(release)
    return NO_TURN
  }
  try {
    return await work()
  } finally {
    release()
  }
}

function freeInTime(before: Promise<void>, budget: Budget): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (free: boolean) => {
      clearTimeout(timer)
      budget.signal?.removeEventListener('abort', giveUp)
      resolve(free)
    }
    const giveUp = () => finish(false)
    const timer = setTimeout(giveUp, budget.remainingMs())
    budget.signal?.addEventListener('abort', giveUp, { once: true })
    void before.then(() => finish(true))
  })
}
