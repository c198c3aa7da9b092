import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CommissioningResults,
  commissioningSteps,
  noFigures,
} from '@shipminer/domain/generator/commissioning/commissioning'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { openCommissioningStore } from './commissioning-store.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'identity-'))
})
afterEach(async () => {
  // What was noted is written beside the test: it has to be there before its folder goes.
  await Promise.all(opened.splice(0).map((store) => store.whenWritten()))
  await rm(directory, { recursive: true, force: true })
})

const path = () => join(directory, 'commissioning.json')
const opened: Awaited<ReturnType<typeof openCommissioningStore>>[] = []
const openStore = async (over: object = {}) => {
  const store = await openCommissioningStore({
    ...{ path: path(), wasSetUp: false, meterKey: 'meter-1', checkedElsewhere: null, log: silentLogger },
    ...over,
  })
  opened.push(store)
  return store
}

const passed = { outcome: 'passed', at: 1, failure: null, reason: null, figures: noFigures } as const
const passedCheck = (over: CommissioningResults = {}): CommissioningResults => ({
  ...Object.fromEntries(commissioningSteps.map((step) => [step, { ...passed }])),
  ...over,
})
const meter = (serial: string | null, over: Partial<MeterIdentity> = {}): MeterIdentity => ({
  ...{ by: 'sunspec', maker: 'Acme', model: 'M 3', serial, source: null },
  ...over,
})

describe('another meter answers than the one that was checked', () => {
  test('it is doubted at once and over a restart, until somebody has looked', async () => {
    let store = await openStore()
    store.noteIdentity(meter('7001'), 1)
    await store.keep(passedCheck(), 2)
    expect([store.identity(), store.position()]).toEqual([meter('7001'), 'done'])
    expect(store.noteIdentity(meter('7001'), 3)).toBe(false)

    expect(store.noteIdentity(meter('7002'), 4)).toBe(true)
    const otherMeter = { part: 'serial', is: '7002', was: '7001' }
    expect([store.isDoubted(), store.position(), store.otherMeter()]).toEqual([true, 'open', otherMeter])
    expect(store.results().miner).toMatchObject({ outcome: 'failed', failure: 'other-meter', at: 4 })
    expect([store.finishedAt(), store.report()]).toEqual([null, null])
    // Told once; and the first one coming back proves nothing of where it sits now.
    expect(store.noteIdentity(meter('7002'), 5)).toBe(false)
    expect(store.noteIdentity(meter('7001'), 6)).toBe(false)
    expect(store.isDoubted()).toBe(true)

    await store.whenWritten()
    store = await openStore({ checkedElsewhere: 'Yard protocol 12' })
    expect([store.isDoubted(), store.position(), store.otherMeter()]).toEqual([true, 'open', otherMeter])
    store.noteIdentity(meter('7002'), 7)
    await store.keep(passedCheck({ miner: { ...passed, at: 8 } }), 8)
    expect([store.isDoubted(), store.position(), store.otherMeter()]).toEqual([false, 'done', null])
    expect(store.identity()).toEqual(meter('7002'))
    expect(store.noteIdentity(meter('7001'), 9)).toBe(true)
  })

  test('another step that is done meanwhile takes the doubt away from nobody', async () => {
    const store = await openStore()
    store.noteIdentity(meter('7001'), 1)
    await store.keep(passedCheck(), 2)
    store.noteIdentity(meter('7002'), 3)
    await store.keep({ ...store.results(), cable: { ...passed, at: 4 } }, 4)
    expect([store.isDoubted(), store.position(), store.identity()]).toEqual([true, 'open', meter('7001')])
    expect(store.otherMeter()).not.toBeNull()
  })

  test.each<[string, CommissioningResults]>([
    ['the step with the miner was left out', { miner: { ...passed, outcome: 'skipped', reason: 'by hand' } }],
    ['only that step was done so far', {}],
  ])('also where %s', async (_, over) => {
    const store = await openStore()
    store.noteIdentity(meter('7001'), 1)
    const all = passedCheck(over)
    await store.keep(over.miner ? all : { miner: passed }, 2)
    expect(store.noteIdentity(meter('7002'), 3)).toBe(true)
  })

  test.each([
    ['elsewhere', { checkedElsewhere: 'Yard protocol 12' }],
    ['before there was this check', { wasSetUp: true }],
  ])('also where it was checked %s', async (_, over) => {
    const store = await openStore(over)
    expect(store.noteIdentity(meter('7001'), 1)).toBe(false)
    expect(store.noteIdentity(meter('7002'), 2)).toBe(true)
    expect(store.position()).toBe('open')
  })

  test('a meter that nobody found right cannot be another', async () => {
    const store = await openStore()
    store.noteIdentity(meter('7001'), 1)
    expect(store.noteIdentity(meter('7002'), 2)).toBe(false)
    const failed = { ...passed, outcome: 'failed', failure: 'meter-did-not-follow' } as const
    await store.keep({ miner: failed }, 3)
    expect(store.noteIdentity(meter('7003'), 4)).toBe(false)
    expect([store.isDoubted(), store.identity()]).toEqual([false, null])
  })

  test('the identity of a meter that was chosen on the page counts with its own check', async () => {
    const store = await openStore()
    store.noteIdentity(meter('7001'), 1)
    await store.keep(passedCheck(), 2)
    await store.beginAnew('meter-2', meter('8001'))
    expect([store.identity(), store.position()]).toEqual([null, 'open'])
    await store.keep(passedCheck(), 3)
    expect(store.identity()).toEqual(meter('8001'))
  })
})

describe('a meter that says nothing', () => {
  test('or less than before is never doubted, and what it says later is learnt', async () => {
    const store = await openStore()
    await store.keep(passedCheck(), 1)
    expect(store.identity()).toBeNull()
    expect(store.noteIdentity(meter(null), 2)).toBe(false)
    expect(store.noteIdentity(meter('7001'), 3)).toBe(false)
    expect(store.noteIdentity(meter(null), 4)).toBe(false)
    expect(store.identity()).toEqual(meter('7001'))
    expect(store.noteIdentity(meter('7002'), 5)).toBe(true)
  })
  test('in the way in which it was asked before is learnt anew', async () => {
    const store = await openStore()
    store.noteIdentity(meter('7001', { by: 'modbus/43-14' }), 1)
    await store.keep(passedCheck(), 2)
    expect(store.noteIdentity(meter('8001'), 3)).toBe(false)
    expect(store.noteIdentity(meter('8002'), 4)).toBe(true)
  })
})

describe('what an earlier version kept', () => {
  async function keepAsBefore(isDoubted: boolean): Promise<void> {
    const store = await openStore()
    await store.keep(passedCheck(), 1)
    await store.whenWritten()
    const { identity: _, otherMeter: __, ...earlier } = JSON.parse(await readFile(path(), 'utf8'))
    await writeFile(path(), JSON.stringify({ ...earlier, isDoubted }))
  }
  test('has no identity: the first that is read counts as its', async () => {
    await keepAsBefore(false)
    const store = await openStore()
    expect([store.position(), store.identity(), store.isLost()]).toEqual(['done', null, false])
    expect(store.noteIdentity(meter('7001'), 2)).toBe(false)
    await store.whenWritten()
    expect((await openStore()).identity()).toEqual(meter('7001'))
  })
  test('of a meter that is doubted takes none', async () => {
    await keepAsBefore(true)
    const store = await openStore()
    expect(store.noteIdentity(meter('7001'), 2)).toBe(false)
    expect([store.isDoubted(), store.identity()]).toEqual([true, null])
  })
  test.each<[string, unknown]>([
    ['no object', 'x'],
    ['parts that are none', { by: 'sunspec', maker: 7, model: {}, serial: ['1'], source: null }],
    [
      'a part that is too long',
      { by: 'sunspec', maker: 'A'.repeat(1_000), model: null, serial: null, source: null },
    ],
  ])('and was spoilt on disk (%s) loses no check', async (_, identity) => {
    await keepAsBefore(false)
    const kept = JSON.parse(await readFile(path(), 'utf8'))
    await writeFile(path(), JSON.stringify({ ...kept, identity, otherMeter: identity }))
    const store = await openStore()
    expect([store.position(), store.isLost(), store.otherMeter()]).toEqual(['done', false, null])
    expect(store.noteIdentity(meter('7001'), 2)).toBe(false)
  })
})
