import { beforeEach, expect, test, vi } from 'vitest'

const map = new Map<string, string>()
const tab = new Map<string, string>()
let onStorage: ((event: { key: string | null }) => void) | null

const store = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => values.set(key, value),
  removeItem: (key: string) => values.delete(key),
})
vi.stubGlobal('localStorage', store(map))
vi.stubGlobal('sessionStorage', store(tab))
vi.stubGlobal('addEventListener', (_type: string, listener: typeof onStorage) => {
  onStorage = listener
})
vi.stubGlobal('removeEventListener', () => {
  onStorage = null
})

const tokens = { authToken: 'at_12345678', refreshToken: 'rt_12345678' }
const user = { id: 'u1', name: 'Jan', email: 'jan@msjohanna.nl', wallet_address: '0x1' }

/** The store of a page that was just loaded. */
async function load() {
  vi.resetModules()
  return (await import('./session-store.ts')).session
}

beforeEach(() => {
  map.clear()
  tab.clear()
  onStorage = null
})

test('nobody is there at first; signing in stays over a reload', async () => {
  const session = await load()
  expect(session.getState()).toEqual({ kind: 'signed-out' })
  session.signIn(tokens, user)
  expect(session.getState()).toEqual({ kind: 'signed-in', user, needsSetup: false })
  expect((await load()).getState()).toEqual({ kind: 'signed-in', user, needsSetup: false })
})

test('a session that the server ended says so, and is no wish of the person to stay away', async () => {
  const session = await load()
  session.signIn(tokens, user)
  session.expire()
  expect(session.getState()).toEqual({ kind: 'signed-out', hasExpired: true })
  expect(session.storage.getTokens()).toBeNull()
  expect((await load()).getState()).toEqual({ kind: 'signed-out' })
  session.signIn(tokens, user)
  session.signOut(true)
  expect(session.getState()).toEqual({ kind: 'signed-out' })
})

test('placeholders need setup', async () => {
  const session = await load()
  session.signIn(tokens, { ...user, name: 'Wallet User' })
  expect(session.getState()).toMatchObject({ needsSetup: true })
})

test('a registration is kept over a reload of its tab, and nowhere else', async () => {
  const session = await load()
  session.register('0x1', 'reg_12345678')
  const registering = { kind: 'registering', walletAddress: '0x1', ticket: 'reg_12345678' }
  expect(session.getState()).toEqual(registering)
  expect([...map.values()].join()).not.toContain('reg_12345678')
  expect((await load()).getState()).toEqual(registering)
  tab.clear()
  expect((await load()).getState()).toEqual({ kind: 'signed-out' })
})

test('a registration ends with the session it led to, and when it is given up', async () => {
  const session = await load()
  session.register('0x1', 'reg_12345678')
  session.signIn(tokens, user)
  session.signOut(false)
  expect((await load()).getState()).toEqual({ kind: 'signed-out' })
  session.register('0x1', 'reg_12345678')
  session.signOut(true)
  expect((await load()).getState()).toEqual({ kind: 'signed-out' })
})

test('disconnecting sets the flag, an ended session does not, signing in clears it', async () => {
  const session = await load()
  session.signIn(tokens, user)
  session.signOut(false)
  expect(session.storage.isUserDisconnected()).toBe(false)
  session.signIn(tokens, user)
  session.signOut(true)
  expect(session.storage.isUserDisconnected()).toBe(true)
  expect(map.size).toBe(1)
  session.signIn(tokens, user)
  expect(session.storage.isUserDisconnected()).toBe(false)
})

test('another tab that signs out or in is followed, new tokens alone tell nobody', async () => {
  const session = await load()
  session.signIn(tokens, user)
  let told = 0
  const stop = session.subscribe(() => told++)
  session.renew({ authToken: 'at_87654321', refreshToken: 'rt_87654321' }, user)
  expect(told).toBe(0)
  map.clear()
  onStorage?.({ key: 'shipminer.auth-token' })
  expect(session.getState()).toEqual({ kind: 'signed-out' })
  expect(told).toBe(1)
  onStorage?.({ key: 'something.else' })
  expect(told).toBe(1)
  stop()
  expect(onStorage).toBeNull()
})

test('a registration under way survives a sign-out in another tab', async () => {
  const session = await load()
  session.subscribe(() => undefined)
  session.register('0x1', 'reg_1')
  onStorage?.({ key: null })
  expect(session.getState().kind).toBe('registering')
})
