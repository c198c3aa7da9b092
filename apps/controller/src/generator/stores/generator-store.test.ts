import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '@shipminer/domain/generator/follower-settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { MeterSchema, OnBoardLimitsSchema, ShoreSettingsSchema } from '../generator-settings.ts'
import { openGeneratorStore } from './generator-store.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generator-'))
  path = join(folder, 'generator.json')
})
afterEach(() => rm(folder, { recursive: true }))
const open = () => openGeneratorStore(path, silentLogger)
const { masterStop: _, ...settings } = defaultSettings(100)
const shore = ShoreSettingsSchema.parse(settings)

test('starts with nothing', async () =>
  expect((await open()).current()).toEqual({
    version: 1,
    masterStop: false,
    shore: null,
    onBoard: {},
    wiring: null,
    economy: null,
    signalK: null,
    tellSignalK: null,
    panel: null,
    chosenMeter: null,
    fileMeterKey: null,
    isLost: false,
  }))

test('what is changed is there after a restart, the master stop above all', async () => {
  const store = await open()
  await store.change({ masterStop: true })
  await store.change({ shore, onBoard: { limitPercent: 70 }, signalK: { clientId: 'c', token: 't' } })
  expect((await open()).current()).toEqual({ ...store.current(), masterStop: true, shore })
})

test('many changes at once end with the last', async () => {
  const store = await open()
  await Promise.all(Array.from({ length: 20 }, (_, index) => store.change({ masterStop: index % 2 === 0 })))
  expect(JSON.parse(await readFile(path, 'utf8')).masterStop).toBe(false)
})

test.each(['', '{', '{"version":2}', '{"version":1,"masterStop":"yes"}'])(
  '%j: everything is stopped',
  async (text) => {
    await writeFile(path, text)
    const store = await open()
    expect(store.current()).toMatchObject({ masterStop: true, isLost: true })
    await store.change({ shore })
    expect((await open()).current().isLost, 'until somebody on board has looked').toBe(true)
  },
)

test('a change counts at once even when the disk takes nothing, and says so', async () => {
  const store = await open()
  await rm(folder, { recursive: true })
  const saving = store.change({ masterStop: true })
  expect(store.current().masterStop).toBe(true)
  await expect(saving).rejects.toThrow()
  folder = await mkdtemp(join(tmpdir(), 'generator-'))
})

test('settings that cannot be followed are refused', () => {
  expect(ShoreSettingsSchema.safeParse(shore).success).toBe(true)
  expect(ShoreSettingsSchema.safeParse({ ...shore, reserveKw: 99 }).success).toBe(false)
  expect(ShoreSettingsSchema.safeParse({ ...shore, nominalVolts: 400 }).success).toBe(false)
  expect(ShoreSettingsSchema.safeParse({ ...shore, shedVoltagePercent: 99 }).success).toBe(false)
  expect(ShoreSettingsSchema.safeParse({ ...shore, masterStop: true }).data).not.toHaveProperty('masterStop')
})

test('settings of before the voltage counted take its limit, and the crew can switch it off', () => {
  const { nominalVolts: _, shedVoltagePercent: __, ...older } = shore
  expect(ShoreSettingsSchema.parse(older)).toMatchObject({ nominalVolts: 230, shedVoltagePercent: 88 })
  expect(OnBoardLimitsSchema.parse({ shedVoltagePercent: null })).toEqual({ shedVoltagePercent: null })
  expect(OnBoardLimitsSchema.safeParse({ nominalVolts: 60 }).success).toBe(false)
})

test('a meter on Signal K of before its voltages could be named is the same meter', () => {
  const before = {
    ...{ kind: 'signal-k', baseUrl: 'http://192.168.1.5:3000', preset: 'three-phase', ids: ['1'] },
    ...{ paths: null, sourceFilter: null, powerSource: null, shipNeedsPower: null },
    ...{ frequency: null, currents: [] },
  }
  // What was found out about a meter is kept by its text.
  expect(JSON.stringify(MeterSchema.parse(before))).toBe(JSON.stringify(before))
  expect(MeterSchema.parse({ ...before, voltages: ['v.a'] })).toMatchObject({ voltages: ['v.a'] })
})
