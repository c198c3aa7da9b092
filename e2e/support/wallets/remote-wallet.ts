import { randomUUID } from 'node:crypto'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** A wallet on a phone that speaks WalletConnect with the protocol's own client, and signs for real. */
export type RemoteWallet = {
  readonly address: string
  /** The person's no to what comes next. */
  refuses: { connection: boolean; signature: boolean }
  /** The requests it received, in order. */
  asked: string[]
  /** Scans a code. */
  pair(uri: string): Promise<void>
  /** Switches to another account and announces it. */
  switchAccount(): Promise<void>
  sessions(): number
  stop(): Promise<void>
}

export async function startRemoteWallet(relayUrl: string, projectId: string): Promise<RemoteWallet> {
  let account = privateKeyToAccount(generatePrivateKey())
  const kept = new Map<string, unknown>()
  const core = new Core({
    projectId,
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    // Two with the same prefix would be one in this process.
    customStoragePrefix: randomUUID(),
    storage: {
      getKeys: async () => [...kept.keys()],
      getEntries: async <T>() => [...kept] as [string, T][],
      getItem: async <T>(key: string) => kept.get(key) as T | undefined,
      setItem: async (key, value) => void kept.set(key, value),
      removeItem: async (key) => void kept.delete(key),
    },
  })
  core.eventClient.init = async () => undefined
  core.verify.register = async () => ''
  core.verify.resolve = async () => ({ origin: '' })
  const metadata = { name: 'Phone Wallet', description: 'A test', url: 'https://wallet.test', icons: [] }
  const client = await SignClient.init({ core, metadata } as Parameters<typeof SignClient.init>[0])
  const wallet: RemoteWallet = {
    get address() {
      return account.address
    },
    refuses: { connection: false, signature: false },
    asked: [],
    pair: async (uri) => void (await client.pair({ uri })),
    async switchAccount() {
      account = privateKeyToAccount(generatePrivateKey())
      for (const { topic, namespaces } of client.session.getAll()) {
        const [chainId = 'eip155:1'] = namespaces.eip155?.chains ?? []
        const event = { name: 'accountsChanged', data: [account.address] }
        await client.emit({ topic, chainId, event })
      }
    },
    sessions: () => client.session.length,
    stop: async () => {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }

  client.on('session_proposal', async ({ id, params }) => {
    wallet.asked.push('connection')
    if (wallet.refuses.connection) {
      await client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
      return
    }
    const { chains = [], methods = [], events = [] } = params.optionalNamespaces.eip155 ?? {}
    const accounts = chains.map((chain) => `${chain}:${account.address}`)
    await client.approve({ id, namespaces: { eip155: { chains, methods, events, accounts } } })
  })
  client.on('session_request', async ({ id, topic, params }) => {
    const { method, params: values } = params.request
    wallet.asked.push(method)
    const reply = wallet.refuses.signature
      ? { error: { code: 5000, message: 'User rejected.' } }
      : { result: await account.signMessage({ message: { raw: values[0] } }) }
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...reply } })
  })
  return wallet
}
