import type { PaymentNetwork } from '@shipminer/contract/shop/orders'
import type { Asset } from '@shipminer/contract/shop/payments'
import { type BitcoinNetwork, parseBitcoinAccount } from './addresses/bitcoin-account.ts'
import { parseEvmAccount } from './addresses/evm-account.ts'
import { accountKeyProblems } from './addresses/extended-key.ts'
import { createCoreSource } from './chains/bitcoin/core-source.ts'
import { createEsploraSource } from './chains/bitcoin/esplora-source.ts'
import type { ChainSource } from './chains/chain-source.ts'
import { createEvmSource } from './chains/evm/evm-source.ts'
import { createHttpJson } from './chains/http-json.ts'
import { createJsonRpc } from './chains/json-rpc.ts'
import { bitcoinNetworkOf, type ChainToken, evmNetworkOf, knownTokens } from './payment-networks.ts'
import { bitcoinReceiving, evmReceiving, type Receiving } from './receiving.ts'

/** The parsed settings of coin payments. When none is set, no coin is offered. */
export type PaymentSettings = {
  bitcoinXpub: string | null
  bitcoinNetwork: BitcoinNetwork
  bitcoinRpcUrls: readonly string[]
  esploraUrls: readonly string[]
  evmXpub: string | null
  evmChains: readonly { chainId: number; rpcUrls: readonly string[] }[]
  evmTokens: readonly { chainId: number; address: string; asset: string; decimals: number }[]
}

/** A chain that is watched, and what is paid on it. */
export type PaymentChain = {
  chain: string
  asset: Asset
  network: PaymentNetwork
  receiving: Receiving
  /** Null for Bitcoin. */
  token: ChainToken | null
  decimals: number
  sources: readonly ChainSource[]
}

export type PaymentSetup = {
  chains: readonly PaymentChain[]
  tokensOf(chainId: number): readonly ChainToken[]
}

const timeoutMs = 15_000
const coreAnswerBytes = 64 * 1024 * 1024
const otherAnswerBytes = 8 * 1024 * 1024

/** Accounts, sources and tokens from the settings, or a sentence for each problem with them. */
export function setUpPayments(
  settings: PaymentSettings,
  deps: { clock: () => number; fetch: typeof globalThis.fetch },
): { ok: true; setup: PaymentSetup } | { ok: false; problems: string[] } {
  const problems: string[] = []
  const { fetch } = deps
  const chains: PaymentChain[] = []

  const bitcoinUrls = [...settings.bitcoinRpcUrls, ...settings.esploraUrls]
  if (settings.bitcoinXpub !== null && bitcoinUrls.length === 0)
    problems.push(
      'BITCOIN_XPUB: needs BITCOIN_RPC_URL or PAYMENT_ESPLORA_URL, or payments would never be seen',
    )
  if (settings.bitcoinXpub !== null) {
    const parsed = parseBitcoinAccount(settings.bitcoinXpub, settings.bitcoinNetwork)
    if (!parsed.ok) problems.push(`BITCOIN_XPUB: ${accountKeyProblems[parsed.problem]}`)
    else {
      const sources = [
        ...settings.bitcoinRpcUrls.map((url, index) => {
          const http = createHttpJson(url, { fetch, timeoutMs, maxBytes: coreAnswerBytes })
          return createCoreSource(
            sourceId('core', index, url),
            createJsonRpc(http, { batchSize: 200 }),
            settings.bitcoinNetwork,
          )
        }),
        ...settings.esploraUrls.map((url, index) => {
          const http = createHttpJson(url, { fetch, timeoutMs, maxBytes: otherAnswerBytes })
          return createEsploraSource(sourceId('esplora', index, url), http, deps.clock)
        }),
      ]
      chains.push({
        chain: 'bitcoin',
        asset: 'BTC',
        network: bitcoinNetworkOf(settings.bitcoinNetwork),
        receiving: bitcoinReceiving(parsed.account),
        token: null,
        decimals: 8,
        sources,
      })
    }
  }

  const tokensOf = (chainId: number): readonly ChainToken[] => {
    const own = settings.evmTokens.filter((token) => token.chainId === chainId)
    if (own.length === 0) return knownTokens[chainId] ?? []
    return own.map(({ address, asset, decimals }) => {
      const known = knownTokens[chainId]?.find((token) => token.address === address)
      return { address, asset, decimals, isAccepted: asset === 'USDT', symbols: known?.symbols ?? [asset] }
    })
  }
  if (settings.evmXpub !== null && settings.evmChains.length === 0)
    problems.push('EVM_XPUB: needs EVM_CHAINS, or payments would never be seen')
  if (settings.evmXpub !== null) {
    const parsed = parseEvmAccount(settings.evmXpub)
    if (!parsed.ok) problems.push(`EVM_XPUB: ${accountKeyProblems[parsed.problem]}`)
    else {
      const receiving = evmReceiving(parsed.account)
      for (const { chainId, rpcUrls } of settings.evmChains) {
        const tokens = tokensOf(chainId)
        const token = tokens.find(({ isAccepted }) => isAccepted)
        if (!token) {
          problems.push(`EVM_CHAINS: no USDT is known on chain ${chainId}; name it in EVM_TOKENS`)
          continue
        }
        const sources = rpcUrls.map((url, index) => {
          const http = createHttpJson(url, { fetch, timeoutMs, maxBytes: otherAnswerBytes })
          return createEvmSource({
            id: sourceId('rpc', index, url),
            rpc: createJsonRpc(http),
            chainId,
            tokens,
          })
        })
        const chain = `eip155:${chainId}`
        const { decimals } = token
        chains.push({
          chain,
          asset: 'USDT',
          network: evmNetworkOf(chainId),
          receiving,
          token,
          decimals,
          sources,
        })
      }
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, setup: { chains, tokensOf } }
}

/** Without user, password and path, which may be keys. */
function sourceId(kind: string, index: number, url: string): string {
  return `${kind}-${index + 1}@${new URL(url).host}`
}
