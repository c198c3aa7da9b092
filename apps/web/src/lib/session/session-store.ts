import { needsSetup } from '@shipminer/domain/accounts/needs-setup'
import { useSyncExternalStore } from 'react'
import { createRegistrationStorage } from '../storage/registration-storage.ts'
import {
  createSessionStorage,
  type StoredTokens,
  type StoredUser,
  storageKeys,
} from '../storage/session-storage.ts'

/**
 * Who is here.
 *
 * - `loading`: not read yet (prerendered page)
 * - `signed-out`: no one; `hasExpired` where the server ended the session that this page had
 * - `registering`: a wallet proved itself and has no account yet; the ticket makes one and is kept in this tab only
 * - `signed-in`: tokens and user are in local storage
 */
export type SessionState =
  | { kind: 'loading' }
  | { kind: 'signed-out'; hasExpired?: true }
  | { kind: 'registering'; walletAddress: string; ticket: string }
  | { kind: 'signed-in'; user: StoredUser; needsSetup: boolean }

const loading: SessionState = { kind: 'loading' }
const signedOut: SessionState = { kind: 'signed-out' }

const storage = createSessionStorage({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
})
const registration = createRegistrationStorage(
  {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
    removeItem: (key) => sessionStorage.removeItem(key),
  },
  () => Date.now(),
)
const listeners = new Set<() => void>()
let state: SessionState = loading

function readState(): SessionState {
  const user = storage.getUser()
  return user && storage.getTokens() ? { kind: 'signed-in', user, needsSetup: needsSetup(user) } : signedOut
}

/** Of a page that was just loaded. */
function firstState(): SessionState {
  const kept = registration.get()
  const read = readState()
  return kept && read.kind === 'signed-out' ? { kind: 'registering', ...kept } : read
}

function set(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Another tab signed in, out, or changed the user. A registration under way here is not touched by a sign-out elsewhere. */
function onStorage(event: StorageEvent): void {
  if (event.key !== null && event.key !== storageKeys.user && event.key !== storageKeys.authToken) return
  const next = readState()
  if (state.kind === 'registering' && next.kind === 'signed-out') return
  if (JSON.stringify(next) !== JSON.stringify(state)) set(next)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/** The one session of this page. Changing it is the business of `features/wallet-session` and of the API client. */
export const session = {
  storage,
  getState(): SessionState {
    if (state.kind === 'loading') state = firstState()
    return state
  },
  subscribe,
  signIn(tokens: StoredTokens, user: StoredUser): void {
    storage.setTokens(tokens)
    storage.setUser(user)
    storage.setUserDisconnected(false)
    registration.set(null)
    set({ kind: 'signed-in', user, needsSetup: needsSetup(user) })
  },
  /** New tokens for the same person. */
  renew(tokens: StoredTokens, user: StoredUser): void {
    storage.setTokens(tokens)
    storage.setUser(user)
    const next: SessionState = { kind: 'signed-in', user, needsSetup: needsSetup(user) }
    if (JSON.stringify(next) !== JSON.stringify(state)) set(next)
  },
  register(walletAddress: string, ticket: string): void {
    registration.set({ walletAddress, ticket })
    set({ kind: 'registering', walletAddress, ticket })
  },
  /** Forgets the session; with `byUser` no wallet is picked up again until a person connects. */
  signOut(byUser: boolean): void {
    storage.clearSession()
    registration.set(null)
    if (byUser) storage.setUserDisconnected(true)
    set(signedOut)
  },
  /** The server does not know the session any more. */
  expire(): void {
    storage.clearSession()
    registration.set(null)
    set({ kind: 'signed-out', hasExpired: true })
  },
}

/** The session, following changes here and in other tabs. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, session.getState, () => loading)
}

/**
 * One fact of the session, a plain value. A component that only asks for what nobody signed in has not either is not drawn once more when a
 * prerendered page comes to life.
 */
export function useSessionFact<Fact extends string | boolean | null>(
  read: (state: SessionState) => Fact,
): Fact {
  return useSyncExternalStore(
    subscribe,
    () => read(session.getState()),
    () => read(loading),
  )
}

/** Whether a person is here: signed in, or about to make an account. */
export const isKnown = ({ kind }: SessionState): boolean => kind === 'signed-in' || kind === 'registering'
