/** Starts by the owner that are under way, so that nothing on board starts the same device over them. */
export type OwnerStarts = {
  /** A start was taken, or with null a stop, which ends what was under way. */
  note(deviceKey: string, commandId: string | null): void
  /** A command came to its end on a device; null: on all that it was for. */
  end(commandId: string, deviceKey: string | null): void
  isStarting(deviceKey: string): boolean
}

export function createOwnerStarts(): OwnerStarts {
  const starting = new Map<string, string>()
  return {
    note(deviceKey, commandId) {
      if (commandId === null) starting.delete(deviceKey)
      else starting.set(deviceKey, commandId)
    },
    end(commandId, deviceKey) {
      for (const [key, id] of starting)
        if (id === commandId && (deviceKey === null || deviceKey === key)) starting.delete(key)
    },
    isStarting: (deviceKey) => starting.has(deviceKey),
  }
}
