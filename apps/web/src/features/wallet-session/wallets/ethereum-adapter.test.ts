import { describe, expect, test } from 'vitest'
import { createEthereumAdapter, utf8Hex } from './ethereum-adapter.ts'
import { checkedIcon, type WalletChange } from './wallet-adapter.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

const networks = [
  { chainId: '0x1', name: 'Ethereum Mainnet' },
  { chainId: '0x2105', name: 'Base' },
].map((network) => ({
  ...network,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.test'],
  blockExplorerUrls: [],
}))

function wallet(answers: Record<string, unknown>) {
  const calls: unknown[] = []
  const listeners = new Map<string, (value: unknown) => void>()
  const provider = {
    async request(call: { method: string }) {
      calls.push(call)
      const answer = answers[call.method]
      if (answer instanceof Error) throw answer
      return answer
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
  }
  const info = {
    uuid: '350670db',
    name: 'Test Wallet',
    icon: 'data:image/png;base64,AA==',
    rdns: 'test.wallet',
  }
  return { adapter: createEthereumAdapter({ info, provider }, async () => networks), calls, listeners }
}

const refusal = (code: number, message = 'no') => Object.assign(new Error(message), { code })

describe('ethereum adapter', () => {
  test('connects with the first account and says whether the network is right', async () => {
    const right = wallet({ eth_requestAccounts: [address], eth_chainId: '0x1' })
    await expect(right.adapter.connect()).resolves.toEqual({ address, isRightNetwork: true })
    const wrong = wallet({ eth_requestAccounts: [address], eth_chainId: '0x89' })
    await expect(wrong.adapter.connect()).resolves.toEqual({ address, isRightNetwork: false })
  })

  test.each([
    [refusal(4001), 'declined'],
    [refusal(-32002), 'request-pending'],
    [refusal(-32603), 'failed'],
    [refusal(-32603, 'OTP is required'), 'otp-required'],
  ])('%o is told as %s', async (thrown, expected) => {
    const { adapter } = wallet({ eth_requestAccounts: thrown })
    await expect(adapter.connect()).rejects.toMatchObject({ refusal: expected })
  })

  test.each([[undefined], [[]], ['x'], [[1]], [['0x12']], [{ length: 1 }]])(
    'accounts of %o are none',
    async (accounts) => {
      const { adapter } = wallet({ eth_requestAccounts: accounts, eth_accounts: accounts })
      await expect(adapter.connect()).rejects.toMatchObject({ refusal: 'failed' })
      await expect(adapter.restore()).resolves.toBeNull()
    },
  )

  test('signs the text as UTF-8 bytes', async () => {
    const { adapter, calls } = wallet({ personal_sign: '0xabcd' })
    await expect(adapter.sign(address, 'é')).resolves.toBe('0xabcd')
    expect(calls).toEqual([{ method: 'personal_sign', params: ['0xc3a9', address] }])
    await expect(wallet({ personal_sign: 'yes' }).adapter.sign(address, 'x')).rejects.toThrow()
  })

  test('a wallet that knows no revoking is disconnected all the same', async () => {
    await expect(
      wallet({ wallet_revokePermissions: refusal(-32601) }).adapter.disconnect(),
    ).resolves.toBeUndefined()
  })

  test('switches to the first network, or to a configured one that is asked for', async () => {
    const { adapter, calls } = wallet({ eth_chainId: '0x1' })
    await adapter.switchNetwork()
    expect(calls).toContainEqual({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    const base = wallet({ eth_chainId: '0x2105' })
    await base.adapter.switchNetwork('0x2105')
    expect(base.calls).toContainEqual({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x2105' }],
    })
  })

  test('adds a network that the wallet does not know', async () => {
    const { adapter, calls } = wallet({
      wallet_switchEthereumChain: refusal(4902),
      wallet_addEthereumChain: null,
      eth_chainId: '0x1',
    })
    await adapter.switchNetwork()
    expect(calls[1]).toMatchObject({
      method: 'wallet_addEthereumChain',
      params: [{ chainId: '0x1', chainName: 'Ethereum Mainnet', rpcUrls: ['https://node.test'] }],
    })
  })

  test('a refused or pretended switch is a no', async () => {
    const refused = wallet({ wallet_switchEthereumChain: refusal(4001), eth_chainId: '0x89' })
    await expect(refused.adapter.switchNetwork()).rejects.toMatchObject({ refusal: 'declined' })
    const pretended = wallet({ eth_chainId: '0x89' })
    await expect(pretended.adapter.switchNetwork()).rejects.toMatchObject({ refusal: 'declined' })
  })

  test('follows accounts and network, and stops', async () => {
    const { adapter, listeners } = wallet({})
    const changes: WalletChange[] = []
    const stop = adapter.watch((change) => changes.push(change))
    listeners.get('accountsChanged')?.([address, 'junk'])
    listeners.get('chainChanged')?.('0x01')
    listeners.get('chainChanged')?.('0x5')
    await expect.poll(() => changes.length).toBe(3)
    expect(changes).toEqual([{ accounts: [address] }, { isRightNetwork: true }, { isRightNetwork: false }])
    stop()
    expect(listeners.size).toBe(0)
  })
})

test('icons are images in data addresses or nothing', () => {
  expect(checkedIcon('data:image/svg+xml;base64,AA==')).not.toBeNull()
  for (const icon of ['https://x.test/a.png', 'javascript:alert(1)', 'data:text/html,x', '', null, 7]) {
    expect(checkedIcon(icon)).toBeNull()
  }
})

test('utf8Hex', () => expect(utf8Hex('Hi\n')).toBe('0x48690a'))
