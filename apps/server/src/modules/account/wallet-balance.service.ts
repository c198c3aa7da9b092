import type { Namespace } from '@shipminer/contract/account/account'
import type { StoreLogger } from '../../platform/db/store.ts'
import type { WalletAddress } from '../wallet-auth/wallet-auth.port.ts'
import { parseEsploraBalance, parseEthereumBalance, parseSolanaBalance } from './parse-balance.ts'

export type WalletBalance = { baseUnits: string; decimals: number; symbol: string; observedAt: string }

/** Nodes that are queried; null where none is configured. */
export type BalanceNodes = {
  /** JSON-RPC of Ethereum mainnet. */
  eip155: string | null
  solana: string | null
  /** Esplora's base address, e.g. `https://example.org/api`. */
  bip122: string | null
}

export type WalletBalances = {
  /** Kinds of wallet for which a node is configured. */
  namespaces: Namespace[]
  /** Null: unknown. Never throws. */
  read(wallet: WalletAddress): Promise<WalletBalance | null>
}

const freshMs = 10_000
const timeoutMs = 4_000
const mostRemembered = 1_000
const units = {
  eip155: { decimals: 18, symbol: 'ETH' },
  solana: { decimals: 9, symbol: 'SOL' },
  bip122: { decimals: 8, symbol: 'BTC' },
} as const

/** Balances from the configured nodes, each queried at most once in 10 s for a wallet, even when it does not respond. */
export function createWalletBalances(deps: {
  nodes: BalanceNodes
  clock: () => number
  logger: StoreLogger
  fetch?: typeof globalThis.fetch
}): WalletBalances {
  const { nodes, clock, logger } = deps
  const fetch = deps.fetch ?? globalThis.fetch
  const remembered = new Map<string, { at: number; balance: Promise<WalletBalance | null> }>()

  async function json(url: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.json()
  }

  const rpc = (url: string, method: string, params: unknown[]) =>
    json(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })

  async function ask(url: string, { namespace, address }: WalletAddress): Promise<bigint | null> {
    switch (namespace) {
      case 'eip155':
        return parseEthereumBalance(await rpc(url, 'eth_getBalance', [address, 'latest']))
      case 'solana':
        return parseSolanaBalance(await rpc(url, 'getBalance', [address]))
      case 'bip122':
        return parseEsploraBalance(await json(`${url.replace(/\/+$/, '')}/address/${address}`))
    }
  }

  async function readNow(url: string, wallet: WalletAddress): Promise<WalletBalance | null> {
    const { namespace } = wallet
    try {
      const amount = await ask(url, wallet)
      if (amount === null) {
        logger.warn({ namespace }, 'balance node answered in no known form')
        return null
      }
      const observedAt = new Date(clock()).toISOString()
      return { baseUnits: amount.toString(), ...units[namespace], observedAt }
    } catch (error) {
      // Without the node's address: it may contain a key.
      logger.info({ namespace, reason: error instanceof Error ? error.name : 'unknown' }, 'no balance')
      return null
    }
  }

  return {
    namespaces: (['eip155', 'solana', 'bip122'] as const).filter((namespace) => nodes[namespace] !== null),
    async read(wallet) {
      const url = nodes[wallet.namespace]
      if (url === null) return null
      const known = remembered.get(wallet.accountId)
      const now = clock()
      if (known && now - known.at < freshMs) return known.balance
      const balance = readNow(url, wallet)
      remembered.delete(wallet.accountId)
      remembered.set(wallet.accountId, { at: now, balance })
      const [oldest] = remembered.keys()
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
      return balance
    },
  }
}
