/** What a driver learned of single devices, for the `most` devices it met last. Lost at a restart, and only then asked again. */
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
