import { expect, test } from 'vitest'
import { knownWallets } from './known-wallets.ts'
import { readRecentWallets, recentWalletsKey, rememberWallet } from './recent-wallets.ts'
import type { WalletAdapter } from './wallet-adapter.ts'
import { chooseWallets, listMissing, maxRecommended, searchWallets } from './wallet-choice.ts'
import { walletSigns } from './wallet-signs.ts'

const adapter = (name: string, namespace: WalletAdapter['namespace'] = 'eip155'): WalletAdapter => ({
  id: `${namespace}:${name}`,
  name,
  icon: null,
  namespace,
  connect: async () => ({ address: '', isRightNetwork: true }),
  restore: async () => null,
  sign: async () => '',
  switchNetwork: async () => undefined,
  disconnect: async () => undefined,
  watch: () => () => undefined,
})

function store(text: string | null = null) {
  const map = new Map(text === null ? [] : [[recentWalletsKey, text]])
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
}

test('a wallet stands in one group, and at most four are recommended', () => {
  const installed = [adapter('MetaMask'), adapter('Phantom', 'solana'), adapter('Phantom', 'bip122')]
  const choice = chooseWallets(installed, knownWallets, ['solana:Phantom', 'eip155:Gone'])
  expect(choice.recent).toEqual([installed[1]])
  expect(choice.installed).toEqual([installed[0], installed[2]])
  expect(choice.recommended).toHaveLength(maxRecommended)
  expect(choice.recommended.map(({ name }) => name)).not.toContain('Phantom')
})

test('installed counts under either spelling', () => {
  expect(listMissing([adapter('Rabby')], knownWallets).map(({ name }) => name)).not.toContain('Rabby Wallet')
})

test.each([
  ['', 3],
  ['m', 3],
  ['MA', 1],
  [' mask ', 1],
  ['wallet', 1],
  ['zz', 0],
])('searching %o finds %i', (query, count) => {
  const wallets = [{ name: 'MetaMask' }, { name: 'Phantom' }, { name: 'OKX Wallet' }]
  expect(searchWallets(wallets, query)).toHaveLength(count)
})

test('the newest wallet is first, each once, three at most', () => {
  const local = store()
  for (const id of ['a', 'b', 'a', 'c', 'd']) rememberWallet(local, id)
  expect(readRecentWallets(local)).toEqual(['d', 'c', 'a'])
})

test.each([[null], ['{'], ['{}'], ['[1,null]'], ['"x"']])('what was kept as %o is none', (text) => {
  expect(readRecentWallets(store(text))).toEqual([])
})

test('links into wallet apps carry the page', () => {
  const page = 'https://ship.example/dashboard?claim=A B'
  for (const { name, installUrl, appUrl } of knownWallets) {
    expect(new URL(installUrl).protocol, name).toBe('https:')
    if (!appUrl) continue
    const link = new URL(appUrl(page))
    expect(link.protocol, name).toBe('https:')
    expect(decodeURIComponent(decodeURIComponent(link.href)), name).toContain('ship.example/dashboard')
  }
})

test('every wallet that is named without being here has a sign', () => {
  expect(knownWallets.filter(({ name }) => !Object.hasOwn(walletSigns, name))).toEqual([])
  expect(Object.keys(walletSigns)).toHaveLength(knownWallets.length)
})
