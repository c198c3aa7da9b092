/**
 * The five keys the product keeps in local storage (docs/product.md 3.10). Everything read back is checked:
 * what does not look right counts as absent. Where storage is refused (private windows) the page works without.
 */
export const storageKeys = {
  authToken: 'shipminer.auth-token',
  refreshToken: 'shipminer.refresh-token',
  user: 'shipminer.user',
  lastAuthAttempt: 'shipminer.last-auth-attempt',
  userDisconnected: 'shipminer.user-disconnected',
} as const

/** What the browser remembers of the user; the rest stays on the server. */
export type StoredUser = {
  id: string
  name: string | null
  email: string | null
  wallet_address: string | null
  /** Only where the server gave any; the server checks for itself each time. */
  roles?: string[]
}

export type StoredTokens = { authToken: string; refreshToken: string }

/** The part of `Storage` that is used, so that a test can bring its own. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const tokenPattern = /^[\x21-\x7e]{8,400}$/

export type SessionStorage = ReturnType<typeof createSessionStorage>

/** Typed access to the five keys over any store. */
export function createSessionStorage(store: KeyValueStore) {
  const read = (key: string): string | null => {
    try {
      return store.getItem(key)
    } catch {
      return null
    }
  }
  const write = (key: string, value: string | null): void => {
    try {
      if (value === null) store.removeItem(key)
      else store.setItem(key, value)
    } catch {
      // Storage is full or refused: the session then lives as long as the page.
    }
  }
  const token = (key: string) => {
    const value = read(key)
    return value !== null && tokenPattern.test(value) ? value : null
  }

  return {
    getTokens(): StoredTokens | null {
      const authToken = token(storageKeys.authToken)
      const refreshToken = token(storageKeys.refreshToken)
      return authToken && refreshToken ? { authToken, refreshToken } : null
    },
    setTokens(tokens: StoredTokens): void {
      write(storageKeys.refreshToken, tokens.refreshToken)
      write(storageKeys.authToken, tokens.authToken)
    },
    getUser(): StoredUser | null {
      return parseStoredUser(read(storageKeys.user))
    },
    setUser(user: StoredUser): void {
      write(storageKeys.user, JSON.stringify(user))
    },
    /** Ms since 1970; null when never or unreadable. */
    getLastAuthAttempt(): number | null {
      const value = read(storageKeys.lastAuthAttempt)
      return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
    },
    setLastAuthAttempt(at: number): void {
      write(storageKeys.lastAuthAttempt, String(at))
    },
    isUserDisconnected(): boolean {
      return read(storageKeys.userDisconnected) === 'true'
    },
    setUserDisconnected(disconnected: boolean): void {
      write(storageKeys.userDisconnected, disconnected ? 'true' : null)
    },
    /** Forgets tokens, user and attempt; the user-disconnected flag stays as it is. */
    clearSession(): void {
      write(storageKeys.authToken, null)
      write(storageKeys.refreshToken, null)
      write(storageKeys.user, null)
      write(storageKeys.lastAuthAttempt, null)
    },
  }
}

/** Reads a stored user; null for anything that is not one. */
export function parseStoredUser(text: string | null): StoredUser | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { id, name, email, wallet_address, roles } = value as Record<string, unknown>
    if (typeof id !== 'string' || id === '' || id.length > 200) return null
    if (!isText(name) || !isText(email) || !isText(wallet_address)) return null
    return { id, name, email, wallet_address, ...(isRoles(roles) && { roles }) }
  } catch {
    return null
  }
}

function isRoles(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((role) => typeof role === 'string')
}

function isText(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= 500)
}
