import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bmuImage, espImage, tarImage } from '@shipminer/domain/firmware/test-images'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDeviceLanes } from '../../apps/controller/src/commands/device-lanes.ts'
import { parseCommandKey } from '../../apps/controller/src/commands/signed-order.ts'
import { identifyDevice } from '../../apps/controller/src/discovery/identify-device.ts'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import {
  type FirmwareUpdates,
  openFirmwareUpdates,
  type UpdatedDevice,
} from '../../apps/controller/src/firmware/firmware-updates.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { createCommandSigner } from '../../apps/server/src/modules/control/keys/command-signer.ts'
import { createManualClock, type ManualClock } from '../../apps/simulator/src/clock.ts'
import { type FlashTemper, flash, flashCount } from '../../apps/simulator/src/device/flash.ts'
import type { ModelName } from '../../apps/simulator/src/models/catalogue.ts'
import { type Ship, startShip } from '../../apps/simulator/src/ship/start-ship.ts'
import type { FirmwareOrder, FirmwareProgress } from '../../packages/contract/src/control/firmware.ts'
import { startBraiinsApi } from './braiins-api.ts'
import { addressOf } from './driver-bench.ts'

const signer = createCommandSigner(Buffer.alloc(32, 7))
const orderId = '0f4b2c3e-0d5e-4c55-9c6b-8f6f0c5a1d11'
const antminerVersion = 'Wed Mar  4 09:15:00 CST 2026'
const braiinsVersion = '2026-10-20-0-0123abcd-26.10-plus'
const files = {
  bitaxe: { version: 'v9.9.9', bytes: Buffer.from(espImage('v9.9.9', { bytes: 300_000 })) },
  's21-hyd': { version: '2026-03-04', bytes: Buffer.from(bmuImage([], 300_000, antminerVersion)) },
  'braiins-s21': {
    version: '26.10',
    bytes: Buffer.from(tarImage('sysupgrade-am3/CONTROL', { bytes: 300_000, version: braiinsVersion })),
  },
} satisfies Partial<Record<ModelName, { version: string; bytes: Buffer }>>
type Model = keyof typeof files
const families = { bitaxe: 'axeos', 's21-hyd': 'antminer', 'braiins-s21': 'braiins' } as const
const shownVersions: Record<Model, string> = {
  bitaxe: files.bitaxe.version,
  's21-hyd': antminerVersion,
  'braiins-s21': braiinsVersion,
}

let dataDir: string
let clock: ManualClock
let ship: Ship
let shore: Server
let serving: Buffer
/** The line breaks after so many bytes, once. */
let breaksAfter: number | null
let ranges: (string | undefined)[]
let progress: FirmwareProgress[]
let devices: Map<string, UpdatedDevice>
let updates: FirmwareUpdates | null
let stopped: Set<string>
let rested: string[]
let versions: Map<string, string | null>
const grpcPort = 24_551
const apis: { close(): void }[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'firmware-'))
  clock = createManualClock()
  progress = []
  ranges = []
  rested = []
  versions = new Map()
  stopped = new Set()
  devices = new Map()
  updates = null
  breaksAfter = null
  shore = createServer((request, response) => {
    ranges.push(request.headers.range)
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${from}-${serving.length - 1}/${serving.length}` }
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? range : {})
    if (breaksAfter === null) return response.end(serving.subarray(from))
    const part = serving.subarray(from, breaksAfter)
    breaksAfter = null
    return response.write(part, () => response.destroy())
  })
  await new Promise<void>((resolve) => shore.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await updates?.stop()
  for (const api of apis.splice(0)) api.close()
  await ship.close()
  shore.closeAllConnections()
  await new Promise((resolve) => shore.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})

async function board(model: Model): Promise<void> {
  ship = await startShip({
    fleet: [{ model, count: 2 }],
    clock,
    ageMs: 3_600_000,
    seed: 'firmware',
    // Each with an address of its own, where its public API answers too.
    ...(model === 'braiins-s21' && { ports: 'standard', host: '127.83.20.10', portMap: { 80: 24_180 } }),
  })
  const drivers = createDrivers({ braiins: { grpcPort } })
  if (model === 'braiins-s21')
    for (const { host, unit } of ship.devices) {
      const takes = (file: Buffer | null) => file !== null && flash(unit, file, 60_000)
      const credentials = { username: 'root', password: 'root' }
      apis.push(await startBraiinsApi({ host, port: grpcPort, credentials, takes }))
    }
  for (const device of ship.devices) {
    const { host, port, ...named } = addressOf(device)
    const found = await identifyDevice(host, { cgminer: [], http: [], any: [port] }, named, drivers, {
      timeoutMs: 5_000,
    })
    const driver = drivers.find(({ name }) => name === found?.identity.driver)
    if (found === null || driver === undefined) throw new Error('not recognised')
    const target = { address: found.address, identity: found.identity }
    devices.set(found.identity.key, { target, firmware: driver.firmware ?? null })
  }
  serving = files[model].bytes
}

const keys = () => [...devices.keys()]
const temper = (index: number, flash: FlashTemper) => {
  const unit = ship.devices[index]?.unit
  unit?.change({ custom: { ...unit.view().settings.custom, flash } })
}
const flashes = () => ship.devices.map((device) => flashCount(device.truth()))

/** What the rest of the box knows of; a box that is opened again begins without it. */
const updating = new Set<string>()

type Changes = Partial<Omit<FirmwareOrder, 'file'>> & { file?: Partial<FirmwareOrder['file']> }
function offer(model: Model, over: Changes = {}) {
  const { file: changed, ...rest } = over
  const { bytes, version } = files[model]
  const target = devices.get(keys()[0] ?? '')?.target.identity
  const order: FirmwareOrder = {
    ...{ kind: 'firmware', id: orderId, controllerId: 'box-1', deviceKeys: keys() },
    file: {
      ...{ sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, version },
      ...{ family: families[model], model: target?.model ?? '', name: 'a.bin' },
      ...changed,
    },
    ...{ issuedAt: clock.nowMs(), expiresAt: clock.nowMs() + 600_000 },
    ...rest,
  }
  const text = JSON.stringify(order)
  return { type: 'firmware' as const, order: text, signature: signer.sign(text), path: '/file' }
}

async function openBox(over: Partial<Parameters<typeof openFirmwareUpdates>[0]> = {}) {
  const lanes = createDeviceLanes(() => {})
  updating.clear()
  updates = await openFirmwareUpdates({
    updating,
    dataDir,
    serverUrl: `http://127.0.0.1:${(shore.address() as AddressInfo).port}`,
    controllerId: 'box-1',
    commandKeys: () => [signer.publicKey].flatMap((text) => parseCommandKey(text) ?? []),
    serverNow: () => clock.nowMs(),
    findDevice: (key) => devices.get(key) ?? null,
    credentialsOf: () => null,
    alone: (key, work) =>
      new Promise((resolve, reject) => {
        lanes.add(key, { isUrgent: true, supersedes: false, work: () => work().then(resolve, reject) })
      }),
    isHeldBack: () => false,
    isStopped: (key) => stopped.has(key),
    putToRest: async (key) => void rested.push(key),
    noteVersion: (key, version) => void versions.set(key, version),
    tell: (message) => progress.push(message),
    fetchFn: fetch,
    clock: { now: () => clock.nowMs(), monotonic: () => clock.nowMs() },
    random: () => 0.5,
    log: silentLogger,
    pauseFn: async (ms) => {
      clock.advance(ms)
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    },
    ...over,
  })
  return updates
}

const last = () => progress.at(-1)
const deviceStates = () => last()?.devices.map(({ state }) => state)
const toEnd = () =>
  expect.poll(() => last()?.state, { timeout: 60_000 }).toMatch(/^(done|stopped|refused|cancelled)$/)
const onDisk = () => readdirSync(join(dataDir, 'firmware')).filter((name) => name.endsWith('.bin'))

describe.each(['bitaxe', 's21-hyd', 'braiins-s21'] as const)('firmware of a %s from a file', (model) => {
  test('is fetched, checked and installed, one miner after the other', async () => {
    await board(model)
    const box = await openBox()
    await box.onOffer(offer(model))
    await toEnd()
    expect(last()?.state).toBe('done')
    expect(deviceStates()).toEqual(['confirmed', 'confirmed'])
    expect(flashes()).toEqual([1, 1])
    expect(new Set(versions.values())).toEqual(new Set([shownVersions[model]]))
    const seen = progress.map(({ state, devices: all }) => `${state} ${all.map((one) => one.state)}`)
    expect(seen.filter((line) => /(sending|restarting).*(sending|restarting)/.test(line))).toEqual([])
    expect(new Set(progress.map(({ state }) => state))).toEqual(
      new Set(['fetching', 'checking', 'updating', 'done']),
    )
    expect(progress.map(({ step }) => step)).toEqual(
      progress.map(({ step }) => step).toSorted((a, b) => a - b),
    )
    // Nothing of it stays on the box but what it has to remember.
    await expect.poll(onDisk).toEqual([])
    // Sent again, as after a lost line: it is reported again and not done again.
    await box.onOffer(offer(model))
    expect(last()?.state).toBe('done')
    expect(flashes()).toEqual([1, 1])
  })

  test.each([
    ['refuses', 'refused'],
    ['keeps-old', 'old-version'],
    ['other', 'other-version'],
    ['does-not-hash', 'not-hashing'],
    ['bricks', 'no-return'],
  ] as const)('the first that %s stops the series, and the second is not touched', async (how, state) => {
    await board(model)
    temper(0, how)
    await (await openBox()).onOffer(offer(model))
    await toEnd()
    expect(last()?.state).toBe('stopped')
    expect(deviceStates()).toEqual([state, 'untouched'])
    expect(flashes()).toEqual([1, 0])
  })

  test('a miner that has it already is left alone', async () => {
    await board(model)
    const box = await openBox()
    await box.onOffer(offer(model, { deviceKeys: keys().slice(0, 1) }))
    await toEnd()
    await box.onOffer(offer(model, { id: '0f4b2c3e-0d5e-4c55-9c6b-8f6f0c5a1d12' }))
    await expect.poll(() => last()?.orderId).toContain('1d12')
    await toEnd()
    expect(deviceStates()).toEqual(['already', 'confirmed'])
    expect(flashes()).toEqual([1, 1])
  })

  test('the next order may come with the very end of the one before', async () => {
    await board(model)
    const [first = '', second = ''] = keys()
    const next = '0f4b2c3e-0d5e-4c55-9c6b-8f6f0c5a1d12'
    const box = await openBox({
      tell(message) {
        progress.push(message)
        if (message.orderId === orderId && message.state === 'done')
          void box.onOffer(offer(model, { id: next, deviceKeys: [second] }))
      },
    })
    await box.onOffer(offer(model, { deviceKeys: [first] }))
    await expect.poll(() => last()?.orderId, { timeout: 60_000 }).toBe(next)
    await toEnd()
    expect(last()?.state).toBe('done')
    expect(deviceStates()).toEqual(['confirmed'])
    expect(flashes()).toEqual([1, 1])
  })

  test('what its owner stopped rests again afterwards', async () => {
    await board(model)
    stopped.add(keys()[0] ?? '')
    const box = await openBox()
    await box.onOffer(offer(model, { deviceKeys: keys().slice(0, 1) }))
    await toEnd()
    expect(deviceStates()).toEqual(['confirmed'])
    await expect.poll(() => rested).toEqual([keys()[0]])
    await expect.poll(() => updating.has(keys()[0] ?? '')).toBe(false)
  })

  test('one that its owner stops after the order is left alone, whatever the order says', async () => {
    await board(model)
    const [, second = ''] = keys()
    const box = await openBox({
      tell(message) {
        progress.push(message)
        if (message.devices.some(({ state }) => state === 'restarting')) stopped.add(second)
      },
    })
    await box.onOffer(offer(model))
    await toEnd()
    expect(deviceStates()).toEqual(['confirmed', 'refused'])
    expect(last()?.devices[1]?.reason).toBe('stopped-by-owner')
    expect(flashes()).toEqual([1, 0])
  })
})

describe('a box restarted in the midst', () => {
  test.each(['fetching', 'checking', 'sending', 'restarting'] as const)('while %s', async (when) => {
    await board('bitaxe')
    /** Ends the box the moment it has written that step down: nothing after it happens. */
    const reached = (message: FirmwareProgress) =>
      message.state === when || message.devices.some(({ state }) => state === when)
    let isDown = false
    const first = await openBox({
      tell(message) {
        progress.push(message)
        if (!reached(message) || isDown) return
        isDown = true
        void first.stop()
      },
    })
    await first.onOffer(offer('bitaxe'))
    await expect.poll(() => isDown, { timeout: 60_000 }).toBe(true)
    await first.stop()
    const before = flashes()
    await openBox()
    await toEnd()
    if (when === 'sending') {
      // Whether the board had the whole shows in its version; in no case is it sent the file again.
      expect(['confirmed', 'interrupted']).toContain(deviceStates()?.[0])
      expect(flashes()[0]).toBe(before[0])
    } else {
      expect(deviceStates()).toEqual(['confirmed', 'confirmed'])
      expect(flashes()).toEqual([1, 1])
    }
  })
})

describe('the file', () => {
  test('goes on from where the line broke', async () => {
    await board('bitaxe')
    breaksAfter = 150_000
    await (await openBox()).onOffer(offer('bitaxe'))
    await toEnd()
    expect(last()?.state).toBe('done')
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)])
    const percents = progress.flatMap(({ fetchedPercent }) => fetchedPercent ?? [])
    expect(percents).toContain(100)
  })

  test('that is not the signed one is refused', async () => {
    await board('bitaxe')
    serving = Buffer.from(serving).fill(1, 1_000, 1_001)
    await (await openBox()).onOffer(offer('bitaxe'))
    await toEnd()
    expect(last()).toMatchObject({ state: 'refused', reason: 'digest' })
    expect(ranges).toHaveLength(2)
    expect(flashes()).toEqual([0, 0])
  })

  test('made for another make is refused by its header', async () => {
    await board('bitaxe')
    serving = files['s21-hyd'].bytes
    const sha256 = createHash('sha256').update(serving).digest('hex')
    await (await openBox()).onOffer(offer('bitaxe', { file: { sha256, bytes: serving.length } }))
    await toEnd()
    expect(last()).toMatchObject({ state: 'refused', reason: 'other-make' })
    expect(deviceStates()).toEqual(['untouched', 'untouched'])
    expect(flashes()).toEqual([0, 0])
  })

  test('of another version than it was said to be is refused', async () => {
    await board('bitaxe')
    await (await openBox()).onOffer(offer('bitaxe', { file: { version: 'v1.2.3' } }))
    await toEnd()
    expect(last()).toMatchObject({ state: 'refused', reason: 'other-version' })
  })

  test('that does not fit on the disk is not begun', async () => {
    await board('bitaxe')
    await (await openBox({ freeBytes: async () => 1_000_000 })).onOffer(offer('bitaxe'))
    await toEnd()
    expect(last()).toMatchObject({ state: 'refused', reason: 'disk' })
    expect(ranges).toEqual([])
  })

  test('on a disk that fills up is given up', async () => {
    await board('bitaxe')
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await (
      await openBox({
        fetchFn: async () => {
          throw full
        },
      })
    ).onOffer(offer('bitaxe'))
    await toEnd()
    expect(last()).toMatchObject({ state: 'refused', reason: 'disk' })
  })

  test('is open to this user alone', async () => {
    await board('bitaxe')
    let modes: number[] = []
    const box = await openBox({
      tell(message) {
        progress.push(message)
        if (message.state === 'checking')
          modes = readdirSync(join(dataDir, 'firmware')).map(
            (name) => statSync(join(dataDir, 'firmware', name)).mode & 0o777,
          )
      },
    })
    await box.onOffer(offer('bitaxe'))
    await toEnd()
    expect(new Set(modes)).toEqual(new Set([0o600]))
  })
})

describe('an order', () => {
  test.each([
    ['forged', () => ({ ...offer('bitaxe'), signature: Buffer.alloc(64).toString('base64') })],
    ['for another box', () => offer('bitaxe', { controllerId: 'box-2' })],
    ['that says something else', () => ({ ...offer('bitaxe'), order: '{"kind":"firmware"}' })],
  ])('%s is not taken', async (_, make) => {
    await board('bitaxe')
    await (await openBox()).onOffer(make())
    expect(progress).toEqual([])
    expect(existsSync(join(dataDir, 'firmware', 'series.json'))).toBe(false)
  })

  test('that comes late is refused', async () => {
    await board('bitaxe')
    await (await openBox()).onOffer(offer('bitaxe', { expiresAt: clock.nowMs() }))
    expect(last()).toMatchObject({ state: 'refused', reason: 'expired' })
  })

  test('for a miner that is not on board, of another model, or held back touches none', async () => {
    await board('bitaxe')
    const box = await openBox({ isHeldBack: (key) => key === keys()[1] })
    const cases = [
      { deviceKeys: ['mac:none', ...keys()], reason: 'unknown-device' },
      { deviceKeys: keys(), file: { model: 'BM1397 9' }, reason: 'other-model' },
      { deviceKeys: keys().slice(1), reason: 'held-on-board' },
    ] as const
    for (const [index, { reason, ...over }] of cases.entries()) {
      const id = orderId.replace(/.$/, String(index + 2))
      await box.onOffer(offer('bitaxe', { ...over, deviceKeys: [...over.deviceKeys], id }))
      await expect.poll(() => last()?.orderId).toBe(id)
      await toEnd()
      expect(last()?.devices[0]).toMatchObject({ state: 'refused', reason })
    }
    expect(flashes()).toEqual([0, 0])
  })

  test('cancelled in the midst leaves the second miner alone', async () => {
    await board('bitaxe')
    const box = await openBox({
      tell(message) {
        progress.push(message)
        if (message.devices[0]?.state === 'sending') void box.onCancel(orderId)
      },
    })
    await box.onOffer(offer('bitaxe'))
    await toEnd()
    expect(last()?.state).toBe('cancelled')
    expect(deviceStates()).toEqual(['confirmed', 'untouched'])
    expect(flashes()).toEqual([1, 0])
  })

  test('damaged on the disk is not carried on with', async () => {
    await board('bitaxe')
    const box = await openBox()
    await box.onOffer(offer('bitaxe'))
    await toEnd()
    const path = join(dataDir, 'firmware', 'series.json')
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    await box.stop()
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path, text.slice(0, 100))
    progress = []
    const again = await openBox()
    again.onWelcome()
    expect(progress).toEqual([])
  })
})
