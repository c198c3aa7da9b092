import { describe, expect, test } from 'vitest'
import { findInjectedBitcoinWallets } from './injected-bitcoin.ts'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const signature = 'A'.repeat(88)

function listed(id: string, answers: Record<string, unknown>) {
  const calls: unknown[] = []
  const listeners = new Set<(event: unknown) => void>()
  const provider = {
    request: async (method: string, params?: unknown) => {
      calls.push([method, params])
      return answers[method]
    },
    addListener(_event: string, listener: (event: unknown) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const tell = (event: unknown) => {
    for (const listener of listeners) listener(event)
  }
  const [root = '', leaf] = id.split('.')
  const page = { btc_providers: [{ id, name: 'Listed' }], [root]: leaf ? { [leaf]: provider } : provider }
  return { wallet: findInjectedBitcoinWallets(page)[0], calls, tell }
}

describe('listed wallets', () => {
  test('one at a nested place connects and signs by BIP-322', async () => {
    const { wallet, calls } = listed('XverseProviders.BitcoinProvider', {
      getAddresses: { result: { addresses: [{ address, purpose: 'payment' }] } },
      signMessage: { result: { signature } },
    })
    await expect(wallet?.restore()).resolves.toBeNull()
    await expect(wallet?.connect()).resolves.toEqual({ address, isRightNetwork: true })
    await expect(wallet?.sign(address, 'text')).resolves.toBe(signature)
    expect(calls).toEqual([
      ['wallet_getAccount', { addresses: ['payment'] }],
      ['getAddresses', { purposes: ['payment'] }],
      ['signMessage', { address, message: 'text', protocol: 'BIP322' }],
    ])
  })

  test('Xverse shows without a question what it allows, and tells when it turns', async () => {
    const addresses = [
      { address: 'bc1pxwww0ct9ue7e8tdnlmug5m2tamfn7q06sahstg39ys4c9f3340qqxrdu9k', purpose: 'ordinals' },
      { address, purpose: 'payment' },
    ]
    const { wallet, calls, tell } = listed('XverseProviders.BitcoinProvider', {
      wallet_getAccount: { result: { addresses } },
    })
    await expect(wallet?.restore()).resolves.toEqual({ address, isRightNetwork: true })
    expect(calls).toEqual([['wallet_getAccount', { addresses: ['payment'] }]])
    const heard: unknown[] = []
    const stop = wallet?.watch((change) => heard.push(change))
    tell({ type: 'accountChange', addresses })
    tell({ type: 'accountChange' })
    stop?.()
    tell({ type: 'accountChange', addresses })
    expect(heard).toEqual([{ accounts: [address] }])
  })

  test('Leather is not asked before somebody connects', async () => {
    const { wallet, calls } = listed('LeatherProvider', {})
    await expect(wallet?.restore()).resolves.toBeNull()
    expect(calls).toEqual([])
  })

  test('Leather is told the kind of address', async () => {
    const { wallet, calls } = listed('LeatherProvider', { signMessage: { result: { signature } } })
    await wallet?.sign(address, 'text')
    expect(calls).toEqual([['signMessage', { message: 'text', paymentType: 'p2wpkh' }]])
  })

  test('a no is told as one', async () => {
    const { wallet } = listed('LeatherProvider', { getAddresses: { error: { code: -32000, message: 'x' } } })
    await expect(wallet?.connect()).rejects.toMatchObject({ refusal: 'declined' })
  })

  test.each([[undefined], [{}], [{ result: {} }], [{ result: { addresses: [{ address: 'x' }] } }]])(
    'an answer of %o is no account',
    async (getAddresses) => {
      const { wallet } = listed('LeatherProvider', { getAddresses })
      await expect(wallet?.connect()).rejects.toMatchObject({ refusal: 'failed' })
    },
  )
})

test('UniSat signs by BIP-322 and is switched to mainnet', async () => {
  const calls: unknown[] = []
  let accounts = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']
  const unisat = {
    requestAccounts: async () => accounts,
    signMessage: async (...args: unknown[]) => {
      calls.push(args)
      return signature
    },
    switchNetwork: async () => {
      accounts = [address]
    },
  }
  const [wallet] = findInjectedBitcoinWallets({ unisat })
  await expect(wallet?.connect()).resolves.toMatchObject({ isRightNetwork: false })
  await wallet?.switchNetwork()
  await expect(wallet?.connect()).resolves.toEqual({ address, isRightNetwork: true })
  await expect(wallet?.sign(address, 'text')).resolves.toBe(signature)
  expect(calls).toEqual([['text', 'bip322-simple']])
})

test.each([
  [{}],
  [{ btc_providers: 'x' }],
  [{ btc_providers: [1, { id: 'no.where', name: 'x' }], unisat: 1 }],
])('a page with %o has none', (page) => {
  expect(findInjectedBitcoinWallets(page)).toEqual([])
})
