import type { WalletNetwork } from '@shipminer/contract/account/profile'
import { walletError } from '../lib/wallet-refusal.ts'
import { checkedIcon, type WalletAccount, type WalletAdapter, WalletError } from './wallet-adapter.ts'

/** The part of EIP-1193 that is used. Nothing it answers is believed unread. */
export type Eip1193Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** What a wallet announces of itself by EIP-6963. */
export type AnnouncedWallet = {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: unknown
}

/** Networks the product is set to; the first is the one to switch to. */
export type GetNetworks = () => Promise<readonly WalletNetwork[]>

/** An adapter for a wallet that announced itself by EIP-6963. */
export function createEthereumAdapter(
  { info, provider: announced }: AnnouncedWallet,
  getNetworks: GetNetworks,
): WalletAdapter {
  const provider = announced as Eip1193Provider

  async function isConfigured(chainId: unknown): Promise<boolean> {
    return (await getNetworks()).some((network) => isSameChain(network.chainId, chainId))
  }

  async function ask(method: string, params?: unknown): Promise<unknown> {
    try {
      return await provider.request(params === undefined ? { method } : { method, params })
    } catch (thrown) {
      throw walletError(thrown)
    }
  }

  async function account(accounts: unknown): Promise<WalletAccount | null> {
    const address = readAccounts(accounts)[0]
    return address ? { address, isRightNetwork: await isConfigured(await ask('eth_chainId')) } : null
  }

  return {
    id: `eip155:${info.rdns}:${info.uuid}`,
    name: info.name.slice(0, 60),
    icon: checkedIcon(info.icon),
    namespace: 'eip155',
    async connect() {
      const connected = await account(await ask('eth_requestAccounts'))
      if (!connected) throw new WalletError('failed')
      return connected
    },
    restore: async () => account(await ask('eth_accounts')),
    async sign(address, message) {
      const signature = await ask('personal_sign', [utf8Hex(message), address])
      if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]{2,4000}$/.test(signature))
        throw new WalletError('failed')
      return signature
    },
    async switchNetwork(chainId) {
      const networks = await getNetworks()
      const network = networks.find((one) => isSameChain(one.chainId, chainId)) ?? networks[0]
      if (!network) throw new WalletError('failed')
      const wanted = { chainId: network.chainId }
      try {
        await provider.request({ method: 'wallet_switchEthereumChain', params: [wanted] })
      } catch (thrown) {
        if (!isUnknownChain(thrown)) throw walletError(thrown)
        const { name: chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = network
        await ask('wallet_addEthereumChain', [
          { ...wanted, chainName, nativeCurrency, rpcUrls, blockExplorerUrls },
        ])
      }
      // Some wallets answer before the person chose, and some add without switching.
      if (!isSameChain(network.chainId, await ask('eth_chainId'))) throw new WalletError('declined')
    },
    async disconnect() {
      // Newer wallets forget their permission; for the others forgetting it here is all there is.
      await ask('wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => undefined)
    },
    watch(listener) {
      const onAccounts = (value: unknown) => listener({ accounts: readAccounts(value) })
      const onChain = (value: unknown) => {
        isConfigured(value).then((isRightNetwork) => listener({ isRightNetwork }))
      }
      provider.on?.('accountsChanged', onAccounts)
      provider.on?.('chainChanged', onChain)
      return () => {
        provider.removeListener?.('accountsChanged', onAccounts)
        provider.removeListener?.('chainChanged', onChain)
      }
    },
  }
}

function readAccounts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string' && /^0x[0-9a-fA-F]{40}$/.test(entry))
    : []
}

/** Wallets write chain ids as `0x1`, some as `0x01` or a number. */
export function isSameChain(known: string, chainId: unknown): boolean {
  return (typeof chainId === 'string' || typeof chainId === 'number') && Number(chainId) === Number(known)
}

/** 4902: the wallet does not know the network (EIP-3085); some wrap it. */
function isUnknownChain(thrown: unknown): boolean {
  const { code, data } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    code?: unknown
    data?: { originalError?: { code?: unknown } }
  }
  return code === 4902 || data?.originalError?.code === 4902
}

/**
 * Text as `personal_sign` takes it.
 *
 * @example utf8Hex('é') // '0xc3a9'
 */
export function utf8Hex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
