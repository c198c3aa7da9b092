import { expect, test } from 'vitest'
import type { WalletAdapter, WalletChange } from '../wallets/wallet-adapter.ts'
import { followAccount } from './follow-account.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** `allowed` is what the wallet shows without a question. */
function wallet(id: string, allowed: string | null, name = id) {
  const listeners = new Set<(change: WalletChange) => void>()
  const adapter: WalletAdapter = {
    id,
    name,
    icon: null,
    namespace: 'eip155',
    connect: () => Promise.reject(new Error('must not ask')),
    restore: async () => (allowed ? { address: allowed, isRightNetwork: true } : null),
    sign: () => Promise.reject(new Error('must not ask')),
    switchNetwork: async () => undefined,
    disconnect: async () => undefined,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    adapter,
    listeners,
    tell(change: WalletChange) {
      for (const listener of listeners) listener(change)
    },
  }
}

function directory(first: WalletAdapter[]) {
  let list = first
  const listeners = new Set<() => void>()
  return {
    list: () => list,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce(adapter: WalletAdapter) {
      list = [...list, adapter]
      for (const listener of listeners) listener()
    },
  }
}

/** Follows from now on; `count` returns how often the account changed, `networks` what was said of the network. */
function follow(wallets: ReturnType<typeof directory>, walletId: string | null) {
  let changes = 0
  const networks: boolean[] = []
  const stop = followAccount(
    wallets,
    { address, walletId },
    { onChanged: () => changes++, onNetwork: (isRight) => networks.push(isRight) },
  )
  return { stop, count: () => changes, networks }
}

/** Lets every answer that is on its way arrive. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('follows the wallet of the session, also when it comes late', async () => {
  const stranger = wallet('stranger', other)
  const mine = wallet('mine', address.toLowerCase())
  const wallets = directory([stranger.adapter])
  const followed = follow(wallets, 'eip155:mine')
  wallets.announce(mine.adapter)
  await settled()
  expect(stranger.listeners.size).toBe(0)
  mine.tell({ accounts: [] })
  mine.tell({ accounts: [address] })
  mine.tell({ isRightNetwork: false })
  expect(followed.count()).toBe(0)
  mine.tell({ accounts: [other, address] })
  expect(followed.count()).toBe(1)
  expect(mine.listeners.size).toBe(0)
})

test('another wallet with the same account is not the one of the session', async () => {
  const mine = wallet('mine', address)
  const twin = wallet('twin', address)
  const followed = follow(directory([mine.adapter, twin.adapter]), 'eip155:mine')
  await settled()
  twin.tell({ accounts: [other] })
  expect(followed.count()).toBe(0)
  mine.tell({ accounts: [other] })
  expect(followed.count()).toBe(1)
})

test('an account that was turned while nobody looked ends it, once', async () => {
  const mine = wallet('mine', other)
  const followed = follow(directory([mine.adapter]), 'eip155:mine')
  mine.tell({ accounts: [other] })
  await settled()
  expect(followed.count()).toBe(1)
  expect(mine.listeners.size).toBe(0)
})

test('a locked wallet does not end it; unlocked with another account it does', async () => {
  const mine = wallet('mine', null)
  const followed = follow(directory([mine.adapter]), 'eip155:mine')
  await settled()
  mine.tell({ accounts: [] })
  expect(followed.count()).toBe(0)
  mine.tell({ accounts: [other] })
  expect(followed.count()).toBe(1)
})

test('a wallet that cannot answer is followed all the same', async () => {
  const mine = wallet('mine', null)
  mine.adapter.restore = () => Promise.reject(new Error('locked'))
  const followed = follow(directory([mine.adapter]), 'eip155:mine')
  await settled()
  expect(followed.count()).toBe(0)
  mine.tell({ accounts: [other] })
  expect(followed.count()).toBe(1)
})

test.each([
  ['the wallet is not known', null, ['mine', 'stranger']],
  ['two wallets have its name', 'eip155:same', ['same', 'same']],
] as const)('when %s, only one that showed the address counts', async (_case, walletId, [first, second]) => {
  const stranger = wallet('a', other, second)
  const mine = wallet('b', address, first)
  const followed = follow(directory([stranger.adapter, mine.adapter]), walletId)
  await settled()
  stranger.tell({ accounts: [`${other.slice(0, -1)}E`] })
  expect(followed.count()).toBe(0)
  mine.tell({ accounts: [other] })
  expect(followed.count()).toBe(1)
})

test('what answers after the end is not followed', async () => {
  const mine = wallet('mine', other)
  const followed = follow(directory([mine.adapter]), 'eip155:mine')
  followed.stop()
  await settled()
  expect(mine.listeners.size).toBe(0)
  expect(followed.count()).toBe(0)
})

test('tells whether the wallet of the session is on a right network, and of no other wallet', async () => {
  const mine = wallet('mine', address)
  const stranger = wallet('stranger', other)
  const followed = follow(directory([stranger.adapter, mine.adapter]), null)
  await settled()
  expect(followed.networks).toEqual([true])
  stranger.tell({ isRightNetwork: false })
  expect(followed.networks).toEqual([true])
  mine.tell({ isRightNetwork: false })
  mine.tell({ isRightNetwork: true })
  expect(followed.networks).toEqual([true, false, true])
  followed.stop()
  mine.tell({ isRightNetwork: false })
  expect(followed.networks).toEqual([true, false, true])
})
