import type { WalletNetwork } from '@shipminer/contract/account/profile'
import type { Eip1193Provider } from '../wallets/ethereum-adapter.ts'
import {
  type RemoteSession,
  readAccounts,
  readChainId,
  readSession,
  record,
} from './walletconnect-session.ts'

/** The part of the WalletConnect client that is used. */
export type RemoteClient = {
  connect(wanted: {
    optionalNamespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }>
  }): Promise<{ uri?: string | undefined; approval(): Promise<unknown> }>
  request(call: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
  }): Promise<unknown>
  disconnect(call: { topic: string; reason: { code: number; message: string } }): Promise<void>
  listSessions(): readonly unknown[]
  on(event: string, listener: (message: unknown) => void): void
}

export type RemoteDeps = {
  /** Fetches the client and opens the relay; called when the person picks it, or was connected by it before. */
  openClient: () => Promise<RemoteClient>
  getNetworks: () => Promise<readonly WalletNetwork[]>
  /** Shows what a phone scans to pair; null: nothing any more. */
  showCode: (uri: string | null) => void
  /** The app of the connected wallet, to be opened when a request is sent to it. */
  showApp: (url: string | null) => void
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** Topic of the present session and the chain it is on. Where it is missing no client is fetched and no relay is spoken to. */
export const presentSessionKey = 'shipminer.walletconnect'

const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
const events = ['accountsChanged', 'chainChanged']
/** "User disconnected" in the protocol's table of reasons. */
const userDisconnected = { code: 6000, message: 'User disconnected.' }

/** A wallet on another device as an EIP-1193 provider, so that it goes through the same adapter as one in this browser. */
export function createRemoteProvider(deps: RemoteDeps): Eip1193Provider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let opening: Promise<RemoteClient> | null = null
  let session: RemoteSession | null = null
  let chainId = 1
  let attempt = 0

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }

  function open(): Promise<RemoteClient> {
    opening ??= deps.openClient().then(
      (client) => {
        follow(client)
        return client
      },
      (thrown) => {
        opening = null
        throw thrown
      },
    )
    return opening
  }

  function keep(found: RemoteSession, wantedChainId: number | null): void {
    session = found
    const isAllowed = (id: number | null) => found.accounts.some((account) => account.chainId === id)
    if (wantedChainId !== null && isAllowed(wantedChainId)) chainId = wantedChainId
    else if (!isAllowed(chainId)) chainId = found.accounts[0]?.chainId ?? 1
    deps.showApp(found.appUrl)
    write()
  }

  function write(): void {
    try {
      if (session) deps.store.setItem(presentSessionKey, JSON.stringify({ topic: session.topic, chainId }))
      else deps.store.removeItem(presentSessionKey)
    } catch {
      // Where storage is refused the connection lasts as long as the page.
    }
  }

  function forget(): void {
    session = null
    deps.showApp(null)
    write()
  }

  /** Without a prompt: the session of this page, or the one that existed when the last page was left. */
  async function present(): Promise<RemoteSession | null> {
    if (session) return session
    const kept = readKept(deps.store)
    if (!kept) return null
    const client = await open()
    const found = client
      .listSessions()
      .map(readSession)
      .find((one) => one?.topic === kept.topic)
    if (session) return session
    if (found) keep(found, kept.chainId)
    else forget()
    return session
  }

  async function pair(): Promise<RemoteSession> {
    const own = ++attempt
    const [client, networks] = await Promise.all([open(), deps.getNetworks()])
    const chains = networks.map((network) => `eip155:${Number(network.chainId)}`)
    const { uri, approval } = await client.connect({
      optionalNamespaces: { eip155: { chains, methods, events } },
    })
    if (own === attempt) deps.showCode(uri ?? null)
    try {
      const found = readSession(await approval())
      if (!found) throw new Error('The wallet allowed no account')
      if (own !== attempt) {
        await client.disconnect({ topic: found.topic, reason: userDisconnected })
        throw new Error('The connection was given up')
      }
      keep(found, Number(networks[0]?.chainId ?? 1))
      return found
    } finally {
      if (own === attempt) deps.showCode(null)
    }
  }

  function accountsOf(found: RemoteSession | null): string[] {
    const all = found?.accounts ?? []
    const here = all.filter((account) => account.chainId === chainId)
    return (here.length > 0 ? here : all.slice(0, 1)).map(({ address }) => address)
  }

  async function ask(method: string, params: unknown): Promise<unknown> {
    const found = await present()
    if (!found) throw Object.assign(new Error('Not connected'), { code: 4900 })
    const client = await open()
    const request = { method, params: params ?? [] }
    return client.request({ topic: found.topic, chainId: `eip155:${chainId}`, request })
  }

  async function switchChain(params: unknown): Promise<null> {
    const wanted = readChainId(record(Array.isArray(params) ? params[0] : null).chainId)
    const isAllowed = () => session?.accounts.some((account) => account.chainId === wanted) ?? false
    await present()
    // A chain that the wallet allowed already is chosen here: every request names its own.
    if (!isAllowed()) await ask('wallet_switchEthereumChain', params)
    if (wanted !== null && isAllowed()) turnTo(wanted)
    return null
  }

  function turnTo(id: number): void {
    if (id === chainId) return
    const before = accountsOf(session)[0]
    chainId = id
    write()
    emit('chainChanged', `0x${id.toString(16)}`)
    const after = accountsOf(session)
    if (after.length > 0 && after[0] !== before) emit('accountsChanged', after)
  }

  async function end(): Promise<null> {
    attempt++
    deps.showCode(null)
    const found = await present().catch(() => null)
    forget()
    if (found) {
      const client = await open()
      await client.disconnect({ topic: found.topic, reason: userDisconnected })
    }
    return null
  }

  function follow(client: RemoteClient): void {
    const own = (listener: (params: Record<string, unknown>) => void) => (message: unknown) => {
      const { topic, params } = record(message)
      if (session && topic === session.topic) listener(record(params))
    }
    client.on(
      'session_event',
      own(({ event }) => {
        const { name, data } = record(event)
        const id = name === 'chainChanged' ? readChainId(data) : null
        if (id !== null) turnTo(id)
        if (name === 'accountsChanged' && Array.isArray(data))
          emit('accountsChanged', [
            ...data.filter((entry) => typeof entry === 'string' && entry.startsWith('0x')),
            ...readAccounts(data).map(({ address }) => address),
          ])
      }),
    )
    client.on(
      'session_update',
      own(({ namespaces }) => {
        const accounts = readAccounts(record(record(namespaces).eip155).accounts)
        if (!session || accounts.length === 0) return
        const before = accountsOf(session)[0]
        keep({ ...session, accounts }, chainId)
        if (accountsOf(session)[0] !== before) emit('accountsChanged', accountsOf(session))
      }),
    )
    const ended = own(() => {
      forget()
      emit('accountsChanged', [])
    })
    client.on('session_delete', ended)
    client.on('session_expire', ended)
  }

  async function answer(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        return accountsOf((await present()) ?? (await pair()))
      case 'eth_accounts':
        return accountsOf(await present())
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`
      case 'wallet_switchEthereumChain':
        return switchChain(params)
      case 'wallet_revokePermissions':
        return end()
      default:
        return ask(method, params)
    }
  }

  return {
    request: ({ method, params }) =>
      answer(method, params).catch((thrown) => {
        throw inEip1193(thrown)
      }),
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
}

/** The protocol has numbers of its own for a person's no: 5000 to 5003. */
function inEip1193(thrown: unknown): unknown {
  const { code, message } = record(thrown)
  if (typeof code !== 'number' || code < 5000 || code > 5003) return thrown
  return Object.assign(new Error(typeof message === 'string' ? message : 'User rejected.'), { code: 4001 })
}

function readKept(store: Pick<Storage, 'getItem'>): { topic: string; chainId: number | null } | null {
  try {
    const { topic, chainId } = record(JSON.parse(store.getItem(presentSessionKey) ?? 'null'))
    return typeof topic === 'string' ? { topic, chainId: readChainId(chainId) } : null
  } catch {
    return null
  }
}
