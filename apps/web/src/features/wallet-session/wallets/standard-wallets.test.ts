import { beforeEach, describe, expect, test } from 'vitest'
import { createBitcoinAdapter, isBitcoinWallet } from './bitcoin-adapter.ts'
import { createSolanaAdapter, isSolanaWallet } from './solana-adapter.ts'
import { base64, type StandardWallet, watchStandardWallets } from './standard-wallets.ts'
import type { WalletChange } from './wallet-adapter.ts'

const solanaAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

type Features = Record<string, Record<string, unknown>>

let target: EventTarget
let found: StandardWallet[]
let accounts: unknown[]
let listener: () => void

beforeEach(() => {
  target = new EventTarget()
  found = []
  accounts = []
  listener = () => undefined
})

function register(features: Features, chains: unknown[], extra: object = {}): StandardWallet | undefined {
  const wallet = {
    version: '1.0.0',
    name: 'Test',
    icon: 'data:image/png;base64,AA==',
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:events': {
        on: (_event: string, then: () => void) => {
          listener = then
          return () => undefined
        },
      },
      ...features,
    },
    ...extra,
  }
  const detail = ({ register }: { register: (wallet: unknown) => void }) => register(wallet)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return found.at(-1)
}

const isConnected = (address: string) => ({
  connect: async () => {
    accounts = [{ address, chains: [], features: [] }]
    return { accounts }
  },
})
const signs = (signature: Uint8Array, signedMessage?: Uint8Array) => ({
  signMessage: async (input: { message: Uint8Array }) => [
    { signature, signedMessage: signedMessage ?? input.message },
  ],
})
const solana = (signing: object, connecting: object = isConnected(solanaAddress)) =>
  register({ 'standard:connect': { ...connecting }, 'solana:signMessage': { ...signing } }, [
    'solana:mainnet',
  ])
const bitcoin = (signing: object, connecting: object = isConnected(bitcoinAddress)) =>
  register({ 'bitcoin:connect': { ...connecting }, 'bitcoin:signMessage': { ...signing } }, [
    'bitcoin:mainnet',
  ])

describe('hearing of wallets', () => {
  test('hears those that were there first and those that come late', () => {
    const early: unknown[] = []
    target.addEventListener('wallet-standard:app-ready', (event) => early.push((event as CustomEvent).detail))
    watchStandardWallets(target, (wallet) => found.push(wallet))
    expect(early).toEqual([{ register: expect.any(Function) }])
    solana(signs(new Uint8Array(64)))
    expect(found.map(({ name }) => name)).toEqual(['Test'])
  })

  test.each([[{ name: 1 }], [{ chains: 'x' }], [{ features: null }], [{ name: ' ' }]])(
    'a wallet with %o is left out',
    (extra) => {
      watchStandardWallets(target, (wallet) => found.push(wallet))
      register({}, [], extra)
      expect(found).toEqual([])
    },
  )

  test('a wallet that throws while registering hides no other', () => {
    watchStandardWallets(target, (wallet) => found.push(wallet))
    const detail = () => {
      throw new Error('broken')
    }
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'nothing' }))
    expect(solana(signs(new Uint8Array(64)))?.name).toBe('Test')
  })
})

describe('solana', () => {
  beforeEach(() => {
    watchStandardWallets(target, (wallet) => found.push(wallet))
  })
  const adapterOf = (wallet: StandardWallet | undefined) => {
    if (!wallet) throw new Error('not registered')
    expect(isSolanaWallet(wallet)).toBe(true)
    expect(isBitcoinWallet(wallet)).toBe(false)
    return createSolanaAdapter(wallet)
  }

  test('connects and signs in base64', async () => {
    const signature = new Uint8Array(64).fill(7)
    const adapter = adapterOf(solana(signs(signature)))
    await expect(adapter.connect()).resolves.toEqual({ address: solanaAddress, isRightNetwork: true })
    await expect(adapter.sign(solanaAddress, 'é')).resolves.toBe(base64(signature))
    await expect(adapter.sign(bitcoinAddress, 'é')).rejects.toMatchObject({ refusal: 'failed' })
  })

  test.each([
    [signs(new Uint8Array(63))],
    [signs(new Uint8Array(64), Uint8Array.of(1))],
    [{ signMessage: async () => null }],
    [{ signMessage: async () => [{ signature: 'text' }] }],
  ])('an answer that is no signature over the message fails: %o', async (signing) => {
    const adapter = adapterOf(solana(signing))
    await adapter.connect()
    await expect(adapter.sign(solanaAddress, 'text')).rejects.toMatchObject({ refusal: 'failed' })
  })

  test.each([
    [Object.assign(new Error('x'), { code: 4001 }), 'declined'],
    [new Error('User rejected the request.'), 'declined'],
    [Object.assign(new Error('x'), { code: -32002 }), 'request-pending'],
    [new Error('OTP is required'), 'otp-required'],
    ['odd', 'failed'],
  ])('%o is told as %s', async (thrown, refusal) => {
    const connect = async () => {
      throw thrown
    }
    await expect(adapterOf(solana(signs(new Uint8Array(64)), { connect })).connect()).rejects.toMatchObject({
      refusal,
    })
  })

  test('follows its accounts', async () => {
    const adapter = adapterOf(solana(signs(new Uint8Array(64))))
    const changes: WalletChange[] = []
    adapter.watch((change) => changes.push(change))
    await adapter.connect()
    listener()
    accounts = []
    listener()
    expect(changes).toEqual([{ accounts: [solanaAddress] }, { accounts: [] }])
  })
})

describe('bitcoin', () => {
  beforeEach(() => {
    watchStandardWallets(target, (wallet) => found.push(wallet))
  })
  const adapterOf = (wallet: StandardWallet | undefined) => {
    if (!wallet) throw new Error('not registered')
    expect(isBitcoinWallet(wallet)).toBe(true)
    return createBitcoinAdapter(wallet)
  }

  test('connects by its own feature and signs in base64', async () => {
    const signature = new Uint8Array(108).fill(9)
    const adapter = adapterOf(bitcoin(signs(signature)))
    await expect(adapter.restore()).resolves.toBeNull()
    await expect(adapter.connect()).resolves.toEqual({ address: bitcoinAddress, isRightNetwork: true })
    await expect(adapter.sign(bitcoinAddress, 'text')).resolves.toBe(base64(signature))
    await expect(adapter.restore()).resolves.toEqual({ address: bitcoinAddress, isRightNetwork: true })
  })

  test('an address of a test network is the wrong network', async () => {
    const foreign = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
    const adapter = adapterOf(bitcoin(signs(new Uint8Array(108)), isConnected(foreign)))
    await expect(adapter.connect()).resolves.toEqual({ address: foreign, isRightNetwork: false })
    await expect(adapter.switchNetwork()).rejects.toMatchObject({ refusal: 'declined' })
  })
})
