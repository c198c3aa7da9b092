import { beforeEach, expect, test, vi } from 'vitest'

const stores = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }
for (const [name, values] of Object.entries(stores)) {
  vi.stubGlobal(name, {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
}
let answer: () => Promise<Response>
vi.stubGlobal('fetch', () => answer())
vi.stubGlobal('location', { origin: 'https://shipminer.example' })

const proof = { walletAddress: '0x1', signature: '0xsigned', nonce: 'n1' }
const refusal =
  (status: number, code: string, more: object = {}) =>
  async () =>
    Response.json({ success: false, error: code, message: code, code, ...more }, { status })

/** The modules of a page that was just loaded. */
async function load() {
  vi.resetModules()
  const { session } = await import('../../../lib/session/session-store.ts')
  return { session, ...(await import('./sign-in.ts')) }
}

beforeEach(() => {
  for (const values of Object.values(stores)) values.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

test('a proven wallet without an account is led to registration', async () => {
  const { walletSignIn, session } = await load()
  answer = refusal(404, 'user-not-found', { registrationToken: 'reg_12345678' })
  await expect(walletSignIn(proof)).resolves.toEqual({ ok: true })
  expect(session.getState()).toEqual({ kind: 'registering', walletAddress: '0x1', ticket: 'reg_12345678' })
})

test.each([
  [401, 'authentication-failed'],
  [403, 'authentication-failed'],
  [404, 'user-not-found'],
])('%i without a ticket proves nothing and registers nobody', async (status, code) => {
  const { walletSignIn, session } = await load()
  answer = refusal(status, code)
  await expect(walletSignIn(proof)).resolves.toMatchObject({ ok: false, error: { status } })
  expect(session.getState()).toEqual({ kind: 'signed-out' })
})

test('without a network nothing is forced, and what is here stays', async () => {
  const { walletSignIn, session } = await load()
  const user = { id: 'u1', name: 'Jan', email: 'jan@msjohanna.nl', wallet_address: '0x1' }
  session.signIn({ authToken: 'at_12345678', refreshToken: 'rt_12345678' }, user)
  answer = () => Promise.reject(new TypeError('fetch failed'))
  await expect(walletSignIn(proof)).resolves.toMatchObject({ ok: false, error: { code: 'network' } })
  expect(session.getState()).toMatchObject({ kind: 'signed-in', user })
})

test('a wallet that turned ends the session at once, out of reach of the server too, and is no disconnect', async () => {
  const { dropSession, session } = await load()
  const user = { id: 'u1', name: 'Jan', email: 'jan@msjohanna.nl', wallet_address: '0x1' }
  session.signIn({ authToken: 'at_12345678', refreshToken: 'rt_12345678' }, user)
  answer = () => Promise.reject(new TypeError('fetch failed'))
  dropSession()
  expect(session.getState()).toEqual({ kind: 'signed-out' })
  expect(session.storage.isUserDisconnected()).toBe(false)
  expect(session.storage.getTokens()).toBeNull()
})
