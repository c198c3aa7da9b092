/** What the WalletConnect client wants of a storage: values of any kind by name. */
export type AsyncStore = {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/** Values as JSON under names that start alike, so that it is known whose they are. What cannot be read is not there. */
export function prefixedStore(store: Storage, prefix: string): AsyncStore {
  const keys = () =>
    Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
  const read = (key: string): unknown => {
    try {
      return JSON.parse(store.getItem(prefix + key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  return {
    getKeys: async () => keys(),
    getEntries: async <T>() => keys().map((key): [string, T] => [key, read(key) as T]),
    getItem: async <T>(key: string) => read(key) as T | undefined,
    setItem: async (key, value) => store.setItem(prefix + key, JSON.stringify(value)),
    removeItem: async (key) => store.removeItem(prefix + key),
  }
}
