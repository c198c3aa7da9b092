import type { PaymentNetwork } from '@shipminer/contract/shop/orders'
import { knownNetworks } from '@shipminer/domain/accounts/wallet-networks'
import { evmChainNames, networkName } from '@shipminer/domain/payments/network-names'
import type { BitcoinNetwork } from './addresses/bitcoin-account.ts'
import type { WatchedToken } from './chains/evm/evm-source.ts'

/** A token of a chain, and whether a payment may be made in it. Of those that may, the first is requested from buyers. */
export type ChainToken = WatchedToken & { isAccepted: boolean }

const token = (
  address: string,
  asset: string,
  decimals: number,
  isAccepted: boolean,
  symbols: readonly string[] = [asset],
): ChainToken => ({ address: address.toLowerCase(), asset, decimals, symbols, isAccepted })

/** Names under which Tether's token goes on chains where it is bridged. */
const tetherSymbols = ['USDT', 'USDT0', 'USD₮0', 'USD₮', 'USDT.e']
const usdt = (address: string, decimals = 6, isAccepted = true) =>
  token(address, 'USDT', decimals, isAccepted, tetherSymbols)

/**
 * Tokens by chain id. USDT is requested from buyers; the others are what people send by mistake, and the page names them. To add one: one
 * entry here, or a setting; what `decimals()` and `symbol()` answer is compared at start.
 */
export const knownTokens: Readonly<Record<number, readonly ChainToken[]>> = {
  1: [
    usdt('0xdAC17F958D2ee523a2206206994597C13D831ec7'),
    token('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6, false),
    token('0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 18, false),
  ],
  10: [
    usdt('0x01bFF41798a0BcF287b996046Ca68b395DbC1071'),
    usdt('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
    token('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USDC', 6, false),
  ],
  56: [
    usdt('0x55d398326f99059fF775485246999027B3197955', 18),
    token('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'USDC', 18, false),
  ],
  137: [
    usdt('0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
    token('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USDC', 6, false),
  ],
  42161: [
    usdt('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
    token('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USDC', 6, false),
  ],
}

const bitcoinNames = { mainnet: 'Bitcoin', testnet: 'Bitcoin Testnet', regtest: 'Bitcoin Regtest' } as const
const bitcoinExplorers: Partial<Record<BitcoinNetwork, string>> = {
  mainnet: 'https://mempool.space',
  testnet: 'https://mempool.space/testnet4',
}
const otherExplorers: Readonly<Record<number, string>> = { 56: 'https://bscscan.com' }

export function bitcoinNetworkOf(network: BitcoinNetwork): PaymentNetwork {
  return { id: 'bitcoin', name: bitcoinNames[network], chainId: null, testnet: network !== 'mainnet' }
}

export function evmNetworkOf(chainId: number): PaymentNetwork {
  const id = `eip155:${chainId}`
  return { id, name: networkName(id), chainId, testnet: evmChainNames[chainId] === undefined }
}

/** Where a person can look at a transaction; null for private networks. */
export function explorerUrlOf(
  network: { chainId: number | null },
  bitcoin: BitcoinNetwork,
  txId: string,
): string | null {
  const { chainId } = network
  const base =
    chainId === null
      ? bitcoinExplorers[bitcoin]
      : (knownNetworks.find(({ id }) => id === chainId)?.explorerUrl ?? otherExplorers[chainId])
  return base ? `${base}/tx/${txId}` : null
}
