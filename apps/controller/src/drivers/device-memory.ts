/** What a driver learned about single devices, for the `most` devices seen last. Lost at a restart, and only then queried again. */
export type DeviceMemory<T> = { of(key: string): T }

export function createDeviceMemory<T>(initial: () => T, most = 4096): DeviceMemory<T> {
  const entries = new Map<string, T>()
  return {
    of(key) {
      const known = entries.get(key) ?? initial()
      entries.delete(key)
      entries.set(key, known)
      if (entries.size > most) entries.delete(entries.keys().next().value ?? '')
      return known
    },
  }
}
