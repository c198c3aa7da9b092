import { walletError } from '../lib/wallet-refusal.ts'
import { isBitcoinAddress } from './bitcoin-address.ts'
import { checkedIcon, type WalletAccount, type WalletAdapter, WalletError } from './wallet-adapter.ts'

/** The part of `window` that Bitcoin wallets write into when they do not follow the Wallet Standard. */
export type InjectedPage = { btc_providers?: unknown; unisat?: unknown } & Record<string, unknown>

type Method = (...args: unknown[]) => unknown

/** Bitcoin wallets found in the page: those listed in `btc_providers` (Xverse, Leather), and UniSat. */
export function findInjectedBitcoinWallets(page: InjectedPage): WalletAdapter[] {
  const listed = Array.isArray(page.btc_providers) ? page.btc_providers : []
  const wallets = listed.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.id !== 'string' || typeof entry.name !== 'string') return []
    const provider = entry.id
      .split('.')
      .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), page)
    if (!isRecord(provider) || typeof provider.request !== 'function') return []
    return [createRpcAdapter(entry.id, entry.name.slice(0, 60), checkedIcon(entry.icon), provider)]
  })
  return isRecord(page.unisat) && typeof page.unisat.requestAccounts === 'function'
    ? [...wallets, createUnisatAdapter(page.unisat)]
    : wallets
}

/** A wallet with the JSON-RPC that Xverse and Leather share. */
function createRpcAdapter(
  id: string,
  name: string,
  icon: string | null,
  provider: Record<string, unknown>,
): WalletAdapter {
  let connected: WalletAccount | null = null
  async function ask(method: string, params?: unknown): Promise<Record<string, unknown>> {
    try {
      const answer: unknown = await (provider.request as Method)(method, params)
      if (isRecord(answer) && isRecord(answer.error)) throw answer.error
      if (isRecord(answer) && isRecord(answer.result)) return answer.result
    } catch (thrown) {
      throw walletError(isRecord(thrown) && isRecord(thrown.error) ? thrown.error : thrown)
    }
    throw new WalletError('failed')
  }
  const isLeather = id === 'LeatherProvider'
  const isXverse = id.startsWith('Xverse')

  return {
    id: `bip122:${id}`,
    name,
    icon,
    namespace: 'bip122',
    async connect() {
      const answer = await ask('getAddresses', isLeather ? undefined : { purposes: ['payment'] })
      connected = toAccount(readAddresses(answer))
      if (!connected) throw new WalletError('failed')
      return connected
    },
    async restore() {
      // Only one of these wallets has a request that fails with an error instead of prompting the person.
      if (!isXverse) return connected
      const answer = await ask('wallet_getAccount', { addresses: ['payment'] }).catch(() => null)
      return toAccount(readAddresses(answer)) ?? connected
    },
    async sign(address, message) {
      const way = isLeather
        ? { message, paymentType: paymentTypeOf(address) }
        : { address, message, protocol: 'BIP322' }
      const { signature } = await ask('signMessage', way)
      return checkedSignature(signature)
    },
    async switchNetwork() {
      throw new WalletError('declined')
    },
    async disconnect() {
      connected = null
      if (!isLeather) await ask('wallet_disconnect').catch(() => undefined)
    },
    watch(listener) {
      const { addListener } = provider
      if (!isXverse || typeof addListener !== 'function') return () => undefined
      const stop: unknown = addListener.call(provider, 'accountChange', (event: unknown) => {
        const account = toAccount(readAddresses(event))
        if (account?.isRightNetwork) listener({ accounts: [account.address] })
      })
      return typeof stop === 'function' ? () => stop() : () => undefined
    },
  }
}

function createUnisatAdapter(unisat: Record<string, unknown>): WalletAdapter {
  async function ask(method: string, ...args: unknown[]): Promise<unknown> {
    const found = unisat[method]
    if (typeof found !== 'function') throw new WalletError('failed')
    try {
      return await found.apply(unisat, args)
    } catch (thrown) {
      throw walletError(thrown)
    }
  }
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []

  return {
    id: 'bip122:unisat',
    name: 'UniSat',
    icon: null,
    namespace: 'bip122',
    async connect() {
      const account = toAccount(texts(await ask('requestAccounts')))
      if (!account) throw new WalletError('failed')
      return account
    },
    restore: async () => toAccount(texts(await ask('getAccounts'))),
    // Without the second word it would sign as ECDSA, which a taproot address cannot be proven with.
    sign: async (_address, message) => checkedSignature(await ask('signMessage', message, 'bip322-simple')),
    async switchNetwork() {
      await ask('switchNetwork', 'livenet')
    },
    async disconnect() {
      await ask('disconnect').catch(() => undefined)
    },
    watch(listener) {
      const onAccounts = (value: unknown) => listener({ accounts: texts(value).filter(isBitcoinAddress) })
      const { on, removeListener } = unisat
      if (typeof on === 'function') on.call(unisat, 'accountsChanged', onAccounts)
      return () => {
        if (typeof removeListener === 'function') removeListener.call(unisat, 'accountsChanged', onAccounts)
      }
    },
  }
}

/** The addresses that are for payments; all of them where the wallet does not say what they are for. */
function readAddresses(answer: unknown): string[] {
  const entries = isRecord(answer) && Array.isArray(answer.addresses) ? answer.addresses : []
  return entries.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.address !== 'string') return []
    return entry.purpose === undefined || entry.purpose === 'payment' ? [entry.address] : []
  })
}

function toAccount(addresses: readonly string[]): WalletAccount | null {
  const own = addresses.find(isBitcoinAddress)
  if (own) return { address: own, isRightNetwork: true }
  const foreign = addresses.find((address) => /^(tb1|bcrt1|[mn2])/.test(address))
  return foreign ? { address: foreign, isRightNetwork: false } : null
}

function paymentTypeOf(address: string): 'p2tr' | 'p2wpkh' {
  return address.startsWith('bc1p') ? 'p2tr' : 'p2wpkh'
}

function checkedSignature(signature: unknown): string {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/=]{40,2000}$/.test(signature))
    throw new WalletError('failed')
  return signature
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
