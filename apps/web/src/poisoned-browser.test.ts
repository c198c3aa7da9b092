import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { describe, expect, test } from 'vitest'
import { createKnownBoxes } from './features/control/lib/known-boxes.ts'
import { readRecentFrom } from './features/desk/search/recent.ts'
import { buildController, buildLive, buildMiner, buildSummary } from './features/fleet/lib/fleet.fixture.ts'
import { readSavedFilters, savedFiltersName } from './features/fleet/lib/list/saved-filters.ts'
import { emptyFleet, type FleetState, fleetReducer } from './features/fleet/lib/live/fleet-state.ts'
import { readRecentWallets, recentWalletsKey } from './features/wallet-session/wallets/recent-wallets.ts'
import { readSaver } from './lib/files/saver.ts'
import { parseDraft } from './lib/forms/draft.ts'
import { createLiveClient, type LiveSocket } from './lib/live/live-client.ts'
import { createOrderKeys, orderKeyName } from './lib/storage/order-keys.ts'
import { createRegistrationStorage, registrationKey } from './lib/storage/registration-storage.ts'
import { createSessionStorage, type KeyValueStore, storageKeys } from './lib/storage/session-storage.ts'

/*
 * What reaches a page from outside, with every poison in every leaf: messages of the live connection, and what an older version, another
 * program or a person left in the browser's storage. The page never breaks, and what is accepted can be shown.
 */

const more: typeof poisons = [
  ['beyond the end of dates', 8.64e15 + 1],
  ['the largest safe number', Number.MAX_SAFE_INTEGER],
  ['another site', '//evil.example/'],
  ['a script', 'javascript:alert(1)'],
]
const all = [...poisons, ...more]
const arrived = (value: unknown) => JSON.stringify(value)

/** Every time in a value, by the names that times have. */
function timesIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'number' && /(At|Time|Since)$/.test(key) ? [inner] : timesIn(inner),
  )
}

describe('the live connection', () => {
  const at = 1_700_000_000_000
  const controllers = [
    buildController({
      memory: {
        diskFull: true,
        heldSamples: 1,
        droppedSamples: 2,
        damaged: { batches: 1, from: at, to: at },
      },
    }),
  ]
  const alerts = [
    {
      id: '1',
      kind: 'miner-offline',
      severity: 'critical',
      status: 'active',
      minerId: '1',
      minerName: 'Bow',
      controllerId: 'SM-1',
      controllerName: 'Bow',
      standsFor: null,
      escalatedAt: null,
      raisedAt: at,
      resolvedAt: null,
    },
  ]
  const values = { serverTime: at, summary: buildSummary(), controllers, miners: [buildLive()], power: [] }
  const snapshot = { type: 'snapshot', ...values, alerts: [] }
  const messages = [
    snapshot,
    { type: 'changes', ...values, alerts },
    { type: 'heartbeat', serverTime: at },
    { type: 'ages', serverTime: at, ages: { 'SM-1': { from: at, at, not: ['1'], power: at } } },
  ]

  function openPage() {
    const sockets: (LiveSocket & { closed: boolean })[] = []
    const timers: (() => void)[] = []
    let fleet: FleetState = fleetReducer(emptyFleet, {
      type: 'listed',
      at,
      serverTime: at,
      miners: [buildMiner()],
      controllers,
    })
    const client = createLiveClient({
      open() {
        const socket = {
          closed: false,
          send() {},
          close() {
            socket.closed = true
          },
          onopen: null,
          onmessage: null,
          onclose: null,
        }
        sockets.push(socket)
        return socket
      },
      getToken: () => 'tok_12345678',
      renewToken: async () => null,
      now: () => at,
      random: () => 0,
      setTimer(task) {
        timers.push(task)
        return () => void timers.splice(timers.indexOf(task), 1)
      },
      warn() {},
    })
    const accepted: unknown[] = []
    client.onMessage((message, receivedAt) => {
      accepted.push(message)
      fleet = fleetReducer(fleet, { type: 'received', at: receivedAt, message })
      fleet = fleetReducer(fleet, { type: 'ticked', at: receivedAt })
    })
    client.start()
    const hear = (data: unknown) => sockets.at(-1)?.onmessage?.({ data })
    const goLive = () => {
      if (client.getState().phase === 'waiting') client.wake()
      sockets.at(-1)?.onopen?.()
      hear(arrived({ type: 'authenticated', serverTime: at }))
      hear(arrived(snapshot))
    }
    return { client, hear, goLive, accepted, fleet: () => fleet }
  }

  test.each(messages)(
    'every poison in a $type: the page takes it or asks anew, and is live again',
    (message) => {
      const page = openPage()
      page.goLive()
      expect(page.client.getState().phase).toBe('live')
      for (const path of leavesOf(message)) {
        for (const [name, poison] of all) {
          const where = `${path.join('.')} ${name}`
          page.accepted.length = 0
          page.hear(arrived(withAt(message, path, poison)))
          const times = page.accepted.flatMap(timesIn)
          expect([where, times.every((time) => !Number.isNaN(new Date(time).getTime()))]).toEqual([
            where,
            true,
          ])
          if (page.client.getState().phase !== 'live') page.goLive()
          expect([where, page.client.getState().phase, page.fleet().ids.length]).toEqual([where, 'live', 1])
        }
      }
    },
  )

  test('what is no message at all', () => {
    const page = openPage()
    for (const data of [...all.map(([, poison]) => poison), '{', '[]', '', undefined, new ArrayBuffer(3)]) {
      page.goLive()
      page.hear(data)
      page.hear(arrived(data))
    }
    page.goLive()
    expect(page.client.getState().phase).toBe('live')
  })
})

describe('the storage of the browser', () => {
  const now = 1_700_000_000_000
  const printable = /^[\x21-\x7e]+$/
  const storeOf = (text: string): KeyValueStore => ({ getItem: () => text, setItem() {}, removeItem() {} })

  /** Texts in the place of a kept value: garbage, each poison as it is and as JSON, and each in every leaf of a sound value. */
  function* garbage(sound: unknown): Generator<string> {
    yield* ['', '{', '[', 'null', 'undefined', '"', '\u0000', '\ud800']
    for (const [, poison] of all) {
      yield String(poison)
      yield arrived(poison)
      for (const path of leavesOf(sound)) yield arrived(withAt(sound, path, poison))
    }
  }

  test('the session', () => {
    const user = { id: 'u1', name: 'Jan', email: 'a@b.c', wallet_address: '0x1', roles: ['operator'] }
    expect(createSessionStorage(storeOf(arrived(user))).getUser()).toEqual(user)
    for (const text of garbage(user)) {
      const session = createSessionStorage(storeOf(text))
      const tokens = session.getTokens()
      expect(tokens === null || printable.test(tokens.authToken + tokens.refreshToken)).toBe(true)
      const kept = session.getUser()
      expect(kept?.id.length ?? 0).toBeLessThanOrEqual(200)
      const attempt = session.getLastAuthAttempt()
      expect(attempt === null || !Number.isNaN(new Date(attempt).getTime())).toBe(true)
      expect(typeof session.isUserDisconnected()).toBe('boolean')
    }
    expect(Object.keys(storageKeys)).toHaveLength(5)
  })

  test('a registration under way, and keys of orders', () => {
    const registration = { walletAddress: '0x1', ticket: 'reg_12345678', at: now }
    const read = (text: string) => createRegistrationStorage(storeOf(text), () => now).get()
    expect(read(arrived(registration))).not.toBeNull()
    for (const text of garbage(registration)) {
      const kept = read(text)
      expect(kept === null || printable.test(kept.walletAddress + kept.ticket)).toBe(true)
      const key = createOrderKeys(storeOf(text)).get('3f2b8a52')
      expect(key === null || printable.test(key)).toBe(true)
    }
    expect([registrationKey, orderKeyName('a')].every((name) => name.startsWith('shipminer.'))).toBe(true)
  })

  test('what is known of boxes, and the wish to save data', () => {
    const key = `${'A'.repeat(43)}=`
    expect(createKnownBoxes(storeOf(key)).get('SM-A')).toBe(key)
    for (const text of garbage({ key })) {
      const kept = createKnownBoxes(storeOf(text)).get('SM-A')
      expect(kept === null || (kept.length === 44 && printable.test(kept))).toBe(true)
      expect(readSaver(storeOf(text), true)).toBe(text === 'on')
    }
  })

  test('forms, saved choices, wallets and what was searched for', () => {
    const empty = { name: '', message: '' }
    const filters = [{ name: 'Hot', query: 'q=x&sort=name' }]
    const recent = [{ key: 'a', icon: 'ship', title: 'Ms A', detail: null, to: '/desk/fleet' }]
    expect(readSavedFilters(storeOf(arrived(filters)), 'u1')).toHaveLength(1)
    expect(readRecentFrom(storeOf(arrived(recent)))).toHaveLength(1)
    for (const sound of [{ name: 'Jan', message: 'x' }, filters, ['eip155:MetaMask'], recent]) {
      for (const text of garbage(sound)) {
        expect(Object.values(parseDraft(text, empty)).every((field) => typeof field === 'string')).toBe(true)
        const saved = readSavedFilters(storeOf(text), 'u1')
        expect(saved.every(({ name }) => name.length > 0 && name.length <= 40)).toBe(true)
        expect(saved.length).toBeLessThanOrEqual(12)
        expect(readRecentWallets(storeOf(text)).every((id) => id.length <= 200)).toBe(true)
        for (const { to, title } of readRecentFrom(storeOf(text))) {
          expect(to).toMatch(/^\/desk(\/|\?|$)/)
          expect(title.length).toBeLessThanOrEqual(300)
        }
      }
    }
    expect([savedFiltersName('u1'), recentWalletsKey]).toHaveLength(2)
  })
})
