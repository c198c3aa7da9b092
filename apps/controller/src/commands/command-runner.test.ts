import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOrder, CommandReport } from '@shipminer/contract/control'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  beforeFrom,
  type Confirmation,
  type DeviceCommand,
  type DeviceControl,
  type Execution,
  readOnlyControl,
} from '../drivers/device-control.ts'
import { silentLogger } from '../platform/logger.ts'
import { openJournal } from './command-journal.ts'
import { type CommandRunner, type CommandRunnerOptions, createCommandRunner } from './command-runner.ts'
import { openCredentialStore } from './credential-store.ts'
import { openImageStore } from './image-store.ts'
import { openSealedBox } from './sealed-box.ts'
import { parseCommandKey } from './signed-order.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
const KEY = 'mac:02:00:00:00:00:01'
const OTHER = 'mac:02:00:00:00:00:02'

let folder: string
let clock: number
let executed: string[]
let reports: CommandReport[]
let execution: (command: DeviceCommand) => Promise<Execution>
let confirmation: (looks: number) => Confirmation
let looks: number
let runner: CommandRunner
let held: boolean

const control: DeviceControl = {
  ...readOnlyControl,
  async execute(target, command, credentials, context) {
    executed.push(`${target.identity.key.slice(-2)} ${command.kind} ${credentials?.password ?? '-'}`)
    const done = await execution(command)
    if (done.outcome === 'accepted' && done.image !== null) await context.keep?.(done.image)
    return done
  },
  confirm: async () => confirmation(++looks),
}

const image = { driver: 'fake', deviceKey: KEY, takenAt: 0, content: { pools: ['secret-password'] } }
const accepted: Execution = { outcome: 'accepted', before: beforeFrom(null, 0), image, expected: null }

const target = (key: string) => ({
  address: { host: '192.0.2.1', port: 4028 },
  identity: {
    key,
    driver: 'fake',
    make: null,
    model: null,
    firmware: null,
    serial: null,
    macAddress: null,
    hostname: null,
    ipAddress: '192.0.2.1',
    port: 4028,
  },
})

async function open(more: Partial<CommandRunnerOptions> = {}): Promise<CommandRunner> {
  const box = await openSealedBox(join(folder, 'device.key'))
  const common = { box, log: silentLogger }
  const credentials = await openCredentialStore({ path: join(folder, 'credentials'), ...common })
  await credentials.set(OTHER, { user: 'root', password: 'ship' })
  return createCommandRunner({
    controllerId: 'ship-1',
    commandKeys: () => [rawKey].flatMap((text) => parseCommandKey(text) ?? []),
    now: () => clock,
    serverNow: () => clock,
    pause: async (durationMs, signal) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal.aborted) clock += durationMs
    },
    findDevice: (key) => (key === KEY || key === OTHER ? { target: target(key), control } : null),
    deviceKeys: () => [KEY, OTHER],
    heldBack: () => held,
    credentials,
    images: await openImageStore({ path: join(folder, 'images'), ...common }),
    journal: await openJournal(join(folder, 'commands'), () => clock, silentLogger),
    onReport: (report) => reports.push(report),
    ...common,
    ...more,
  })
}

function order(fields: Partial<CommandOrder> = {}): [string, string] {
  const text = JSON.stringify({
    id: randomUUID(),
    controllerId: 'ship-1',
    deviceKey: KEY,
    action: 'sleep',
    parameters: {},
    restoreOf: null,
    issuedAt: clock,
    expiresAt: clock + 60_000,
    ...fields,
  })
  return [text, sign(null, Buffer.from(text), privateKey).toString('base64')]
}

const ends = () =>
  reports.filter(({ state }) => state !== 'running').map(({ state, reason }) => [state, reason])

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sm-commands-'))
  clock = 1_800_000_000_000
  executed = []
  reports = []
  looks = 0
  held = false
  execution = async () => accepted
  confirmation = () => ({ verdict: 'confirmed' })
  runner = await open()
})
afterEach(async () => {
  await runner.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('orders that are not taken', () => {
  test('another key, a changed text, another controller, no key, nonsense', async () => {
    const [text, signature] = order()
    const other = generateKeyPairSync('ed25519').privateKey
    expect(await runner.receive(text, sign(null, Buffer.from(text), other).toString('base64'))).toMatchObject(
      {
        reason: 'bad-signature',
      },
    )
    expect(await runner.receive(text.replace('sleep', 'start'), signature)).toMatchObject({
      reason: 'bad-signature',
    })
    expect(await runner.receive(text, '')).toMatchObject({ reason: 'bad-signature' })
    expect(await runner.receive(...order({ controllerId: 'ship-2' }))).toMatchObject({ reason: 'not-for-us' })
    expect(await runner.receive(...order({ action: 'explode' as never }))).toMatchObject({
      reason: 'malformed',
    })
    const keyless = await open({ commandKeys: () => [] })
    expect(await keyless.receive(text, signature)).toMatchObject({ reason: 'no-key' })
    await runner.idle()
    expect(executed).toEqual([])
    expect(reports).toEqual([])
  })
})

test('runs, is looked for, and ends confirmed; sent again it is told again and not run again', async () => {
  confirmation = (count) =>
    count < 3
      ? { verdict: 'pending', memo: { quietLooks: count, wasAway: false, corrections: 0 } }
      : { verdict: 'confirmed' }
  const sent = order()
  await runner.receive(...sent)
  await runner.receive(...sent)
  await runner.idle()
  expect(looks).toBe(3)
  await runner.receive(...sent)
  await runner.idle()
  expect(executed).toEqual(['01 sleep -'])
  expect(reports.filter(({ state }) => state === 'running').length).toBeGreaterThan(0)
  expect(ends()).toEqual([
    ['confirmed', null],
    ['confirmed', null],
  ])
  await runner.stop()
  runner = await open()
  await runner.receive(...sent)
  await runner.idle()
  expect(executed).toHaveLength(1)
})

test('a start whose time is over does not run', async () => {
  await runner.receive(...order({ action: 'start', expiresAt: clock }))
  await runner.idle()
  expect(executed).toEqual([])
  expect(ends()).toEqual([['expired', null]])
})

test('a start that waited too long behind another does not run', async () => {
  execution = async () => {
    clock += 120_000
    return accepted
  }
  await Promise.all([
    runner.receive(...order({ action: 'reboot' })),
    runner.receive(...order({ action: 'restart' })),
  ])
  await runner.idle()
  expect(executed).toEqual(['01 reboot -'])
  expect(ends()).toEqual([
    ['confirmed', null],
    ['expired', null],
  ])
})

test.each([
  [{ outcome: 'refused', reason: 'login', image: null }, 'refused', 'login'],
  [{ outcome: 'unsupported' }, 'unsupported', null],
  [{ outcome: 'unreachable' }, 'unreachable', null],
  [{ outcome: 'confirmed', image: null }, 'confirmed', null],
] as const)('%o ends %s', async (outcome, state, reason) => {
  execution = async () => outcome
  await runner.receive(...order())
  await runner.idle()
  expect(ends()).toEqual([[state, reason]])
})

test('what never shows is unconfirmed, and a driver that throws too', async () => {
  confirmation = () => ({ verdict: 'pending', memo: { quietLooks: 0, wasAway: true, corrections: 0 } })
  await runner.receive(...order())
  await runner.idle()
  execution = async () => {
    throw new Error('a mistake')
  }
  await runner.receive(...order())
  await runner.idle()
  expect(ends()).toEqual([
    ['unconfirmed', 'not-shown-in-time'],
    ['unconfirmed', 'internal'],
  ])
})

test('to every device, each with its own login and result', async () => {
  const sent = order({ deviceKey: null, action: 'stop' })
  await runner.receive(...sent)
  await runner.idle()
  expect(executed.sort()).toEqual(['01 stop -', '02 stop ship'])
  await runner.receive(...sent)
  await runner.idle()
  expect(executed).toHaveLength(2)
  expect(ends()).toHaveLength(4)
})

test('refusals of the board: unknown device, held back, an order that lacks something, no image', async () => {
  await runner.receive(...order({ deviceKey: 'mac:02:00:00:00:00:09' }))
  await runner.receive(...order({ action: 'set-pools' }))
  await runner.receive(...order({ restoreOf: randomUUID() }))
  await runner.idle()
  held = true
  await runner.receive(...order({ action: 'start' }))
  await runner.idle()
  expect(executed).toEqual([])
  expect(
    ends()
      .map(([, reason]) => reason)
      .sort(),
  ).toEqual(['held-on-board', 'incomplete-order', 'no-image', 'unknown-device'])
})

test('the follower goes first and ends the waiting of others', async () => {
  confirmation = (count) =>
    executed.length > 1 && count > 2
      ? { verdict: 'confirmed' }
      : { verdict: 'pending', memo: { quietLooks: 0, wasAway: false, corrections: 0 } }
  let gone = false
  execution = async () => {
    if (!gone) {
      gone = true
      void runner.act(KEY, { kind: 'sleep' })
    }
    return accepted
  }
  await runner.receive(...order({ action: 'wake' }))
  await runner.receive(...order({ action: 'reboot' }))
  await runner.idle()
  expect(executed).toEqual(['01 wake -', '01 sleep -', '01 reboot -'])
  expect(ends()).toEqual([
    ['unconfirmed', 'superseded'],
    ['confirmed', null],
  ])
})

test('of orders about resting that wait, the last counts', async () => {
  let release: () => void = () => {}
  const wait = new Promise<void>((resolve) => (release = resolve))
  execution = async () => {
    await wait
    return { outcome: 'confirmed', image: null }
  }
  await runner.receive(...order({ action: 'reboot' }))
  await runner.receive(...order({ action: 'start' }))
  await runner.receive(...order({ action: 'stop' }))
  release()
  await runner.idle()
  expect(executed).toEqual(['01 reboot -', '01 stop -'])
  expect(ends()).toEqual([
    ['confirmed', null],
    ['cancelled', 'superseded'],
    ['confirmed', null],
  ])
})

test('one at a time for a device, side by side for others', async () => {
  let together = 0
  let most = 0
  let isMet: () => void = () => {}
  const met = new Promise<void>((resolve) => (isMet = resolve))
  let waitsForOther = false
  execution = async () => {
    together += 1
    most = Math.max(most, together)
    if (together === 2) isMet()
    if (waitsForOther) await met
    together -= 1
    return { outcome: 'confirmed', image: null }
  }
  for (let count = 0; count < 4; count += 1) await runner.receive(...order({ action: 'restart' }))
  await runner.idle()
  expect(most).toBe(1)
  waitsForOther = true
  await runner.receive(...order({ deviceKey: null, action: 'restart' }))
  await runner.idle()
  expect(most).toBe(2)
})

test('too many that wait are refused', async () => {
  let release: () => void = () => {}
  const wait = new Promise<void>((resolve) => (release = resolve))
  execution = async () => {
    await wait
    return { outcome: 'confirmed', image: null }
  }
  for (let count = 0; count < 30; count += 1) await runner.receive(...order({ action: 'restart' }))
  release()
  await runner.idle()
  const reasons = ends().map(([, reason]) => reason)
  expect(reasons).toHaveLength(30)
  expect(reasons.filter((reason) => reason === 'too-many-waiting').length).toBeGreaterThan(10)
})

test('a restart of the controller: confirming goes on, what was being told is unconfirmed', async () => {
  confirmation = () => ({ verdict: 'pending', memo: { quietLooks: 0, wasAway: false, corrections: 0 } })
  const first = order()
  await runner.receive(...first)
  while (looks < 2) await new Promise((resolve) => setImmediate(resolve))
  await runner.stop()
  expect(ends()).toEqual([])
  confirmation = () => ({ verdict: 'confirmed' })
  runner = await open()
  await runner.idle()
  expect(executed).toHaveLength(1)
  expect(ends()).toEqual([['confirmed', null]])

  // Killed in the middle of commanding: the journal says `running` and nothing more.
  reports = []
  const journal = await openJournal(join(folder, 'commands'), () => clock, silentLogger)
  const id = randomUUID()
  await journal.write({
    commandId: id,
    deviceKey: KEY,
    at: clock,
    state: 'running',
    kind: 'sleep',
    result: null,
    reason: null,
    restorable: false,
    sealed: null,
  })
  const again = await open({ journal })
  await again.idle()
  expect(reports).toMatchObject([{ commandId: id, state: 'unconfirmed', reason: 'controller-restarted' }])
})

test('a start of before a restart is told to the board, so that nothing else starts that device over it', async () => {
  const under: string[] = []
  const options = {
    onResumed: (commandId: string, deviceKey: string, { kind }: DeviceCommand) =>
      under.push(`${kind} ${deviceKey} ${commandId}`),
  }
  confirmation = () => ({ verdict: 'pending', memo: { quietLooks: 0, wasAway: false, corrections: 0 } })
  const id = randomUUID()
  await runner.receive(...order({ id, action: 'wake' }))
  while (looks < 2) await new Promise((resolve) => setImmediate(resolve))
  await runner.stop()
  confirmation = () => ({ verdict: 'confirmed' })
  runner = await open(options)
  await runner.idle()
  expect(under).toEqual([`wake ${KEY} ${id}`])
  // Once it has ended, nothing is resumed.
  await runner.stop()
  runner = await open(options)
  await runner.idle()
  expect(under).toHaveLength(1)
})

test('the image is kept sealed and put back by its command', async () => {
  const id = randomUUID()
  await runner.receive(
    ...order({
      id,
      action: 'set-pools',
      parameters: { pools: [{ url: 'a:1', user: 'u', password: 'top-secret' }] },
    }),
  )
  await runner.idle()
  expect(reports.at(-1)).toMatchObject({ state: 'confirmed', restorable: true })
  const seen: DeviceCommand[] = []
  execution = async (command) => {
    seen.push(command)
    return { outcome: 'confirmed', image: null }
  }
  await runner.stop()
  runner = await open()
  await runner.receive(...order({ restoreOf: id }))
  await runner.idle()
  expect(seen).toEqual([{ kind: 'restore', image }])
  for (const name of ['images', 'commands', 'credentials', 'device.key']) {
    const path = join(folder, name)
    expect(readFileSync(path, 'utf8')).not.toMatch(/secret|ship"/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }
})

test('what cannot be kept is not changed, except that a unit can always be put to rest', async () => {
  const images = {
    find: () => null,
    keep: async () => {
      throw new Error('ENOSPC')
    },
  }
  await runner.stop()
  runner = await open({ images })
  await runner.receive(...order({ action: 'set-power-limit', parameters: { powerLimitWatts: 2000 } }))
  await runner.idle()
  await runner.receive(...order({ action: 'sleep' }))
  await runner.idle()
  expect(reports.filter(({ state }) => state !== 'running')).toMatchObject([
    { state: 'unconfirmed', reason: 'internal', restorable: false },
    { state: 'confirmed', restorable: false },
  ])
})

describe('the owner’s wish', () => {
  test('counts when the order arrives, not when it is confirmed', async () => {
    const wishes: string[] = []
    confirmation = () => ({ verdict: 'pending', memo: { quietLooks: 0, wasAway: false, corrections: 0 } })
    runner = await open({ onTaken: ({ action }, key) => wishes.push(`${action} ${key.slice(-2)}`) })
    const sent = order()
    await runner.receive(...sent)
    expect(wishes).toEqual(['sleep 01'])
    expect(ends()).toEqual([])
    await runner.receive(...sent)
    await runner.receive(...order({ deviceKey: null }))
    expect(wishes).toEqual(['sleep 01', 'sleep 01', 'sleep 02'])
    await runner.idle()
  })
  test('of an order that is too late, or sent again after its end, is none', async () => {
    const wishes: string[] = []
    runner = await open({ onTaken: ({ action }) => wishes.push(action) })
    await runner.receive(...order({ action: 'start', expiresAt: clock }))
    const sent = order()
    await runner.receive(...sent)
    await runner.idle()
    await runner.receive(...sent)
    await runner.idle()
    expect(wishes).toEqual(['sleep'])
  })
  test('stands above what the board itself had in mind: a wake that waited is not carried out', async () => {
    let isStopped = false
    runner = await open({ isUnwanted: () => isStopped })
    execution = async () => {
      isStopped = true
      return accepted
    }
    const first = runner.act(KEY, { kind: 'power-limit', watts: 3_000 })
    const wake = runner.act(KEY, { kind: 'wake' })
    await first
    expect(await wake).toEqual({ result: 'refused', reason: 'held-on-board' })
    expect(executed).toEqual(['01 power-limit -'])
    expect(await runner.act(KEY, { kind: 'sleep' })).toMatchObject({ result: 'confirmed' })
  })
})
