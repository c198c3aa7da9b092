import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PowerEvent } from '@shipminer/contract/power/environment'
import type { RuleSettings } from '@shipminer/contract/power/rules'
import type { Sample } from '@shipminer/contract/telemetry'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandEnd } from '../../commands/device-command.ts'
import { allAbilities, type DeviceCapabilities } from '../../drivers/device-control.ts'
import { silentLogger } from '../../platform/logger.ts'
import { createDeviceTable, type DeviceTable } from '../../poll/device-table.ts'
import { nextFoundLimit } from '../lower-power.ts'
import type { PowerLook } from './power-for-rules.ts'
import { openRuleStore } from './rule-store.ts'
import { type Rules, startRules } from './start-rules.ts'

const key = 'mac:02:00:00:00:00:01'
const minute = 60_000
const settings: RuleSettings = { restart: { afterMinutes: 20, mostPerDay: 2 }, coolDown: { aboveC: 85 } }
const confirmed: CommandEnd = { result: 'confirmed', reason: null }

let folder: string
let now: number
/** How far the board's clock is set away from true time. */
let boardAhead: number
let table: DeviceTable
let stopped: Set<string>
let busy: boolean
let ship: Partial<PowerLook>
let capabilities: DeviceCapabilities | null
let end: CommandEnd
let acted: string[]
let events: PowerEvent[]
let rules: Rules

const path = () => join(folder, 'rules.json')
const clock = { now: () => now, monotonic: () => now - 5_000_000 }

async function open(): Promise<void> {
  const board = { now: () => now + boardAhead, monotonic: clock.monotonic }
  rules = startRules({
    store: await openRuleStore(path(), board, silentLogger),
    runner: {
      isBusy: () => busy,
      act: async (deviceKey, command) => {
        acted.push([...Object.values(command), deviceKey].join(' '))
        return end
      },
    },
    table,
    wishes: {
      isWanted: (deviceKey) => !stopped.has(deviceKey),
      isStopped: (deviceKey) => stopped.has(deviceKey),
    },
    capabilitiesOf: () => capabilities,
    foundLimitOf: () =>
      capabilities && nextFoundLimit(null, capabilities, { ownWatts: null, isLowered: false }),
    power: () => ({
      note: (event) => events.push(event),
      look: () => ({
        ship: 'free',
        isFollowed: false,
        isCommanding: false,
        ordersOf: () => ({ follower: null, followerCommand: null, followerCommandedAt: null }),
        hasRoom: () => true,
        ratedWattsOf: () => 3_000,
        ...ship,
      }),
    }),
    pollIntervalMs: 30_000,
    clock,
    log: silentLogger,
  })
}

const hung: Partial<Sample> = { state: 'idle', hashrateGhs: 0 }

/** Polls every half minute, each with a look. */
async function seen(minutes: number, sample: Partial<Sample> = hung): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    now += minute / 2
    const entry = table.get(key)
    if (!entry) throw new Error('no device')
    entry.lastAnswerAt = now
    entry.lastSample = {
      ...{ state: 'mining', hashrateGhs: 100_000, temperatureDeciC: 600, uptimeSeconds: 9_000, flags: [] },
      ...sample,
    } as never
    await rules.look()
  }
}
const kinds = () => events.map(({ kind }) => kind)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'))
  now = Date.UTC(2026, 5, 1)
  boardAhead = 0
  stopped = new Set()
  busy = false
  ship = {}
  capabilities = allAbilities('yes')
  end = confirmed
  acted = []
  events = []
  const identity = { key, driver: 'fake', ipAddress: '10.0.0.1', port: 4028 } as never
  table = createDeviceTable([{ identity, address: { host: '10.0.0.1', port: 4028 }, lastSeenAt: 0 }])
  await open()
  await rules.set({ version: 1, settings })
})
afterEach(async () => {
  await rules.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a miner at 0 TH/s is restarted, told with the reason and the reading, and left to a person in the end', async () => {
  await seen(21)
  expect(acted).toEqual([`restart ${key}`])
  expect(events).toEqual([
    {
      at: expect.any(Number),
      kind: 'rule-restart',
      deviceKey: key,
      watts: null,
      rule: { reason: 'no-hashrate', hashrateGhs: 0, temperatureDeciC: null, minutes: 20, count: 1 },
    },
  ])
  await seen(12 * 60)
  expect(acted).toHaveLength(2)
  expect(kinds()).toEqual(['rule-restart', 'rule-restart', 'rule-gave-up'])
  expect(events.at(-1)?.rule).toMatchObject({ count: 2 })
  expect(rules.status().log.map(({ kind }) => kind)).toEqual(['rule-gave-up', 'rule-restart', 'rule-restart'])
})

test('what a miner does is told with who ordered it, as far as that is known on board', async () => {
  const state = () => rules.states().get(key)
  expect(state()).toBeUndefined()
  await seen(1, {})
  expect(state()).toEqual({ kind: 'mining', reason: 'normal' })
  const asleep = { state: 'sleeping', hashrateGhs: 0 } as const
  await seen(1, asleep)
  expect(state()).toEqual({ kind: 'idle', reason: 'unordered-sleep' })
  stopped.add(key)
  rules.noteOrder({ action: 'stop', parameters: {}, restoreOf: null }, key)
  expect(state()).toEqual({ kind: 'asleep', reason: 'owner' })
  await seen(1, {})
  expect(state()).toEqual({ kind: 'mining', reason: 'stopping' })
  await seen(6, {})
  expect(state()).toEqual({ kind: 'mining', reason: 'against-stop' })
  stopped.delete(key)
  ship = {
    isFollowed: true,
    ordersOf: () => ({ follower: 'curtailed', followerCommand: 'rest', followerCommandedAt: now }),
  }
  await seen(1, asleep)
  expect(state()).toEqual({ kind: 'asleep', reason: 'ship' })
})

test.each<[string, () => void]>([
  ['its owner stopped it', () => stopped.add(key)],
  ['a command runs', () => (busy = true)],
  ['the ship needs the power', () => (ship = { ship: 'held' })],
  ['there is no room', () => (ship = { hasRoom: () => false })],
  ['the follower commands', () => (ship = { isCommanding: true })],
  ['its abilities are not known', () => (capabilities = null)],
  ['it did not tell its abilities', () => (capabilities = allAbilities('unreachable'))],
])('no restart, and nothing said: %s', async (_, arrange) => {
  arrange()
  await seen(120)
  expect([acted, events]).toEqual([[], []])
})

test('without a pool, without an answer or with an unknown rate nothing is done', async () => {
  await seen(60, { ...hung, flags: ['pool-dead'] })
  await seen(60, { ...hung, hashrateGhs: null, stateUnknown: true })
  const entry = table.get(key)
  if (entry) entry.unreachable = 'timeout'
  await seen(60)
  expect(acted).toEqual([])
})

test('one that cannot be restarted is said once; a machine that restarts only as a whole is restarted so', async () => {
  capabilities = { ...allAbilities('yes'), restart: 'no', reboot: 'no' }
  await seen(60)
  expect([acted, kinds()]).toEqual([[], ['rule-cannot']])
  capabilities = { ...allAbilities('yes'), restart: 'no' }
  await seen(1)
  expect(acted).toEqual([`reboot ${key}`])
})

test('counts outlive a restart of the box, also when its clock was set ahead or far back', async () => {
  await seen(65)
  expect(acted).toHaveLength(2)
  for (const step of [3_600_000, 0, -40 * 86_400_000]) {
    await rules.stop()
    boardAhead = step
    await open()
    expect(rules.status().settings).toEqual(settings)
    await seen(60)
  }
  expect(acted).toHaveLength(2)
})

test('what cannot be written is not done', async () => {
  await rules.stop()
  rmSync(folder, { recursive: true, force: true })
  await open()
  await rules.set({ version: 1, settings })
  await seen(60)
  expect([acted, events]).toEqual([[], []])
})

test.each(['', '{', '{"version":9}', 'null', '[]'])(
  'a file that reads %j: no rule is on until shore says so',
  async (text) => {
    await rules.stop()
    writeFileSync(path(), text)
    await open()
    expect(rules.status()).toMatchObject({ version: 0, settings: { restart: null, coolDown: null } })
    await seen(60)
    expect(acted).toEqual([])
  },
)

test('a hot miner gives way by the step that it has, and comes back to what its owner had set', async () => {
  const hot = { temperatureDeciC: 900 }
  capabilities = {
    ...allAbilities('yes'),
    powerPercent: 'no',
    powerLimitWatts: { min: 1_500, max: 3_500 },
    powerLimitNow: { watts: 3_500, isManaged: false },
  }
  rules.noteOrder({ action: 'set-power-limit', parameters: { powerLimitWatts: 2_800 }, restoreOf: null }, key)
  await seen(3, hot)
  expect([acted, kinds()]).toEqual([[`power-limit 1500 ${key}`], ['rule-lowered']])
  expect(events[0]?.rule).toMatchObject({ reason: 'too-hot', temperatureDeciC: 900 })
  await seen(16, { temperatureDeciC: 740 })
  expect(acted.at(-1)).toBe(`power-limit 2800 ${key}`)
  expect(kinds()).toEqual(['rule-lowered', 'rule-over'])
})

test('one without such a step sleeps, nobody starts it, and it wakes when it is cool', async () => {
  capabilities = { ...allAbilities('yes'), powerPercent: 'no', powerLimit: 'no', powerMode: 'no' }
  await seen(3, { temperatureDeciC: 900 })
  expect([acted, rules.isHolding(key)]).toEqual([[`sleep ${key}`], true])
  await rules.stop()
  await open()
  expect(rules.isHolding(key)).toBe(true)
  await seen(20, { state: 'sleeping', hashrateGhs: 0, temperatureDeciC: 400 })
  expect([acted.at(-1), rules.isHolding(key)]).toEqual([`wake ${key}`, false])
})

test('its owner’s order ends a cool-down at once', async () => {
  capabilities = { ...allAbilities('yes'), powerPercent: 'no', powerLimit: 'no', powerMode: 'no' }
  await seen(3, { temperatureDeciC: 900 })
  rules.noteOrder({ action: 'locate', parameters: {}, restoreOf: null }, key)
  expect(rules.isHolding(key)).toBe(true)
  rules.noteOrder({ action: 'start', parameters: {}, restoreOf: null }, key)
  expect(rules.isHolding(key)).toBe(false)
  expect(kinds()).toEqual(['rule-asleep', 'rule-over'])
})

test('a step that comes to nothing is said, and sleep is what is left', async () => {
  capabilities = {
    ...allAbilities('yes'),
    powerPercent: 'no',
    powerLimit: 'no',
    powerModes: ['low', 'normal'],
  }
  end = { result: 'refused', reason: 'invalid-value' }
  await seen(3, { temperatureDeciC: 900 })
  expect([acted, kinds()]).toEqual([[`power-mode low ${key}`], ['rule-lowered', 'rule-failed']])
  end = confirmed
  await seen(3, { temperatureDeciC: 900 })
  expect(acted.at(-1)).toBe(`sleep ${key}`)
})

test('where a generator is followed a cooled miner is left to its law', async () => {
  capabilities = { ...allAbilities('yes'), powerPercent: 'no', powerLimit: 'no', powerMode: 'no' }
  ship = { isFollowed: true }
  await seen(3, { temperatureDeciC: 900 })
  ship = { isFollowed: true, ship: 'held' }
  await seen(20, { state: 'sleeping', hashrateGhs: 0, temperatureDeciC: 400 })
  expect([acted, kinds(), rules.isHolding(key)]).toEqual([
    [`sleep ${key}`],
    ['rule-asleep', 'rule-over'],
    false,
  ])
})

test('the file holds settings, counts and the log, and nothing of a login', async () => {
  await seen(25)
  await rules.stop()
  expect(Object.keys(JSON.parse(readFileSync(path(), 'utf8')) as object).sort()).toEqual([
    'log',
    'miners',
    'own',
    'savedAt',
    'told',
    'version',
  ])
})
