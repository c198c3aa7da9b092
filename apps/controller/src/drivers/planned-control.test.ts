import type { DeviceReading } from '@shipminer/contract/telemetry'
import { beforeEach, describe, expect, test } from 'vitest'
import { type DeviceCommand, type DeviceControl, type Execution, freshMemo } from './device-control.ts'
import type { PollOutcome } from './driver.ts'
import { type Act, type Check, createPlannedControl } from './planned-control.ts'
import { emptyReading } from './reading.ts'

const identity = {
  key: 'mac:02:00:00:00:00:01',
  driver: 'fake',
  make: null,
  model: null,
  firmware: null,
  serial: null,
  macAddress: null,
  hostname: null,
  ipAddress: '192.0.2.1',
  port: 4028,
}
const target = { address: { host: '192.0.2.1', port: 4028 }, identity }
const context = { timeoutMs: 1000, now: () => 1_000_000 }

let polled: PollOutcome
let acts: string[]
let act: Act
let checked: Check
let control: DeviceControl

const reading = (fields: Partial<DeviceReading> = {}): DeviceReading => ({
  ...emptyReading('mining'),
  hashrateGhs: 100_000,
  powerWatts: 3000,
  uptimeSeconds: 500,
  ...fields,
})
const answering = (fields: Partial<DeviceReading> = {}): PollOutcome => ({
  ok: true,
  identity,
  reading: reading(fields),
})

beforeEach(() => {
  polled = answering()
  acts = []
  act = { kind: 'sent' }
  checked = 'yes'
  control = createPlannedControl({
    driver: 'fake',
    poll: async () => polled,
    capabilities: async () => {
      throw new Error('not asked')
    },
    act: async (command) => {
      acts.push(command.kind)
      return act
    },
    check: async () => checked,
  })
})

const execute = (command: DeviceCommand) => control.execute(target, command, null, context)
const confirm = (command: DeviceCommand, accepted: Execution, memo = freshMemo) => {
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome)
  return control.confirm(target, command, accepted, memo, null, context)
}

describe('before a command', () => {
  test('another device at the address is never touched', async () => {
    polled = { ok: true, identity: { ...identity, key: 'mac:02:00:00:00:00:09' }, reading: reading() }
    expect(await execute({ kind: 'sleep' })).toMatchObject({ outcome: 'refused', reason: 'wrong-device' })
    expect(acts).toEqual([])
  })

  test.each([
    ['sleep', { state: 'sleeping', hashrateGhs: 0 }, 'confirmed', []],
    ['wake', {}, 'confirmed', []],
    ['start', { state: 'starting', hashrateGhs: 0 }, 'accepted', []],
    ['sleep', {}, 'accepted', ['sleep']],
    // Idle is not asleep: it may begin again by itself.
    ['stop', { state: 'idle', hashrateGhs: 0 }, 'accepted', ['stop']],
    ['restart', {}, 'accepted', ['restart']],
  ] as const)('%s of a device that is %o: %s', async (kind, fields, outcome, written) => {
    polled = answering(fields)
    expect(await execute({ kind })).toMatchObject({ outcome })
    expect(acts).toEqual(written)
  })

  test('a unit that cannot be read is told to give way all the same, and nothing else', async () => {
    for (const reason of ['timeout', 'closed', 'garbled'] as const) {
      polled = { ok: false, reason }
      expect(await execute({ kind: 'sleep' })).toMatchObject({ outcome: 'accepted' })
      expect(await execute({ kind: 'wake' })).toEqual({ outcome: 'unreachable' })
    }
    expect(acts).toEqual(['sleep', 'sleep', 'sleep'])
    polled = { ok: false, reason: 'refused' }
    expect(await execute({ kind: 'sleep' })).toEqual({ outcome: 'unreachable' })
  })

  test("another driver's image is no image", async () => {
    const image = { driver: 'other', deviceKey: identity.key, takenAt: 0, content: {} }
    expect(await execute({ kind: 'restore', image })).toMatchObject({ reason: 'invalid-value' })
    expect(acts).toEqual([])
  })
})

describe('after it', () => {
  test('rest needs power or rate, not a word', async () => {
    const accepted = await execute({ kind: 'sleep' })
    polled = answering({ state: 'sleeping', hashrateGhs: 0, powerWatts: 2900 })
    expect(await confirm({ kind: 'sleep' }, accepted)).toMatchObject({ verdict: 'pending' })
    polled = answering({ state: 'sleeping', hashrateGhs: 0, powerWatts: 40 })
    expect(await confirm({ kind: 'sleep' }, accepted)).toEqual({ verdict: 'confirmed' })
    polled = answering({ state: 'starting', hashrateGhs: 0, powerWatts: 40 })
    expect(await confirm({ kind: 'sleep' }, accepted)).toMatchObject({ verdict: 'pending' })
  })

  test('being away is remembered, and tells a reboot where no uptime does', async () => {
    const accepted = await execute({ kind: 'reboot' })
    polled = { ok: false, reason: 'refused' }
    const away = await confirm({ kind: 'reboot' }, accepted)
    if (away.verdict !== 'pending') throw new Error(away.verdict)
    polled = answering({ uptimeSeconds: null })
    expect(await confirm({ kind: 'reboot' }, accepted)).toMatchObject({ verdict: 'pending' })
    expect(await confirm({ kind: 'reboot' }, accepted, away.memo)).toEqual({ verdict: 'confirmed' })
  })

  test('settings are as good as what is read back', async () => {
    const command = { kind: 'power-limit', watts: 2000 } as const
    const accepted = await execute(command)
    checked = 'not-yet'
    expect(await confirm(command, accepted)).toMatchObject({ verdict: 'pending' })
    checked = 'config-mismatch'
    expect(await confirm(command, accepted)).toEqual({ verdict: 'refused', reason: 'config-mismatch' })
    checked = 'yes'
    expect(await confirm({ kind: 'power-percent', percent: 60 }, accepted)).toEqual({ verdict: 'confirmed' })
  })

  test('a limit counts only when the power has followed it, where that is measured', async () => {
    const command = { kind: 'power-limit', watts: 2000 } as const
    const accepted = await execute(command)
    expect(await confirm(command, accepted)).toMatchObject({ verdict: 'pending' })
    polled = answering({ powerWatts: 2100 })
    expect(await confirm(command, accepted)).toEqual({ verdict: 'confirmed' })
    polled = answering({ powerWatts: null })
    expect(await confirm(command, accepted)).toEqual({ verdict: 'confirmed' })
  })

  test.each([
    [
      { kind: 'refused', reason: 'login' },
      { outcome: 'refused', reason: 'login', image: null },
    ],
    [{ kind: 'unsupported' }, { outcome: 'unsupported' }],
    [{ kind: 'unreachable' }, { outcome: 'unreachable' }],
    [{ kind: 'done' }, { outcome: 'confirmed', image: null }],
  ] as const)('%o ends as %o', async (given, outcome) => {
    act = given
    expect(await execute({ kind: 'restart' })).toEqual(outcome)
  })
})
