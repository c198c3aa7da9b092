import { createPasswordHasher } from '../../platform/auth/password-hasher.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { accountsJob } from './accounts.job.ts'
import { createContractWallets } from './signatures/contract-wallets.ts'
import { chainReference } from './signatures/wallet-address.ts'
import { walletAuthRoutes } from './wallet-auth.routes.ts'

/** Signing in and out, with a wallet or a password. */
export function openWalletAuth(context: Context) {
  const { config } = context
  /** Shared by every call that requires a password or a proof. */
  const proofs = {
    passwords: createPasswordHasher(),
    contractWallets: createContractWallets({
      url: config.CONTRACT_WALLET_RPC_URL ?? null,
      chainId: Number(chainReference.eip155),
      fetch: context.fetch,
    }),
  }
  return {
    port: proofs,
    routes: ({ router }: Http) => walletAuthRoutes(router, { ...context, ...proofs, demo: config.DEMO }),
    jobs: [accountsJob(context)],
  }
}
