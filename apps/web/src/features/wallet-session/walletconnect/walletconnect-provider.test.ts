import { describe, expect, test } from 'vitest'
import { createEthereumAdapter } from '../wallets/ethereum-adapter.ts'
import type { WalletChange } from '../wallets/wallet-adapter.ts'
import { createRemoteProvider, presentSessionKey, type RemoteClient } from './walletconnect-provider.ts'

const a = '0x52908400098527886E0F7030069857D2E4169EE7'
const b = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const networks = ['0x1', '0x89'].map((chainId) => ({
  chainId,
  name: chainId,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.test'],
  blockExplorerUrls: [],
}))
const sessionOf = (accounts: string[], topic = 'topic-1', redirect: unknown = {}) => ({
  topic,
  namespaces: { eip155: { accounts } },
  peer: { metadata: { redirect } },
})

/** A relay with a wallet behind it that does as the test sets it. */
function setUp(options: { kept?: string; sessions?: unknown[] } = {}) {
  const kept = new Map<string, string>(options.kept ? [[presentSessionKey, options.kept]] : [])
  const calls: unknown[][] = []
  const listeners = new Map<string, (message: unknown) => void>()
  const codes: (string | null)[] = []
  const apps: (string | null)[] = []
  let approve: (session: unknown) => void = () => undefined
  let refuse: (reason: unknown) => void = () => undefined
  let answer: (method: string) => unknown = () => null
  let opened = 0
  const client: RemoteClient = {
    async connect(wanted) {
      calls.push(['connect', wanted])
      const approved = new Promise((resolve, reject) => {
        approve = resolve
        refuse = reject
      })
      return { uri: `wc:code${calls.length}`, approval: () => approved }
    },
    async request(call) {
      calls.push(['request', call])
      const answered = answer(call.request.method)
      if (answered instanceof Error) throw answered
      return answered
    },
    async disconnect(call) {
      calls.push(['disconnect', call.topic])
    },
    listSessions: () => options.sessions ?? [],
    on: (event, listener) => listeners.set(event, listener),
  }
  const provider = createRemoteProvider({
    openClient: async () => {
      opened++
      return client
    },
    getNetworks: async () => networks,
    showCode: (uri) => codes.push(uri),
    showApp: (url) => apps.push(url),
    store: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  const info = { uuid: 'relay', name: 'WalletConnect', icon: '', rdns: 'com.walletconnect' }
  return {
    adapter: createEthereumAdapter({ info, provider }, async () => networks),
    provider,
    calls,
    codes,
    apps,
    kept,
    opened: () => opened,
    approve: (session: unknown) => approve(session),
    refuse: (reason: unknown) => refuse(reason),
    answerWith(next: (method: string) => unknown) {
      answer = next
    },
    tell: (event: string, params: unknown, topic = 'topic-1') => listeners.get(event)?.({ topic, params }),
  }
}

async function connected(accounts = [`eip155:1:${a}`, `eip155:137:${a}`], redirect: unknown = {}) {
  const remote = setUp()
  const connecting = remote.adapter.connect()
  await expect.poll(() => remote.codes.length).toBe(1)
  remote.approve(sessionOf(accounts, 'topic-1', redirect))
  await connecting
  return remote
}

describe('a wallet on another device', () => {
  test('shows a code, is asked for the configured networks alone, and connects', async () => {
    const remote = setUp()
    expect(await remote.adapter.restore(), 'nothing was picked yet').toBeNull()
    expect(remote.opened(), 'no byte and no relay before it is picked').toBe(0)
    const connecting = remote.adapter.connect()
    await expect.poll(() => remote.codes).toEqual(['wc:code1'])
    remote.approve(sessionOf([`eip155:137:${a}`, `eip155:1:${a}`]))
    await expect(connecting).resolves.toEqual({ address: a, isRightNetwork: true })
    expect(remote.codes, 'the code goes when it has done its work').toEqual(['wc:code1', null])
    expect(remote.calls[0]).toMatchObject([
      'connect',
      {
        optionalNamespaces: {
          eip155: {
            chains: ['eip155:1', 'eip155:137'],
            methods: ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
          },
        },
      },
    ])
    expect(JSON.parse(remote.kept.get(presentSessionKey) ?? '')).toEqual({ topic: 'topic-1', chainId: 1 })
  })

  test.each([
    [{ code: 5000, message: 'User rejected.' }, 'declined'],
    [{ code: 5002, message: 'User rejected methods.' }, 'declined'],
    [new Error('Proposal expired'), 'failed'],
  ])('%o to the connection is told as %s', async (reason, refusal) => {
    const remote = setUp()
    const connecting = remote.adapter.connect()
    await expect.poll(() => remote.codes.length).toBe(1)
    remote.refuse(reason)
    await expect(connecting).rejects.toMatchObject({ refusal })
    expect(remote.codes.at(-1)).toBeNull()
    expect(remote.kept.size).toBe(0)
  })

  test.each([[{}], [null], [sessionOf([])], [sessionOf(['solana:1:x'])], [{ ...sessionOf([a]), topic: 7 }]])(
    'a session of %o is none',
    async (session) => {
      const remote = setUp()
      const connecting = remote.adapter.connect()
      await expect.poll(() => remote.codes.length).toBe(1)
      remote.approve(session)
      await expect(connecting).rejects.toMatchObject({ refusal: 'failed' })
    },
  )

  test('a connection that was given up is not kept when it is allowed after all', async () => {
    const remote = setUp()
    const connecting = remote.adapter.connect().catch((thrown) => thrown)
    await expect.poll(() => remote.codes.length).toBe(1)
    await remote.adapter.disconnect()
    remote.approve(sessionOf([`eip155:1:${a}`]))
    expect(await connecting).toMatchObject({ refusal: 'failed' })
    expect(remote.calls.at(-1)).toEqual(['disconnect', 'topic-1'])
    expect(remote.kept.size).toBe(0)
  })

  test('a wallet on a chain that is not configured is told so', async () => {
    const remote = setUp()
    const connecting = remote.adapter.connect()
    await expect.poll(() => remote.codes.length).toBe(1)
    remote.approve(sessionOf([`eip155:10:${a}`]))
    await expect(connecting).resolves.toEqual({ address: a, isRightNetwork: false })
  })

  test('signs on the chain it is on', async () => {
    const remote = await connected()
    remote.answerWith(() => '0xabcd')
    await expect(remote.adapter.sign(a, 'é')).resolves.toBe('0xabcd')
    const request = { method: 'personal_sign', params: ['0xc3a9', a] }
    expect(remote.calls.at(-1)).toEqual(['request', { topic: 'topic-1', chainId: 'eip155:1', request }])
    remote.answerWith(() => Object.assign(new Error('User rejected the request.'), { code: 5000 }))
    await expect(remote.adapter.sign(a, 'x')).rejects.toMatchObject({ refusal: 'declined' })
  })

  test('is there again after a reload without a question, with its chain', async () => {
    const session = sessionOf([`eip155:1:${a}`, `eip155:137:${b}`])
    const kept = JSON.stringify({ topic: 'topic-1', chainId: 137 })
    const remote = setUp({ kept, sessions: [sessionOf([`eip155:1:${b}`], 'other'), session] })
    await expect(remote.adapter.restore()).resolves.toEqual({ address: b, isRightNetwork: true })
    expect(remote.opened()).toBe(1)
    expect(remote.codes).toEqual([])
    expect(remote.calls).toEqual([])
  })

  test.each(['{"topic":"gone","chainId":1}', 'nonsense', '{"topic":7}', 'null'])(
    'what was kept as %s is no connection',
    async (kept) => {
      const remote = setUp({ kept, sessions: [sessionOf([`eip155:1:${a}`])] })
      await expect(remote.adapter.restore()).resolves.toBeNull()
    },
  )

  test('turns to a chain that is allowed already without asking, and asks for another', async () => {
    const remote = await connected()
    await remote.adapter.switchNetwork('0x89')
    expect(remote.calls.filter(([kind]) => kind === 'request')).toEqual([])
    await expect(remote.provider.request({ method: 'eth_chainId' })).resolves.toBe('0x89')

    const single = await connected([`eip155:10:${a}`])
    single.answerWith((method) => {
      if (method === 'wallet_switchEthereumChain')
        single.tell('session_update', {
          namespaces: { eip155: { accounts: [`eip155:10:${a}`, `eip155:1:${a}`] } },
        })
      return null
    })
    await single.adapter.switchNetwork()
    await expect(single.provider.request({ method: 'eth_chainId' })).resolves.toBe('0x1')

    const refusing = await connected([`eip155:10:${a}`])
    refusing.answerWith(() => Object.assign(new Error('no'), { code: 5000 }))
    await expect(refusing.adapter.switchNetwork()).rejects.toMatchObject({ refusal: 'declined' })
    const pretending = await connected([`eip155:10:${a}`])
    await expect(pretending.adapter.switchNetwork()).rejects.toMatchObject({ refusal: 'declined' })
  })

  test('follows its account and chain, and nobody else’s', async () => {
    const remote = await connected()
    const changes: WalletChange[] = []
    const stop = remote.adapter.watch((change) => changes.push(change))
    const event = (name: string, data: unknown) => ({ event: { name, data }, chainId: 'eip155:1' })
    remote.tell('session_event', event('accountsChanged', [b]), 'of another session')
    remote.tell('session_event', event('accountsChanged', 'junk'))
    remote.tell('session_event', event('accountsChanged', [`eip155:1:${b}`]))
    remote.tell('session_update', { namespaces: { eip155: { accounts: [`eip155:1:${b}`] } } })
    expect(changes).toEqual([{ accounts: [b] }, { accounts: [b] }])
    remote.tell('session_event', event('chainChanged', '0xa'))
    await expect.poll(() => changes.at(-1)).toEqual({ isRightNetwork: false })
    remote.tell('session_event', event('chainChanged', 1))
    await expect.poll(() => changes.at(-1)).toEqual({ isRightNetwork: true })
    stop()
    remote.tell('session_event', event('accountsChanged', [a]))
    expect(changes.filter((change) => 'accounts' in change)).toHaveLength(2)
  })

  test.each(['session_delete', 'session_expire'])('%s from the wallet ends it here', async (ending) => {
    const remote = await connected()
    remote.tell(ending, {})
    expect(remote.kept.size).toBe(0)
    await expect(remote.adapter.restore()).resolves.toBeNull()
    await expect(remote.adapter.sign(a, 'x')).rejects.toMatchObject({ refusal: 'failed' })
  })

  test('disconnecting tells the wallet, also of a session from before a reload', async () => {
    const remote = await connected()
    await remote.adapter.disconnect()
    expect(remote.calls.at(-1)).toEqual(['disconnect', 'topic-1'])
    expect(remote.kept.size).toBe(0)
    const kept = JSON.stringify({ topic: 'topic-1', chainId: 1 })
    const later = setUp({ kept, sessions: [sessionOf([`eip155:1:${a}`])] })
    await later.adapter.disconnect()
    expect(later.calls).toEqual([['disconnect', 'topic-1']])
    const never = setUp()
    await never.adapter.disconnect()
    expect(never.opened(), 'nothing to end, nothing to fetch').toBe(0)
  })

  test.each([
    [{ universal: 'https://wallet.test/app', native: 'wallet://' }, 'https://wallet.test/app'],
    [{ universal: 'http://wallet.test', native: 'wallet://open' }, 'wallet://open'],
    [{ native: 'javascript://%0aalert(1)' }, null],
    [{ native: ' javascript:alert(1)' }, null],
    [{ native: 'data:text/html,x' }, null],
    [7, null],
  ])('of an app at %o it offers %s', async (redirect, shown) => {
    const remote = await connected([`eip155:1:${a}`], redirect)
    expect(remote.apps.at(-1)).toBe(shown)
  })
})
