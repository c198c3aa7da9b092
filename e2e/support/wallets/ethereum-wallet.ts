import type { BrowserContext, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** The little of the page's `window` that the wallet touches. */
type PageWindow = {
  [request: string]: (...args: never[]) => unknown
  addEventListener(type: string, listener: () => void): void
  dispatchEvent(event: Event): void
}

const asksThePerson = new Set(['eth_requestAccounts', 'personal_sign', 'wallet_switchEthereumChain'])

type Answer = { result?: unknown; error?: { code: number; message: string } }

/** What a person does with a wallet. `reject` maps a method to the code it is refused with. */
export type TestWallet = {
  readonly address: string
  reject: Record<string, number>
  /** A locked wallet shows no account. */
  locked: boolean
  /** Every method so far, and those that a wallet would have shown the person a window for. */
  readonly calls: readonly string[]
  readonly prompts: readonly string[]
  /** Switches the wallet to a new account and notifies the page; without a page nothing is notified, as when none is open. */
  switchAccount(page?: Page): Promise<void>
  /** Switches the wallet back to its first account; nothing is notified. */
  turnBack(): void
}

export type EthereumTestWallet = TestWallet & {
  /** Announces a wallet that was installed with `late`. */
  announce(page: Page): Promise<void>
  /** Turns the wallet to another network and notifies the page. */
  switchChain(page: Page, chainId: string): Promise<void>
}

/**
 * An Ethereum wallet as an extension would put it into the page: announced by EIP-6963, signing for real. The key stays in the test's
 * process. Wallets of one page need different names.
 */
export async function installEthereumWallet(
  page: Page | BrowserContext,
  name = 'Test Wallet',
  options: { chainId?: string; late?: boolean } = {},
): Promise<EthereumTestWallet> {
  const handle = `__${name.replaceAll(' ', '')}`
  const first = privateKeyToAccount(generatePrivateKey())
  let account = first
  let connected = false
  let chainId = options.chainId ?? '0x1'
  const calls: string[] = []
  const wallet: EthereumTestWallet = {
    get address() {
      return account.address
    },
    reject: {},
    locked: false,
    calls,
    get prompts() {
      return calls.filter((method) => asksThePerson.has(method))
    },
    async switchAccount(shown) {
      account = privateKeyToAccount(generatePrivateKey())
      await shown?.evaluate(
        ([emit, address]) => (globalThis as unknown as PageWindow)[emit]?.(...([address] as never[])),
        [`${handle}Accounts`, account.address] as const,
      )
    },
    turnBack() {
      account = first
    },
    announce: (shown) =>
      shown.evaluate((run) => void (globalThis as unknown as PageWindow)[run]?.(), `${handle}Announce`),
    async switchChain(shown, next) {
      chainId = next
      await shown.evaluate(
        ([emit, id]) => (globalThis as unknown as PageWindow)[emit]?.(...([id] as never[])),
        [`${handle}Chain`, next] as const,
      )
    },
  }
  await page.exposeFunction(handle, async (method: string, params: unknown[]): Promise<Answer> => {
    calls.push(method)
    const refused = wallet.reject[method]
    if (refused) return { error: { code: refused, message: 'User rejected the request.' } }
    switch (method) {
      case 'eth_chainId':
        return { result: chainId }
      case 'eth_accounts':
        return { result: connected && !wallet.locked ? [account.address] : [] }
      case 'eth_requestAccounts':
        connected = true
        return { result: [account.address] }
      case 'personal_sign':
        return { result: await account.signMessage({ message: { raw: params[0] as `0x${string}` } }) }
      case 'wallet_revokePermissions':
        connected = false
        return { result: null }
      case 'wallet_switchEthereumChain':
        chainId = (params[0] as { chainId: string }).chainId
        return { result: null }
      default:
        return { error: { code: -32601, message: method } }
    }
  })
  await page.addInitScript(
    ({ walletName, handle, late }) => {
      const page = globalThis as unknown as PageWindow
      // Looked up at each call: the page's script may run before the function is there.
      const ask = (method: string, params: unknown[]) =>
        (page[handle] as unknown as (method: string, params: unknown[]) => Promise<Answer>)(method, params)
      const listeners: Record<string, Set<(value: unknown) => void>> = {}
      const provider = {
        async request({ method, params }: { method: string; params?: unknown[] }) {
          const answer = await ask(method, params ?? [])
          if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
          return answer.result
        },
        on(event: string, listener: (value: unknown) => void) {
          listeners[event] ??= new Set()
          listeners[event].add(listener)
          return provider
        },
        removeListener(event: string, listener: (value: unknown) => void) {
          listeners[event]?.delete(listener)
          return provider
        },
      }
      const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
      const info = Object.freeze({
        // An empty tab is no secure context and has none.
        uuid: crypto.randomUUID?.() ?? 'blank',
        name: walletName,
        rdns: `local.test.${handle.replaceAll('_', '').toLowerCase()}`,
        icon,
      })
      const announce = () =>
        page.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        )
      page[`${handle}Accounts`] = (address: unknown) => {
        for (const listener of listeners.accountsChanged ?? []) listener([address])
      }
      page[`${handle}Chain`] = (id: unknown) => {
        for (const listener of listeners.chainChanged ?? []) listener(id)
      }
      page[`${handle}Announce`] = announce
      if (late) return
      page.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    { walletName: name, handle, late: options.late ?? false },
  )
  return wallet
}
