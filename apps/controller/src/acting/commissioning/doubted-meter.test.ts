import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CommissioningResults,
  commissioningSteps,
  noFigures,
} from '@shipminer/domain/generator/commissioning/commissioning'
import { minerKinds } from '@shipminer/domain/generator/simulation/simulated-miner'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCommissioningStore } from '../../generator/stores/commissioning-store.ts'
import { silentLogger } from '../../platform/logger.ts'
import { launchTestShip } from '../test-ship.ts'

let directory: string
let ship: Awaited<ReturnType<typeof launchTestShip>> | null = null
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'doubted-'))
})
afterEach(async () => {
  await ship?.close()
  ship = null
  await rm(directory, { recursive: true, force: true })
})

const openStore = (over: { meterKey?: string; checkedElsewhere?: string | null } = {}) =>
  openCommissioningStore({
    path: join(directory, 'commissioning.json'),
    wasSetUp: false,
    meterKey: 'meter-1',
    checkedElsewhere: null,
    log: silentLogger,
    ...over,
  })
type Store = Awaited<ReturnType<typeof openStore>>

const passedCheck = (): CommissioningResults =>
  Object.fromEntries(
    commissioningSteps.map((step) => [
      step,
      {
        ...{ outcome: 'passed', at: 1, failure: null, reason: null },
        figures: step === 'miner' ? { ...noFigures, minerKw: 5, movedKw: 5 } : noFigures,
      },
    ]),
  )

/** Ten minutes of rest in every twenty, so that there is something to see. */
const quietHours = Array.from({ length: 72 }, (_, third) => ({
  fromMinute: third * 20 + 10,
  toMinute: third * 20 + 20,
}))
/** What is kept is written to disk for good each time, which takes long on a busy machine. */
const longMs = 240_000
async function launch(commissioning: Store, shows: (loadKw: number) => number) {
  ship = await launchTestShip({
    miners: Array.from({ length: 6 }, () => ({ kind: minerKinds.antminer, driver: 'antminer' })),
    ...{ seed: 1, shipKw: () => 20, limits: { quietHours }, commissioning, shows },
  })
  return ship
}

describe('a meter that is swapped for a plausible liar after a passed check', () => {
  test(
    'is noticed by the box’s own starts and stops: its check has failed, and it mines within the cautious limit, over restarts too',
    async () => {
      let store = await openStore()
      await store.keep(passedCheck(), 1)
      let shows = (kw: number) => kw
      const at = await launch(store, (kw) => shows(kw))
      await at.sail(3_600)
      expect(store.position()).toBe('done')
      expect(at.follower.status().settings?.reserveKw).toBe(10)
      // Clamps around one of two cables.
      shows = (kw) => kw / 2
      await at.until(() => store.isDoubted(), 4 * 3_600)
      expect(store.position()).toBe('open')
      expect(store.results().miner).toMatchObject({ outcome: 'failed', failure: 'meter-did-not-follow' })
      const { minerKw = null, movedKw = null } = store.results().miner?.figures ?? {}
      expect((movedKw ?? 0) / (minerKw ?? 1)).toBeCloseTo(0.5, 1)
      await at.sail(1)
      expect(at.follower.status().settings?.reserveKw).toBe(30)

      await store.whenWritten()
      store = await openStore({ checkedElsewhere: 'Yard protocol 12' })
      expect([store.isDoubted(), store.position()]).toEqual([true, 'open'])
      await store.keep(passedCheck(), 2)
      expect([store.isDoubted(), store.position()]).toEqual([false, 'done'])
    },
    longMs,
  )

  test(
    'rests count as starts do, though a miner that was seen asleep has no figure until it is read again',
    async () => {
      const store = await openStore()
      await store.keep(passedCheck(), 1)
      const at = await launch(store, (kw) => kw / 2)
      await at.until(() => store.strays().some(({ minersKw }) => minersKw < 0), 3_600)
      for (const { minersKw, meterKw } of store.strays()) expect(meterKw / minersKw).toBeCloseTo(0.5, 1)
    },
    longMs,
  )

  test(
    'starts and stops that it did not follow count over a restart of the box',
    async () => {
      const store = await openStore()
      await store.keep(passedCheck(), 1)
      const at = await launch(store, (kw) => kw / 2)
      await at.until(() => store.strays().length === 3, 4 * 3_600)
      await at.kill()
      await at.sail(5)
      await at.start()
      const since = at.now
      await at.until(() => store.isDoubted(), 4 * 3_600)
      // Two more, of which the first may be in the middle of the restart.
      expect(at.now - since).toBeLessThan(2 * 3_600_000)
    },
    longMs,
  )
})

test(
  'nobody watches a meter that was never seen to move with the miners, or of which a person left that out',
  async () => {
    const store = await openStore()
    const skipped = { outcome: 'skipped', at: 1, failure: null, reason: 'battery takes the steps' } as const
    await store.keep({ ...passedCheck(), miner: { ...skipped, figures: noFigures } }, 1)
    const at = await launch(store, (kw) => kw / 2)
    await at.sail(2 * 3_600)
    expect([store.strays(), store.position()]).toEqual([[], 'done'])
  },
  longMs,
)

describe('a check in another way, as the crew’s file names it', () => {
  const checkedElsewhere = 'Yard protocol 12'
  test('holds for the meter that was in force when it was first named, and not for the next', async () => {
    let store = await openStore({ checkedElsewhere })
    expect(store.position()).toBe('elsewhere')
    // Chosen on the box's page.
    await store.beginAnew('meter-2')
    expect([store.position(), store.otherCheck()]).toEqual(['open', null])
    store = await openStore({ checkedElsewhere, meterKey: 'meter-2' })
    expect(store.position()).toBe('open')
    store = await openStore({ checkedElsewhere: 'Yard protocol 13', meterKey: 'meter-2' })
    expect([store.position(), store.otherCheck()]).toEqual(['elsewhere', 'Yard protocol 13'])
  })
  test('holds no more for another meter in the file', async () => {
    let store = await openStore({ checkedElsewhere })
    store = await openStore({ checkedElsewhere, meterKey: 'meter-2' })
    expect(store.position()).toBe('open')
    store = await openStore({ checkedElsewhere, meterKey: 'meter-1' })
    expect(store.position()).toBe('elsewhere')
  })
})
