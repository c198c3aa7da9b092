import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeviceMemory, type LawState, newLawState } from '@shipminer/domain/generator/law-state'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { openLawStore } from './law-store.ts'

let folder: string
let wall: number
let now: number
const clock = { now: () => wall, monotonic: () => now }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'law-'))
  wall = 1_800_000_000_000
  now = 500_000
})
afterEach(() => rm(folder, { recursive: true }))
const open = () => openLawStore(join(folder, 'law.json'), clock, silentLogger)

const state = () => ({
  ...newLawState(0),
  shipLoadKw: 30,
  rise: { lows: [], largestKw: 17 },
  mean: [{ ms: 1_800_000, share: 0.7 }],
  held: [{ from: 200_000, until: 499_000, least: 22 }],
  overloads: [100_000],
  devices: new Map([
    [
      'a',
      {
        phase: 'asleep' as const,
        changedAt: 300_000,
        lastCommand: { target: 'asleep' as const, at: 290_000, dueAt: 410_000 },
        starts: [100_000],
        notBefore: Number.NEGATIVE_INFINITY,
      },
    ],
  ]),
})

test('after a short restart, on another monotonic clock, it is what it was', async () => {
  await (await open()).flush(state())
  wall += 8_000
  now = 1_000
  const after = (await open()).restore()
  const shift = 1_000 - 8_000 - 500_000
  expect(after).toMatchObject({
    startedAt: 1_000,
    shipLoadKw: 30,
    rise: { largestKw: 17 },
    mean: [{ ms: 1_800_000, share: 0.7 }],
    held: [{ from: 200_000 + shift, until: 1_000, least: 22 }],
    overloads: [100_000 + shift],
  })
  expect(after.devices.get('a')).toEqual({
    phase: 'asleep',
    changedAt: 300_000 + shift,
    lastCommand: { target: 'asleep', at: 290_000 + shift, dueAt: 410_000 + shift },
    starts: [100_000 + shift],
    notBefore: Number.NEGATIVE_INFINITY,
  })
})
test.each([200_000, -1, -86_400_000])('%i ms away: only what was learnt is left', async (awayMs) => {
  await (await open()).flush(state())
  wall += awayMs
  const after = (await open()).restore()
  expect(after).toEqual({
    ...newLawState(now),
    rise: { lows: [], largestKw: 17 },
    mean: [{ ms: 1_800_000, share: 0.7 }],
  })
})
test.each(['', '{}', '{"version":1,"savedAt":1,"law":{"devices":[{"id":"a","phase":"flying"}]}}'])(
  'damaged: %j',
  async (text) => {
    await writeFile(join(folder, 'law.json'), text)
    expect((await open()).restore()).toEqual(newLawState(now))
  },
)
test('a phase that changed is written within a second', async () => {
  const store = await open()
  store.note(newLawState(0))
  now += 1_100
  store.note(state())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await open()).restore().devices.size).toBe(1)
})

test('a miner that has run for months since its last command does not make the rest unknown', async () => {
  const monthsMs = 90 * 86_400_000
  now = monthsMs
  const runsOn = {
    phase: 'running' as const,
    changedAt: 2_000,
    lastCommand: { target: 'normal' as const, at: 1_000, dueAt: 240_000 },
    starts: [],
    notBefore: Number.NEGATIVE_INFINITY,
  }
  const old: LawState = {
    ...state(),
    devices: new Map<string, DeviceMemory>([...state().devices, ['b', runsOn]]),
    lastStartAt: 1_000,
    overloads: [],
    held: [],
  }
  await (await open()).flush(old)
  wall += 8_000
  now = 1_000
  const after = (await open()).restore()
  expect(after).toMatchObject({ shipLoadKw: 30, rise: { largestKw: 17 } })
  expect(after.devices.get('b')?.phase).toBe('running')
  expect(after.devices.get('b')?.lastCommand?.dueAt).toBeLessThan(now)
})

test('one device that cannot be read is forgotten, the others are not', async () => {
  await (await open()).flush(state())
  const kept = JSON.parse(await readFile(join(folder, 'law.json'), 'utf8'))
  kept.law.devices.unshift({ id: 'odd', phase: 'of a later version' }, null)
  await writeFile(join(folder, 'law.json'), JSON.stringify(kept))
  expect([...(await open()).restore().devices.keys()]).toEqual(['a'])
})
