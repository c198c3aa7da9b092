import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GeneratorWiringSchema, ShoreSettingsSchema } from '../../generator/generator-settings.ts'
import { comapExport } from '../../generator/modbus/test-comap-export.ts'
import {
  type IndependentServer,
  startIndependentServer,
} from '../../generator/modbus/throwaway-modbus-server.ts'
import { type Generator, openGenerator } from '../../generator/open-generator.ts'
import { systemClock } from '../../platform/clock.ts'
import { silentLogger } from '../../platform/logger.ts'
import { createMeterChoice } from './choose-meter.ts'

/** Two meters on a Modbus server that is none of ours: the one in force, and the one that is chosen. */
let directory: string
let before: IndependentServer
let next: IndependentServer
let generator: Generator
let isChecking: boolean
let chosen: number

/** As an SDM630 shows a load that is the same on each phase. */
function showing({ registers }: IndependentServer, kw: number, volts = 230): void {
  const write = (address: number, figure: number) => registers.input.writeFloatBE(figure, 2 * address)
  for (const phase of [0, 1, 2]) {
    write(2 * phase, volts)
    write(6 + 2 * phase, 1)
    write(12 + 2 * phase, (kw * 1_000) / 3)
  }
  write(52, kw * 1_000)
  write(70, 50)
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'choose-meter-'))
  before = await startIndependentServer()
  next = await startIndependentServer()
  showing(before, 30)
  showing(next, 41.2)
  isChecking = false
  chosen = 0
})
afterEach(async () => {
  await generator.stop()
  await before.close()
  await next.close()
  await chmod(directory, 0o700)
  await rm(directory, { recursive: true, force: true })
})

const meterAt = (port: number) => ({
  ...{ kind: 'modbus-tcp', host: '127.0.0.1', port, preset: 'eastron-sdm630', mostKw: 100 },
  ...{ intervalMs: 200, timeoutMs: 10_000 },
})

async function open(file: object | null = { meter: meterAt(before.port) }, limits = {}) {
  generator = await openGenerator({
    directory,
    ...(file === null ? {} : { crew: { ...GeneratorWiringSchema.parse(file), limits } }),
    actor: { devices: () => [], act: async () => 'confirmed' },
    clock: systemClock,
    random: Math.random,
    fetchFn: fetch,
    minuteOfDay: () => 720,
    timeOfDay: Date.now,
    log: silentLogger,
  })
  return createMeterChoice({
    generator,
    isChecking: () => isChecking,
    networkHosts: () => ['127.0.0.1'],
    searchPorts: { modbus: next.port, http: 1, mqtt: 1 },
    onChosen: () => {
      chosen += 1
    },
    clock: systemClock,
    log: silentLogger,
  })
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const load = () => generator.follower.status().explanation?.generatorLoadKw
const form = (over: Record<string, string> = {}) =>
  new URLSearchParams({
    ...{ meter: 'eastron-sdm630', host: '127.0.0.1', port: String(next.port), mostKw: '100' },
    ...over,
  })

describe('a meter that is not proven', () => {
  test('drives nothing, cannot be taken, and leaves the one in force as it is', async () => {
    const choice = await open(undefined, { capacityKw: 100 })
    await until(() => expect(load()).toBe(30))
    showing(next, 41.2, 0)
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.problem?.code).toBe('implausible-voltage'))
    expect(choice.status().trial).toMatchObject({ isProven: false, isVerified: false, readsKw: null })
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'not-proven' })
    expect(choice.status().inForce).toMatchObject({ readsKw: 30, isVerified: true })
    expect(load()).toBe(30)
    await choice.act({ kind: 'drop' })
    expect(choice.status().trial).toBeNull()
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'not-proven' })
    expect(chosen).toBe(0)
  })
  test('that nobody answers for, or that fell silent, cannot be taken either', async () => {
    const choice = await open(undefined, { capacityKw: 100 })
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    await next.close()
    await until(() => expect(choice.status().trial?.isProven).toBe(false))
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'not-proven' })
    await until(() => expect(load()).toBe(30))
  })
  test('is not even tried where the form cannot be understood', async () => {
    const choice = await open()
    expect(await choice.act({ kind: 'try', form: form({ host: '8.8.8.8', unit: '-1' }) })).toEqual({
      name: 'wrong',
      fields: ['host', 'unit'],
    })
    expect(choice.status().trial).toBeNull()
  })
  test('waits for a step of the check that is under way', async () => {
    const choice = await open(undefined, { capacityKw: 100 })
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    isChecking = true
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'check-under-way' })
    expect(load()).toBe(30)
  })
})

describe('a search of the network', () => {
  test('finds a meter where none is wired, and ends before one is tried', async () => {
    const choice = await open(null)
    expect(choice.status().search).toBeNull()
    expect(await choice.act({ kind: 'search' })).toEqual({ name: 'done' })
    await until(() => expect(choice.status().search?.isRunning).toBe(false))
    expect(choice.status().search).toMatchObject({ looked: 1, total: 1 })
    expect(choice.status().search?.found[0]).toMatchObject({ address: '127.0.0.1', port: next.port })
    await choice.act({ kind: 'search' })
    await choice.act({ kind: 'try', form: form() })
    expect(choice.status().search?.isRunning).toBe(false)
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
  })
  test('leaves alone the meter that counts, by whatever name', async () => {
    const choice = await open({ meter: { ...meterAt(before.port), host: 'localhost' } }, { capacityKw: 100 })
    await until(() => expect(load()).toBe(30))
    await choice.act({ kind: 'search' })
    await until(() => expect(choice.status().search?.isRunning).toBe(false))
    expect(choice.status().search).toMatchObject({ looked: 0, total: 0, found: [], unknownName: null })
  })
  test('leaves alone a meter that is tried', async () => {
    const choice = await open(null)
    await choice.act({ kind: 'try', form: form() })
    await choice.act({ kind: 'search' })
    await until(() => expect(choice.status().search?.isRunning).toBe(false))
    expect(choice.status().search).toMatchObject({ looked: 0, total: 0, found: [] })
  })
})

describe('a meter that the crew found on the panel', () => {
  test('takes the place of the other at once, is checked anew, and stays over a restart', async () => {
    let choice = await open(undefined, { capacityKw: 100, reserveKw: 10 })
    await until(() => expect(load()).toBe(30))
    await generator.commissioning.keep({}, 1)
    await choice.act({ kind: 'try', form: form({ ratio: '2' }) })
    await until(() => expect(choice.status().trial?.readsKw).toBe(82.4))
    expect(load()).toBe(30)
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'kept' })
    // Without a moment in which no load is known.
    expect(load()).toBe(82.4)
    expect(generator.follower.status().explanation?.offReason).toBeNull()
    expect(generator.panelCheck()).toMatchObject({ isSame: true })
    expect(generator.commissioning.position()).toBe('open')
    expect(generator.isCautious()).toBe(true)
    expect(chosen).toBe(1)
    expect(choice.status()).toMatchObject({ trial: null, inForce: { readsKw: 82.4 } })
    await generator.stop()
    choice = await open(undefined, { capacityKw: 100, reserveKw: 10 })
    await until(() => expect(load()).toBe(82.4))
    expect(generator.panelCheck()?.isSame).toBe(true)
    await generator.stop()
    // The file names another one since: who spoke last counts.
    const other = { ...meterAt(before.port), unit: 2 }
    choice = await open({ meter: other }, { capacityKw: 100 })
    await until(() => expect(load()).toBe(30))
    await generator.stop()
    choice = await open({ meter: other }, { capacityKw: 100 })
    await until(() => expect(load()).toBe(30))
  })
  test('is all that a box without a file needs: what the set can give comes from the form', async () => {
    const choice = await open(null)
    expect(choice.status().inForce).toBeNull()
    expect(generator.follower.status().isSetUp).toBe(false)
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'kept' })
    expect(generator.follower.status()).toMatchObject({ isSetUp: true, settings: { capacityKw: 100 } })
    await generator.stop()
    await open(null)
    await until(() => expect(load()).toBeCloseTo(41.2))
    expect(generator.follower.status()).toMatchObject({ isSetUp: true, settings: { capacityKw: 100 } })
  })
  test('is read by the list of its controller, and has to pass the same checks', async () => {
    const { holding } = next.registers
    const write = (register: number, figure: number) => holding.writeInt16BE(figure, 2 * register)
    for (const phase of [0, 1, 2]) {
      write(2021 + phase, 137 + (phase === 2 ? 1 : 0))
      write(2043 + phase, 60)
    }
    write(2036, 4_998)
    const choice = await open(null)
    await choice.act({ kind: 'try', form: form({ meter: 'comap-export', map: comapExport() }) })
    await until(() => expect(choice.status().trial?.problem?.code).toBe('implausible-voltage'))
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'not-proven' })
    for (const phase of [0, 1, 2]) write(2037 + phase, 231)
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    expect(choice.status().trial).toMatchObject({
      name: 'comap-export',
      readsKw: expect.closeTo(41.2),
      phasesKw: [13.7, 13.7, 13.8].map((kw) => expect.closeTo(kw)),
      frequencyHz: expect.closeTo(49.98),
      registers: 'kW 2021, 2022, 2023; V 2037, 2038, 2039; A 2043, 2044, 2045; Hz 2036',
    })
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'kept' })
    await generator.stop()
    await open(null)
    // The fullest phase counts.
    await until(() => expect(load()).toBeCloseTo(41.4))
    // Its sign for "no value".
    write(2022, -0x8000)
    await until(() => expect(generator.sources()[0]?.detail).toBe('implausible value at 2022'))
  })
  test('leaves the capacity that the shore told as it is', async () => {
    const { masterStop: _, ...settings } = defaultSettings(60)
    const choice = await open(null)
    await generator.store.change({ shore: ShoreSettingsSchema.parse(settings) })
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    await choice.act({ kind: 'keep' })
    expect(generator.follower.status().settings?.capacityKw).toBe(60)
  })
  test('that cannot be written down does not count, and the one before goes on', async () => {
    const choice = await open(undefined, { capacityKw: 100 })
    await until(() => expect(load()).toBe(30))
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    const path = join(directory, 'generator.json')
    const kept = await readFile(path, 'utf8')
    const change = vi.spyOn(generator.store, 'change').mockRejectedValueOnce(new Error('ENOSPC'))
    expect(await choice.act({ kind: 'keep' })).toEqual({ name: 'not-written' })
    change.mockRestore()
    expect(choice.status().inForce?.readsKw).toBe(30)
    showing(before, 33)
    await until(() => expect(load()).toBe(33))
    await generator.store.whenWritten()
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(JSON.parse(kept))
    expect(chosen).toBe(0)
  })
  test('ends that a meter which the panel contradicted keeps everything off', async () => {
    const choice = await open(undefined, { capacityKw: 100, staleAfterMs: 2_000 })
    await until(() => expect(load()).toBe(30))
    await generator.answerPanel(false)
    await until(() => expect(generator.follower.status().explanation?.offReason).toBe('load-unknown'))
    await choice.act({ kind: 'try', form: form() })
    await until(() => expect(choice.status().trial?.isProven).toBe(true))
    expect(generator.follower.status().explanation?.offReason).toBe('load-unknown')
    await choice.act({ kind: 'keep' })
    expect(generator.follower.status().explanation).toMatchObject({ offReason: null })
    expect(load()).toBeCloseTo(41.2)
  })
})
