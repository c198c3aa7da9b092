/** Names of the Ethereum-like chains on which payments are requested, by chain id. */
export const evmChainNames: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'Optimism',
  56: 'BNB Smart Chain',
  137: 'Polygon',
  42161: 'Arbitrum One',
}

/**
 * What people call a network of payments.
 *
 * @param id `bitcoin`, or `eip155:<chain id>`
 * @example networkName('eip155:137') // 'Polygon'
 */
export function networkName(id: string): string {
  if (id === 'bitcoin') return 'Bitcoin'
  const chainId = id.replace('eip155:', '')
  return evmChainNames[Number(chainId)] ?? `Chain ${chainId}`
}
