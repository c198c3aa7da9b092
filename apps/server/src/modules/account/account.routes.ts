import { profileEndpoints } from '@shipminer/contract/account/profile'
import { AppError } from '../../platform/http/app-error.ts'
import { type Router, requireCaller } from '../../platform/http/routing.ts'
import { parseWalletAddress } from '../wallet-auth/wallet-auth.port.ts'
import { deleteAccount, exportAccount } from './account-data.service.ts'
import type { EndAccountDeps } from './end-account.ts'
import { cancelPayoutAddress, requestPayoutAddress } from './payout-address.service.ts'
import { getProfile, type ProfileDeps, updateProfile } from './profile.service.ts'
import type { WalletBalances } from './wallet-balance.service.ts'

export type AccountDeps = ProfileDeps & EndAccountDeps & { balances: WalletBalances }

/** The signed-in user's own profile, payout address, balances and data. */
export function accountRoutes(router: Router, deps: AccountDeps): void {
  router.route(profileEndpoints.profile, async (call) => ({
    profile: await getProfile(deps, requireCaller(call).userId),
  }))

  router.route(profileEndpoints.updateProfile, async (call) => ({
    profile: await updateProfile(deps, requireCaller(call).userId, call.body),
  }))

  router.route(profileEndpoints.setPayoutAddress, async (call) => {
    const { address, proof } = call.body
    return { payoutAddress: await requestPayoutAddress(deps, requireCaller(call).userId, { address, proof }) }
  })

  router.route(profileEndpoints.cancelPayoutAddress, async (call) => ({
    payoutAddress: await cancelPayoutAddress(deps, requireCaller(call).userId),
  }))

  router.route(profileEndpoints.walletBalance, async (call) => {
    const parsed = parseWalletAddress(call.params.address)
    const { user } = await getProfile(deps, requireCaller(call).userId)
    const isOwn = parsed.ok && user.wallets.some(({ address }) => address === parsed.wallet.address)
    if (!isOwn) throw new AppError('wallet-not-found')
    return { balance: await deps.balances.read(parsed.wallet) }
  })

  router.route(profileEndpoints.accountData, (call) => exportAccount(deps, requireCaller(call).userId))

  router.route(profileEndpoints.deleteAccount, async (call) => {
    await deleteAccount(deps, requireCaller(call).userId, call.body.proof)
    return {}
  })
}
