/** An Ethereum-like network as `wallet_addEthereumChain` (EIP-3085) wants it; public nodes and explorers of the network's own documents. */
export type KnownNetwork = {
  id: number
  name: string
  currencyName: string
  currencySymbol: string
  rpcUrl: string
  explorerUrl: string
}

/** Networks the product can be set to; all count with 18 decimals. To add one: one entry here. */
export const knownNetworks: readonly KnownNetwork[] = [
  {
    id: 1,
    name: 'Ethereum Mainnet',
    currencyName: 'Ether',
    currencySymbol: 'ETH',
    rpcUrl: 'https://ethereum-rpc.publicnode.com',
    explorerUrl: 'https://etherscan.io',
  },
  {
    id: 10,
    name: 'OP Mainnet',
    currencyName: 'Ether',
    currencySymbol: 'ETH',
    rpcUrl: 'https://mainnet.optimism.io',
    explorerUrl: 'https://optimistic.etherscan.io',
  },
  {
    id: 137,
    name: 'Polygon',
    currencyName: 'POL',
    currencySymbol: 'POL',
    rpcUrl: 'https://polygon-bor-rpc.publicnode.com',
    explorerUrl: 'https://polygonscan.com',
  },
  {
    id: 8453,
    name: 'Base',
    currencyName: 'Ether',
    currencySymbol: 'ETH',
    rpcUrl: 'https://mainnet.base.org',
    explorerUrl: 'https://basescan.org',
  },
  {
    id: 42_161,
    name: 'Arbitrum One',
    currencyName: 'Ether',
    currencySymbol: 'ETH',
    rpcUrl: 'https://arb1.arbitrum.io/rpc',
    explorerUrl: 'https://arbiscan.io',
  },
]
