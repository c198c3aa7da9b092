import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOrder, CommandReport } from '@shipminer/contract/control'
import { loginBinding, sealForTest } from '@shipminer/testkit/sealed-login'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openJournal } from '../../commands/command-journal.ts'
import { openCredentialStore } from '../../commands/credential-store.ts'
import { openLoginSealing } from '../../commands/login-sealing.ts'
import { openSealedBox } from '../../commands/sealed-box.ts'
import { type DeviceCredentials, type LoginAnswer, readOnlyControl } from '../../drivers/device-control.ts'
import type { Driver } from '../../drivers/driver.ts'
import { emptyReading } from '../../drivers/reading.ts'
import { silentLogger } from '../../platform/logger.ts'
import { createDeviceTable } from '../../poll/device-table.ts'
import { loginOf } from './device-logins.ts'
import { createLoginOrders, type LoginOrders } from './login-orders.ts'

const BOW = 'mac:02:00:00:00:00:01'
const STERN = 'mac:02:00:00:00:00:02'
const start = 1_800_000_000_000
const login = { user: 'captain', password: 'harbour-7' }

let folder: string
let now: number
let reports: CommandReport[]
let changed: string[][]
let answers: Record<string, LoginAnswer | 'another device'>
let tried: string[]
let needsLogin: boolean
let orders: LoginOrders
let box: Awaited<ReturnType<typeof open>>

const identity = (key: string) => ({
  ...{ key, driver: 'fake', make: 'Antminer', model: null, firmware: null, serial: null, macAddress: null },
  ...{ hostname: null, ipAddress: `192.0.2.${key.slice(-1)}`, port: 4028 },
})
const driver = (): Driver => ({
  name: 'fake',
  ...readOnlyControl,
  identify: async () => null,
  async poll(_address, known) {
    const answer = answers[known.key]
    if (answer === 'unreachable') return { ok: false, reason: 'timeout' }
    const answered = answer === 'another device' ? identity('mac:ff') : known
    return { ok: true, identity: answered, reading: emptyReading('mining') }
  },
  ...(needsLogin && {
    tryLogin: async ({ identity: { key } }: { identity: { key: string } }, given: DeviceCredentials) => {
      tried.push(`${key.slice(-2)} ${given.user} ${given.password}`)
      return answers[key] as LoginAnswer
    },
  }),
})

async function open() {
  const path = (name: string) => join(folder, name)
  const sealedBox = await openSealedBox(path('sealing.key'))
  const store = await openCredentialStore({ path: path('logins'), box: sealedBox, log: silentLogger })
  const sealing = await openLoginSealing(path('logins.key'), { sign: () => '' }, 'SM-A')
  const table = createDeviceTable([])
  for (const key of [BOW, STERN]) {
    const known = identity(key)
    table.place({ host: known.ipAddress, port: known.port }, known, now)
    const entry = table.get(key)
    if (entry) entry.lastReport = { observedAt: now, identity: known, detail: null, unreachable: null }
  }
  const journal = await openJournal(path('journal'), () => now, silentLogger)
  orders = createLoginOrders({
    ...{ controllerId: 'SM-A', sealing, store, journal, table },
    driverByName: driver,
    clock: { now: () => now, monotonic: () => now },
    serverNow: () => now,
    onReport: (report) => reports.push(report),
    onChanged: (keys) => changed.push([...keys]),
    log: silentLogger,
  })
  return { store, sealing, table }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sm-logins-'))
  now = start
  reports = []
  changed = []
  tried = []
  answers = { [BOW]: 'works', [STERN]: 'works' }
  needsLogin = true
  box = await open()
})
afterEach(async () => {
  await orders.stop()
  rmSync(folder, { recursive: true, force: true })
})

function order(over: Partial<CommandOrder> = {}, plain: object = login): CommandOrder {
  const id = over.id ?? randomUUID()
  const deviceKey = over.deviceKey === undefined ? BOW : over.deviceKey
  const expiresAt = now + 600_000
  const binding = loginBinding('SM-A', deviceKey ?? 'make:antminer', id, expiresAt)
  const sealed = sealForTest(JSON.stringify(plain), box.sealing.announced.key, binding)
  return {
    ...{
      id,
      controllerId: 'SM-A',
      deviceKey,
      action: 'set-login',
      restoreOf: null,
      issuedAt: now,
      expiresAt,
    },
    parameters: { login: { make: deviceKey === null ? 'Antminer' : null, sealed } },
    ...over,
  }
}
const ends = () =>
  reports.filter(({ state }) => state !== 'running').map(({ state, reason }) => `${state} ${reason}`)
const ofBow = () => loginOf(box.store, BOW, identity(BOW))

describe('a login that comes sealed', () => {
  test('is tried, kept once it works, and told as running before', async () => {
    await orders.take(order())
    expect(reports.map(({ state }) => state)).toEqual(['running', 'confirmed'])
    expect(ofBow()).toEqual(login)
    expect(box.store.list()).toEqual([{ name: BOW, at: start, state: 'kept' }])
    expect(changed).toEqual([[BOW]])
  })

  test('refused by the device leaves what was there', async () => {
    await box.store.set(BOW, { user: null, password: 'old' })
    answers[BOW] = 'refused'
    await orders.take(order())
    expect(ends()).toEqual(['refused login-refused'])
    expect(ofBow()).toEqual({ user: null, password: 'old' })
    expect(box.store.waiting()).toEqual([])
  })

  test('is not sent to another device that answers at the address', async () => {
    answers[BOW] = 'another device'
    await orders.take(order())
    expect(tried).toEqual([])
    expect(ends()).toEqual(['unconfirmed login-kept'])
  })

  test('of a device that is away waits, and is tried when it is back, also after a restart', async () => {
    await box.store.set(BOW, { user: null, password: 'old' })
    answers[BOW] = 'unreachable'
    await orders.take(order())
    expect(ends()).toEqual(['unconfirmed login-kept'])
    expect(ofBow()).toEqual({ user: null, password: 'old' })
    expect(box.store.list()).toContainEqual({ name: BOW, at: start, state: 'waiting' })
    await orders.stop()
    answers[BOW] = 'works'
    box = await open()
    await vi.waitFor(() => expect(ends()).toEqual(['unconfirmed login-kept', 'confirmed null']), 60_000)
    expect(ofBow()).toEqual(login)
    expect(box.store.list()).toEqual([{ name: BOW, at: start, state: 'kept' }])
  })

  test('of a device that does not show it is kept, and of one that needs none is not', async () => {
    answers[BOW] = 'unclear'
    await orders.take(order())
    expect(ends()).toEqual(['unconfirmed login-untold'])
    expect(ofBow()).toEqual(login)
    needsLogin = false
    await orders.take(order({ deviceKey: STERN }))
    expect(ends().at(-1)).toBe('unsupported no-login')
    expect(box.store.get(STERN)).toBeNull()
  })

  test('does nothing when it is sent again: its result is told again', async () => {
    const first = order()
    await orders.take(first)
    await orders.take(order({}, { user: null, password: 'newer' }))
    await orders.take(first)
    expect(tried).toHaveLength(2)
    expect(ofBow()).toEqual({ user: null, password: 'newer' })
    expect(ends()).toEqual(['confirmed null', 'confirmed null', 'confirmed null'])
  })

  test('in another order does not open: other id, other miner, other expiry, other box, altered', async () => {
    const { parameters } = order()
    const login2 = parameters.login as { make: null; sealed: string }
    const altered = `${login2.sealed.slice(0, 80)}${login2.sealed[80] === 'A' ? 'B' : 'A'}${login2.sealed.slice(81)}`
    const own = order()
    const made = [
      order({ parameters }),
      order({ deviceKey: STERN, parameters }),
      order({ deviceKey: null, parameters: { login: { ...login2, make: 'Antminer' } } }),
      { ...own, expiresAt: own.expiresAt + 1 },
      order({ parameters: { login: { ...login2, sealed: altered } } }),
    ]
    for (const one of made) await orders.take(one)
    expect(ends()).toEqual(made.map(() => 'refused not-sealed-for-us'))
    expect(tried).toEqual([])
    expect(box.store.list()).toEqual([])
  })

  test('late, or incomplete, is not opened at all', async () => {
    const late = order()
    now = late.expiresAt
    await orders.take(late)
    const fresh = order()
    const { sealed } = fresh.parameters.login as { sealed: string }
    await orders.take({ ...fresh, parameters: {} })
    await orders.take({ ...order(), parameters: { login: { make: 'Antminer', sealed } } })
    await orders.take({ ...order(), action: 'remove-login' })
    expect(ends()).toEqual(['expired null', ...Array(3).fill('refused incomplete-order')])
    expect(box.store.list()).toEqual([])
  })

  test('lies nowhere on disk as it is', async () => {
    await orders.take(order())
    for (const name of ['logins', 'journal', 'logins.key']) {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(text).not.toContain(login.password)
      expect(Buffer.from(text, 'base64').includes(login.password)).toBe(false)
    }
    expect(JSON.stringify([reports, box.store.list()])).not.toContain(login.password)
  })
})

describe('the login of a make', () => {
  const ofMake = () => order({ deviceKey: null })

  test('counts for every miner of it without one of its own', async () => {
    await box.store.set(STERN, { user: null, password: 'own' })
    await orders.take(ofMake())
    expect(tried).toEqual(['01 captain harbour-7'])
    expect(reports.at(-1)).toMatchObject({ state: 'confirmed', deviceKey: null })
    expect(ofBow()).toEqual(login)
    expect(loginOf(box.store, STERN, identity(STERN))).toEqual({ user: null, password: 'own' })
    expect(loginOf(box.store, 'mac:9', { ipAddress: '1', make: ' ANTMINER ' })).toEqual(login)
    expect(loginOf(box.store, 'mac:9', { ipAddress: '1', make: 'Whatsminer' })).toBeNull()
  })

  test('that some refuse is kept, and said', async () => {
    answers[STERN] = 'refused'
    await orders.take(ofMake())
    expect(ends()).toEqual(['confirmed login-partly'])
    answers[BOW] = 'refused'
    await orders.take(ofMake())
    expect(ends().at(-1)).toBe('refused login-refused')
    expect(ofBow()).toEqual(login)
  })

  test('waits while none of them is there', async () => {
    for (const entry of box.table.entries()) entry.unreachable = 'timeout'
    await orders.take(ofMake())
    expect(ends()).toEqual(['unconfirmed login-kept'])
    expect(tried).toEqual([])
  })
})

test('a removal forgets what is kept and what waits', async () => {
  await orders.take(order())
  answers[BOW] = 'unreachable'
  await orders.take(order())
  await orders.take({
    ...order(),
    action: 'remove-login',
    parameters: { login: { make: null, sealed: null } },
  })
  expect(ends().at(-1)).toBe('confirmed null')
  expect(ofBow()).toBeNull()
  expect(box.store.list()).toEqual([])
})
