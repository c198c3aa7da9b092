import { describe, expect, test } from 'vitest'
import type { WalletAccount, WalletAdapter } from '../wallets/wallet-adapter.ts'
import { type ProofRequest, proveWithWallet } from './prove.ts'

const own = '0x52908400098527886E0F7030069857D2E4169EE7'
const foreign = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

function wallet(restored: string | null, connected: string): { adapter: WalletAdapter; log: string[] } {
  const log: string[] = []
  const account = (address: string): WalletAccount => ({ address, isRightNetwork: true })
  const adapter: WalletAdapter = {
    id: 'eip155:test',
    name: 'Test Wallet',
    icon: null,
    namespace: 'eip155',
    connect: async () => {
      log.push('connect')
      return account(connected)
    },
    restore: async () => (restored === null ? null : account(restored)),
    sign: async (address, message) => {
      log.push(`sign ${message}`)
      return `0x${address.length}`
    },
    switchNetwork: async () => undefined,
    disconnect: async () => undefined,
    watch: () => () => undefined,
  }
  return { adapter, log }
}

const request = (purpose: ProofRequest['purpose'], subject?: string): ProofRequest => ({
  purpose,
  ...(subject === undefined ? {} : { subject }),
  wallets: [{ namespace: 'eip155', address: own.toLowerCase() }],
  hasPassword: false,
})

const noStep = () => undefined

const asked: unknown[] = []
const fetchMessage = async (body: unknown) => {
  asked.push(body)
  return { nonce: 'n1', message: 'text of the server' }
}

describe('a proof by a linked wallet', () => {
  test('uses the account the wallet already allows, without a question', async () => {
    const { adapter, log } = wallet(own, foreign)
    await expect(
      proveWithWallet(adapter, request('payout-address', 'bc1q'), noStep, fetchMessage),
    ).resolves.toEqual({
      walletAddress: own,
      nonce: 'n1',
      signature: '0x42',
    })
    expect(log).toEqual(['sign text of the server'])
    expect(asked.at(-1)).toEqual({ walletAddress: own, purpose: 'payout-address', subject: 'bc1q' })
  })

  test('asks the wallet when it shows another account, and refuses one that is not linked', async () => {
    const right = wallet(foreign, own)
    await proveWithWallet(right.adapter, request('delete-account'), noStep, fetchMessage)
    expect(right.log).toEqual(['connect', 'sign text of the server'])
    const wrong = wallet(null, foreign)
    await expect(
      proveWithWallet(wrong.adapter, request('delete-account'), noStep, fetchMessage),
    ).rejects.toMatchObject({ kind: 'not-linked' })
    expect(wrong.log).toEqual(['connect'])
  })
})

test('what is waited for is told: the account, then our own message, and only then the wallet', async () => {
  const { adapter, log } = wallet(foreign, own)
  const told: unknown[] = []
  const message = await proveWithWallet(
    adapter,
    request('delete-account'),
    (step) => told.push([step, ...log]),
    fetchMessage,
  )
  expect(message.signature).toBe('0x42')
  expect(told).toEqual([['connecting'], ['fetching', 'connect'], ['signing', 'connect']])
})

describe('linking', () => {
  test('takes a new account, asked for when the wallet shows a linked one', async () => {
    const { adapter, log } = wallet(own, foreign)
    await expect(
      proveWithWallet(adapter, request('link-wallet'), noStep, fetchMessage),
    ).resolves.toMatchObject({
      walletAddress: foreign,
    })
    expect(log).toEqual(['connect', 'sign text of the server'])
  })

  test('refuses one that is linked already', async () => {
    const { adapter } = wallet(null, own)
    await expect(
      proveWithWallet(adapter, request('link-wallet'), noStep, fetchMessage),
    ).rejects.toMatchObject({
      kind: 'already-linked',
    })
  })
})
