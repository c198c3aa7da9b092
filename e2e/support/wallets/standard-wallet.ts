import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { BrowserContext, Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { signBip322 } from './bitcoin-signature.ts'
import type { TestWallet } from './ethereum-wallet.ts'

type Key = { address: string; sign(message: Uint8Array): Uint8Array }
type Kind = {
  namespace: 'solana' | 'bitcoin'
  chain: string
  connect: string
  sign: string
  makeKey(network?: 'testnet'): Key
}
/** `late`: it announces itself only when the test says so. `testnet`: it is on the test network until it is switched. */
type Options = { late?: boolean; testnet?: boolean }
export type StandardTestWallet = TestWallet & { announce(page: Page): Promise<void> }

const solana: Kind = {
  namespace: 'solana',
  chain: 'solana:mainnet',
  connect: 'standard:connect',
  sign: 'solana:signMessage',
  makeKey() {
    const secretKey = ed25519.utils.randomSecretKey()
    return {
      address: base58.encode(ed25519.getPublicKey(secretKey)),
      sign: (message) => ed25519.sign(message, secretKey),
    }
  },
}

const bitcoin: Kind = {
  namespace: 'bitcoin',
  chain: 'bitcoin:mainnet',
  connect: 'bitcoin:connect',
  sign: 'bitcoin:signMessage',
  makeKey(network) {
    const secretKey = secp256k1.utils.randomSecretKey()
    const publicKey = secp256k1.getPublicKey(secretKey)
    return {
      address: p2wpkh(publicKey, network === 'testnet' ? TEST_NETWORK : NETWORK).address ?? '',
      sign: (message) => signBip322(new TextDecoder().decode(message), secretKey),
    }
  },
}

/** A Solana wallet by Wallet Standard, signing for real with Ed25519. `reject` has `connect` and `signMessage`. */
export async function installSolanaWallet(
  page: Page | BrowserContext,
  name = 'Sun Wallet',
  options: Options = {},
): Promise<StandardTestWallet> {
  return installStandardWallet(page, name, solana, options)
}

/** A Bitcoin wallet by Wallet Standard with a P2WPKH address, signing for real by BIP-322. */
export async function installBitcoinWallet(
  page: Page | BrowserContext,
  name = 'Coin Wallet',
  options: Options = {},
): Promise<StandardTestWallet> {
  return installStandardWallet(page, name, bitcoin, options)
}

type Answer = { address?: string | null; signature?: number[]; error?: { code: number; message: string } }

/** The little of the page's `window` that the wallet touches. */
type PageWindow = Record<string, (...args: unknown[]) => Promise<Answer>> & EventTarget

async function installStandardWallet(
  page: Page | BrowserContext,
  name: string,
  kind: Kind,
  options: Options,
): Promise<StandardTestWallet> {
  const first = kind.makeKey(options.testnet ? 'testnet' : undefined)
  let key = first
  let connected = false
  const handle = `__${kind.namespace}${name.replaceAll(' ', '')}`
  const calls: string[] = []
  const wallet: StandardTestWallet = {
    get address() {
      return key.address
    },
    reject: {},
    locked: false,
    calls,
    get prompts() {
      return calls.filter((method) => method === 'connect' || method === 'signMessage')
    },
    async switchAccount(shown) {
      key = kind.makeKey()
      await shown?.evaluate((emit) => (globalThis as unknown as PageWindow)[emit]?.(), `${handle}Changed`)
    },
    turnBack() {
      key = first
    },
    announce: (shown) =>
      shown.evaluate((run) => void (globalThis as unknown as PageWindow)[run]?.(), `${handle}Announce`),
  }
  await page.exposeFunction(handle, async (method: string, message: number[] = []): Promise<Answer> => {
    calls.push(method)
    const refused = wallet.reject[method]
    if (refused) return { error: { code: refused, message: 'User rejected the request.' } }
    if (method === 'connect') connected = true
    if (method === 'disconnect') connected = false
    if (method === 'signMessage') return { signature: [...key.sign(Uint8Array.from(message))] }
    return { address: connected && !wallet.locked ? key.address : null }
  })
  await page.addInitScript(
    ({ walletName, handle, chain, connectFeature, signFeature, late }) => {
      const page = globalThis as unknown as PageWindow
      const listeners = new Set<(change: unknown) => void>()
      let accounts: unknown[] = []
      const ask = async (method: string, message?: number[]) => {
        const answer = await page[handle]?.(method, message)
        if (answer?.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
        return answer ?? {}
      }
      const read = async (method: string) => {
        const { address } = await ask(method)
        accounts = address
          ? [{ address, publicKey: new Uint8Array(32), chains: [chain], features: [signFeature] }]
          : []
        return { accounts }
      }
      page[`${handle}Changed`] = async () => {
        const changed = await read('accounts')
        for (const listener of listeners) listener(changed)
        return {}
      }
      const wallet = {
        version: '1.0.0',
        name: walletName,
        icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        chains: [chain],
        get accounts() {
          return accounts
        },
        features: {
          [connectFeature]: {
            version: '1.0.0',
            connect: (input?: { silent?: boolean }) => read(input?.silent ? 'accounts' : 'connect'),
          },
          'standard:disconnect': { version: '1.0.0', disconnect: () => read('disconnect') },
          'standard:events': {
            version: '1.0.0',
            on: (_event: string, listener: (change: unknown) => void) => {
              listeners.add(listener)
              return () => listeners.delete(listener)
            },
          },
          [signFeature]: {
            version: '1.0.0',
            async signMessage({ message }: { message: Uint8Array }) {
              const { signature = [] } = await ask('signMessage', [...message])
              return [{ signedMessage: message, signature: Uint8Array.from(signature) }]
            },
          },
        },
      }
      const register = (api: { register(wallet: unknown): unknown }) => api.register(wallet)
      const announce = async () => {
        page.addEventListener('wallet-standard:app-ready', (event) =>
          register((event as CustomEvent<{ register(wallet: unknown): unknown }>).detail),
        )
        page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
        return {}
      }
      page[`${handle}Announce`] = announce
      if (!late) announce()
      // What the person allowed before is there again without a question, a moment after the page.
      page[`${handle}Changed`]?.()
    },
    {
      walletName: name,
      handle,
      chain: kind.chain,
      connectFeature: kind.connect,
      signFeature: kind.sign,
      late: options.late ?? false,
    },
  )
  return wallet
}
