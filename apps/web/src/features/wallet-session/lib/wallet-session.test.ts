import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError, toApiError } from '../../../lib/api/api-error.ts'
import {
  type WalletAccount,
  type WalletAdapter,
  type WalletChange,
  WalletError,
} from '../wallets/wallet-adapter.ts'
import type { SignInResult } from './sign-in.ts'
import { authCooldownMs, createWalletSession, type WalletSession } from './wallet-session.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let now: number
let lastAttempt: number | null
let log: string[]
let restored: WalletAccount | null
let connecting: () => Promise<WalletAccount>
let signing: () => Promise<string>
let switching: () => Promise<void>
let loggingIn: () => Promise<SignInResult>
let change: (change: WalletChange) => void
let wallet: WalletAdapter
let session: WalletSession

beforeEach(() => {
  now = 1_000_000
  lastAttempt = null
  log = []
  restored = null
  connecting = async () => ({ address, isRightNetwork: true })
  signing = async () => '0xsigned'
  switching = async () => undefined
  loggingIn = async () => ({ ok: true })
  wallet = {
    id: 'eip155:test',
    name: 'Test Wallet',
    icon: null,
    namespace: 'eip155',
    connect: () => connecting(),
    restore: async () => {
      log.push(`restore at ${now - 1_000_000}`)
      return restored
    },
    sign: async (_address, message) => {
      log.push(`sign ${message}`)
      return signing()
    },
    switchNetwork: () => switching(),
    disconnect: async () => {
      log.push('wallet disconnect')
    },
    watch(listener) {
      change = listener
      return () => log.push('unwatch')
    },
  }
  session = createWalletSession({
    fetchNonce: async (wanted) => {
      log.push(`nonce ${wanted}`)
      return { nonce: 'n1', message: 'text of the server' }
    },
    logIn: async (proof) => {
      log.push(`login ${proof.walletAddress} ${proof.signature} ${proof.nonce}`)
      return loggingIn()
    },
    endSession: () => log.push('end session'),
    toApiError,
    getLastAttempt: () => lastAttempt,
    setLastAttempt: (at) => {
      lastAttempt = at
    },
    now: () => now,
    wait: async (ms) => {
      now += ms
    },
  })
})

const never = () => new Promise<never>(() => undefined)

describe('connecting', () => {
  test('connects, signs the text of the server, and logs in', async () => {
    await session.connect(wallet)
    expect(log).toEqual([`nonce ${address}`, 'sign text of the server', `login ${address} 0xsigned n1`])
    expect(session.getState()).toMatchObject({ phase: 'connected', address, problem: null })
  })

  test.each([
    ['declined', 'connection-declined'],
    ['request-pending', 'request-pending'],
    ['otp-required', 'otp-required'],
    ['failed', 'connection-failed'],
  ] as const)('a wallet that answers %s ends in %s and can be tried again', async (refusal, code) => {
    connecting = async () => {
      throw new WalletError(refusal)
    }
    await session.connect(wallet)
    expect(session.getState()).toMatchObject({ phase: 'failed', problem: { code } })
    connecting = async () => ({ address, isRightNetwork: true })
    await session.connect(wallet)
    expect(session.getState().phase).toBe('connected')
  })

  test('one connection at a time', async () => {
    connecting = never
    session.connect(wallet)
    await session.connect({ ...wallet, id: 'second' })
    expect(session.getState()).toMatchObject({ phase: 'connecting', wallet: { id: 'eip155:test' } })
  })

  test('an answer that comes after giving up is dropped', async () => {
    let approve: (account: WalletAccount) => void = () => undefined
    connecting = () => new Promise((resolve) => (approve = resolve))
    const connected = session.connect(wallet)
    await session.cancel()
    approve({ address, isRightNetwork: true })
    await connected
    expect(session.getState().phase).toBe('disconnected')
    expect(log).toEqual([])
  })
})

describe('network', () => {
  beforeEach(() => {
    connecting = async () => ({ address, isRightNetwork: false })
  })

  test('a wrong network is told, switched, and then signed in', async () => {
    await session.connect(wallet)
    expect(session.getState().phase).toBe('wrong-network')
    expect(log).toEqual([])
    await session.switchNetwork()
    expect(session.getState().phase).toBe('connected')
    expect(log).toContain('sign text of the server')
  })

  test('a declined switch is told and leaves the choice', async () => {
    switching = async () => {
      throw new WalletError('declined')
    }
    await session.connect(wallet)
    await session.switchNetwork()
    expect(session.getState()).toMatchObject({ phase: 'wrong-network', problem: { code: 'switch-declined' } })
  })

  test('on Bitcoin the address of the right network signs', async () => {
    connecting = async () => ({ address: 'tb1qfar', isRightNetwork: false })
    restored = { address: 'bc1qnear', isRightNetwork: true }
    await session.connect({ ...wallet, namespace: 'bip122' })
    await session.switchNetwork()
    expect(log).toContain('nonce bc1qnear')
    expect(session.getState()).toMatchObject({ phase: 'connected', address: 'bc1qnear' })
  })

  test('switching inside the wallet counts too', async () => {
    await session.connect(wallet)
    change({ isRightNetwork: true })
    await expect.poll(() => session.getState().phase).toBe('connected')
    change({ isRightNetwork: false })
    expect(session.getState().phase).toBe('wrong-network')
  })
})

describe('signing', () => {
  test.each([
    [new WalletError('declined'), 'signature-declined'],
    [new WalletError('failed'), 'signature-failed'],
    [new WalletError('otp-required'), 'otp-required'],
  ])('%o ends in %s', async (thrown, code) => {
    signing = async () => {
      throw thrown
    }
    await session.connect(wallet)
    expect(session.getState()).toMatchObject({ phase: 'failed', problem: { code } })
    expect(log.some((line) => line.startsWith('login'))).toBe(false)
  })

  test.each([
    [401, 'authentication-failed', 'authentication-failed'],
    [0, 'network', 'authentication-network'],
    [429, 'rate-limited', 'server'],
  ])('a login answered %i %s ends in %s', async (status, code, problem) => {
    loggingIn = async () => ({ ok: false, error: new ApiError({ status, code, message: 'x' }) })
    await session.connect(wallet)
    expect(session.getState()).toMatchObject({ phase: 'failed', problem: { code: problem } })
  })

  test('cancelling disconnects the wallet, and a signature given later is not used', async () => {
    let sign: (signature: string) => void = () => undefined
    signing = () => new Promise((resolve) => (sign = resolve))
    const connected = session.connect(wallet)
    await expect.poll(() => log).toContain('sign text of the server')
    await session.cancel()
    expect(session.getState()).toMatchObject({ phase: 'disconnected', address: null })
    expect(log).toContain('wallet disconnect')
    sign('0xlate')
    await connected
    expect(log.some((line) => line.startsWith('login'))).toBe(false)
    expect(session.getState().phase).toBe('disconnected')
  })

  test('a wallet that never answers does not block the next attempt', async () => {
    signing = never
    session.connect(wallet)
    await expect.poll(() => session.getState().phase).toBe('signing')
    await session.cancel()
    now += authCooldownMs
    signing = async () => '0xsecond'
    await session.connect(wallet)
    expect(log.at(-1)).toBe(`login ${address} 0xsecond n1`)
  })

  test('an attempt within 2 s of the last is skipped, later it runs', async () => {
    lastAttempt = now - authCooldownMs + 1
    await session.connect(wallet)
    expect(session.getState().phase).toBe('connected')
    expect(log).toEqual([])
    now += 1
    await session.authenticate()
    expect(log).toHaveLength(3)
  })

  test('one attempt at a time', async () => {
    signing = never
    session.connect(wallet)
    await expect.poll(() => session.getState().phase).toBe('signing')
    now += 10_000
    await session.authenticate()
    expect(log.filter((line) => line.startsWith('nonce'))).toHaveLength(1)
  })
})

describe('a change in the wallet', () => {
  test('another account ends the session; the same in another spelling does not', async () => {
    await session.connect(wallet)
    change({ accounts: [address.toLowerCase()] })
    // Locked.
    change({ accounts: [] })
    expect(session.getState().phase).toBe('connected')
    change({ accounts: [other] })
    expect(session.getState().phase).toBe('disconnected')
    expect(log.slice(-2)).toEqual(['unwatch', 'end session'])
  })
})

test('a Bitcoin wallet that changes its network shows another address, and is signed in with it', async () => {
  const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  connecting = async () => ({ address: testnet, isRightNetwork: false })
  await session.connect({ ...wallet, namespace: 'bip122' })
  expect(session.getState().phase).toBe('wrong-network')
  change({ accounts: [mainnet] })
  await expect.poll(() => log.at(-1)).toBe(`login ${mainnet} 0xsigned n1`)
  expect(session.getState()).toMatchObject({ phase: 'connected', address: mainnet })
  expect(log).not.toContain('end session')
})

describe('recheck after the dialog closed', () => {
  test('finds a late approval', async () => {
    connecting = never
    session.connect(wallet)
    const checking = session.recheck()
    restored = { address, isRightNetwork: true }
    await checking
    expect(log[0]).toBe('restore at 1000')
    expect(session.getState().phase).toBe('connected')
  })

  test('looks at 1, 2 and 3 s, then gives up', async () => {
    connecting = never
    session.connect(wallet)
    await session.recheck()
    expect(log).toEqual(['restore at 1000', 'restore at 2000', 'restore at 3000'])
    expect(session.getState().phase).toBe('disconnected')
  })

  test('does nothing when nothing is open', async () => {
    await session.recheck()
    expect(log).toEqual([])
  })
})
