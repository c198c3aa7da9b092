import { type Profile, profileEndpoints, type WalletNetwork } from '@shipminer/contract/account/profile'
import type { KnownNetwork } from '@shipminer/domain/accounts/wallet-networks'
import { clearBindingCookie } from '../../platform/auth/browser-binding.ts'
import { freshUntil, isFreshSession } from '../../platform/auth/fresh-session.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import {
  confirmSession,
  issueProofMessage,
  type LinkedWalletDeps,
  linkWallet,
  type PasswordResetDeps,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  setPassword,
  unlinkWallet,
  verifyEmail,
} from '../wallet-auth/wallet-auth.port.ts'

export type AccountCareDeps = PasswordResetDeps &
  LinkedWalletDeps & {
    /** The profile after the change. */
    getProfile(userId: string): Promise<Profile>
    /** Wallets are switched to the first of them. */
    networks: readonly KnownNetwork[]
    walletConnectProjectId: string | null
    authTest: boolean
    balances: Profile['user']['wallets'][number]['namespace'][]
  }

/** Maintains the ways into an account: proofs, e-mail, password, wallets. */
export function accountCareRoutes(router: Router, deps: AccountCareDeps): void {
  router.route(profileEndpoints.proofMessage, async (call) => {
    const { walletAddress, purpose, subject } = call.body
    return issueProofMessage(deps, { userId: requireCaller(call).userId, walletAddress, purpose, subject })
  })

  router.route(profileEndpoints.confirmSession, async (call) => ({
    provenUntil: freshUntil(await confirmSession(deps, requireCaller(call), call.body.proof)).toISOString(),
  }))

  router.route(profileEndpoints.resendVerification, async (call) => ({
    sentTo: await resendVerification(deps, requireCaller(call).userId),
  }))

  router.route(profileEndpoints.verifyEmail, async ({ body }) => ({
    email: await verifyEmail(deps, body.token),
  }))

  router.route(profileEndpoints.requestPasswordReset, async ({ body }) => {
    await requestPasswordReset(deps, body.email)
    return { accepted: true as const }
  })

  router.route(profileEndpoints.resetPassword, async ({ body, reply }) => {
    await resetPassword(deps, body)
    clearBindingCookie(reply)
    return {}
  })

  router.route(profileEndpoints.setPassword, async (call) => {
    const { password, proof } = call.body
    await setPassword(deps, requireCaller(call), { password, proof })
    return {}
  })

  router.route(profileEndpoints.linkWallet, async (call) => {
    const caller = requireCaller(call)
    await linkWallet(deps, caller, call.body)
    return { profile: await deps.getProfile(caller.userId) }
  })

  router.route(profileEndpoints.unlinkWallet, async (call) => {
    const caller = requireCaller(call)
    const { walletAddress, proof } = call.body
    await unlinkWallet(deps, caller, { walletAddress, proof })
    return { profile: await deps.getProfile(caller.userId) }
  })

  const settings = {
    networks: deps.networks.map(presentNetwork),
    walletConnectProjectId: deps.walletConnectProjectId,
    authTest: deps.authTest,
    balances: deps.balances,
  }
  router.route(profileEndpoints.walletSettings, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60')
    return settings
  })

  router.route(profileEndpoints.authTest, async ({ caller }) => {
    if (!deps.authTest) throw new AppError('test-functions-disabled')
    const now = deps.clock()
    return {
      signedIn: caller !== null,
      userId: caller?.userId ?? null,
      sessionAgeSeconds: caller && Math.floor((now - caller.sessionCreatedAt.getTime()) / 1000),
      sessionFresh: caller && isFreshSession(caller, now),
    }
  })
}

function presentNetwork(network: KnownNetwork): WalletNetwork {
  return {
    chainId: `0x${network.id.toString(16)}`,
    name: network.name,
    nativeCurrency: { name: network.currencyName, symbol: network.currencySymbol, decimals: 18 },
    rpcUrls: [network.rpcUrl],
    blockExplorerUrls: [network.explorerUrl],
  }
}
