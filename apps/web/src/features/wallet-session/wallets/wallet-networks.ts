import { profileEndpoints, type WalletNetwork } from '@shipminer/contract/account/profile'
import { knownNetworks } from '@shipminer/domain/accounts/wallet-networks'
import { callEndpoint } from '../../../lib/api/client.ts'

export type WalletSettings = { networks: readonly WalletNetwork[]; balances: readonly string[] }

/** What applies when the server cannot be reached: Ethereum mainnet alone (docs/product.md 9.4). */
const fallback: WalletSettings = {
  networks: knownNetworks
    .filter(({ id }) => id === 1)
    .map((network) => ({
      chainId: `0x${network.id.toString(16)}`,
      name: network.name,
      nativeCurrency: { name: network.currencyName, symbol: network.currencySymbol, decimals: 18 },
      rpcUrls: [network.rpcUrl],
      blockExplorerUrls: [network.explorerUrl],
    })),
  balances: [],
}

let fetched: Promise<WalletSettings> | null = null

/** The server's settings for wallets, fetched once; a failed answer is not remembered. */
export function walletSettings(): Promise<WalletSettings> {
  fetched ??= callEndpoint(profileEndpoints.walletSettings, {}).then(
    (settings) => (settings.networks.length > 0 ? settings : fallback),
    () => {
      fetched = null
      return fallback
    },
  )
  return fetched
}

/** The networks a wallet may be on; the first is the one to switch to. */
export async function walletNetworks(): Promise<readonly WalletNetwork[]> {
  return (await walletSettings()).networks
}
