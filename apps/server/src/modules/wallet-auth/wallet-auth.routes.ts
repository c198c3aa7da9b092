import { accountEndpoints, type Session, type User } from '@shipminer/contract/account/account'
import { bindingCookieName } from '../../platform/auth/authenticator.ts'
import { clearBindingCookie, createBinding, setBindingCookie } from '../../platform/auth/browser-binding.ts'
import type { Guesses } from '../../platform/auth/guesses.ts'
import { OverloadedError } from '../../platform/auth/limit-concurrency.ts'
import type { PasswordHasher } from '../../platform/auth/password-hasher.ts'
import { type Sessions, type SessionTokens, sessionLifetimeMs } from '../../platform/auth/sessions.ts'
import type { RandomBytes } from '../../platform/auth/tokens.ts'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import {
  type AccountMailContext,
  ensureDemoUser,
  findUserWithWallets,
  presentUser,
} from '../users/users.port.ts'
import { loginWithPassword } from './passwords/password-login.service.ts'
import { registerPassword, registerWallet } from './registration.service.ts'
import type { ContractWallets } from './signatures/contract-wallets.ts'
import { issueNonce, loginWithWallet } from './wallet-login.service.ts'

export type WalletAuthDeps = {
  store: Store
  clock: () => number
  randomBytes: RandomBytes
  /** Keys the hashes of client addresses. */
  secretKey: SecretKey
  sessions: Sessions
  guesses: Guesses
  passwords: PasswordHasher
  contractWallets: ContractWallets
  /** Domain and address of the sign-in message; never taken from a request. */
  publicUrl: string
  productName: string
  /** Whether demo login works. */
  demo: boolean
  logger: StoreLogger
  mail: AccountMailContext
}

type Signing = {
  request: Parameters<typeof createBinding>[0]
  reply: Parameters<typeof setBindingCookie>[0]
}

/** Signing in and out: with a wallet, with e-mail and password, or into the demonstration. */
export function walletAuthRoutes(router: Router, deps: WalletAuthDeps): void {
  const { sessions, store, randomBytes } = deps

  async function getUser(userId: string): Promise<User> {
    const user = await findUserWithWallets(store.db, userId)
    if (!user) throw new AppError('unauthorized')
    return presentUser(user)
  }

  async function present(tokens: SessionTokens): Promise<Session> {
    const { token, refreshToken, expiresAt, userId } = tokens
    return { token, refreshToken, expiresAt: expiresAt.toISOString(), user: await getUser(userId) }
  }

  /** Binds the new session to the browser, and sets the browser's cookie once the session exists. */
  async function signIn(
    { request, reply }: Signing,
    open: (binding: string | null) => Promise<SessionTokens>,
  ): Promise<Session> {
    const binding = createBinding(request, randomBytes)
    try {
      const session = await present(await open(binding))
      if (binding !== null) setBindingCookie(reply, binding, sessionLifetimeMs)
      return session
    } catch (error) {
      if (error instanceof OverloadedError) throw new AppError('service-unavailable', {}, { cause: error })
      throw error
    }
  }

  router.route(accountEndpoints.walletNonce, async ({ params, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return issueNonce(deps, { wallet: params.wallet, ip: request.ip })
  })

  router.route(accountEndpoints.walletLogin, async (call) => {
    const { walletAddress, signature, nonce } = call.body
    return signIn(call, (binding) => loginWithWallet(deps, { walletAddress, signature, nonce, binding }))
  })

  router.route(accountEndpoints.walletRegister, async (call) => {
    const { walletAddress, ...profile } = call.body
    const ticket = call.bearer ?? ''
    return signIn(call, (binding) => registerWallet(deps, { walletAddress, ticket, profile, binding }))
  })

  router.route(accountEndpoints.walletMe, async (call) => ({
    user: await getUser(requireCaller(call).userId),
  }))

  router.route(accountEndpoints.register, async (call) => {
    const { password, ...profile } = call.body
    return signIn(call, (binding) => registerPassword(deps, { password, profile, binding }))
  })

  router.route(accountEndpoints.login, async (call) =>
    signIn(call, (binding) => loginWithPassword(deps, { ...call.body, binding, ip: call.request.ip })),
  )

  router.route(accountEndpoints.logout, async (call) => {
    await sessions.revoke(requireCaller(call).sessionId, 'logout')
    clearBindingCookie(call.reply)
    return {}
  })

  router.route(accountEndpoints.refresh, async ({ bearer, request }) => {
    const cookie = request.cookies[bindingCookieName] ?? null
    const tokens = await sessions.refresh(bearer ?? '', cookie)
    if (!tokens) throw new AppError('session-expired')
    return present(tokens)
  })

  router.route(accountEndpoints.demoLogin, async (call) => {
    if (!deps.demo) throw new AppError('demo-login-disabled')
    return signIn(call, async (binding) => sessions.open({ userId: await ensureDemoUser(deps), binding }))
  })
}
