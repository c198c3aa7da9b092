import { knownNetworks } from '@shipminer/domain/accounts/wallet-networks'
import type { Context } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/store.ts'
import type { Http } from '../../platform/module.ts'
import { type AccountDeps, accountRoutes } from './account.routes.ts'
import { type AccountCareDeps, accountCareRoutes } from './account-care.routes.ts'
import { exportAccount } from './account-data.service.ts'
import { apiKeyEndsJob } from './api-key-ends.job.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { endAccount } from './end-account.ts'
import type { Pair } from './merge/merge.repository.ts'
import { mergeAccounts, previewMerge } from './merge/merge-accounts.ts'
import { getProfile } from './profile.service.ts'
import { createWalletBalances } from './wallet-balance.service.ts'

/** What people do with their own account: profile, payout address, data, and the ways in. */
export function openAccount(
  context: Context,
  ports: {
    proofs: Pick<AccountCareDeps, 'passwords' | 'contractWallets'>
    revenue: Pick<AccountDeps, 'balanceSat'>
  },
) {
  const { clock, logger, fetch, config } = context
  const balances = createWalletBalances({
    nodes: {
      eip155: config.ETH_RPC_URL ?? null,
      solana: config.SOLANA_RPC_URL ?? null,
      bip122: config.BITCOIN_ESPLORA_URL ?? null,
    },
    clock,
    logger,
    fetch,
  })
  const deps = {
    ...context,
    ...ports.proofs,
    balanceSat: ports.revenue.balanceSat,
    minimumSat: config.PAYOUT_MINIMUM_SAT,
  }
  return {
    port: {
      exportAccount: (userId: string) => exportAccount(deps, userId),
      previewMerge: (pair: Pair) => previewMerge(deps, pair),
      mergeAccounts: (trx: Trx, pair: Pair, by: { typed: string; operator: string }) =>
        mergeAccounts(deps, trx, pair, by),
      endAccount: (trx: Trx, userId: string) => endAccount(deps, trx, { userId, isIdentified: true }),
    },
    routes({ router }: Http) {
      accountRoutes(router, { ...deps, balances })
      apiKeyRoutes(router, deps)
      accountCareRoutes(router, {
        ...deps,
        getProfile: (userId) => getProfile(deps, userId),
        networks: config.WALLET_NETWORKS.flatMap((id) => knownNetworks.filter((one) => one.id === id)),
        walletConnectProjectId: config.WALLETCONNECT_PROJECT_ID ?? null,
        authTest: config.AUTH_TEST,
        balances: balances.namespaces,
      })
    },
    jobs: [apiKeyEndsJob(deps)],
  }
}
