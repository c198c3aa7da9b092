/** One holder per key at a time within this process, first come first served. */
export type KeyedMutex = {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
  isHeld(key: string): boolean
}

export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>()
  return {
    isHeld: (key) => tails.has(key),
    async run(key, task) {
      const before = tails.get(key) ?? Promise.resolve()
      const mine = before.then(task, task)
      const tail = mine.catch(() => undefined)
      tails.set(key, tail)
      try {
        return await mine
      } finally {
        if (tails.get(key) === tail) tails.delete(key)
      }
    },
  }
}
