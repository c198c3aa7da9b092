import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PowerEvent } from '@shipminer/contract/power/environment'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextFoundLimit } from '../../apps/controller/src/acting/lower-power.ts'
import { openRuleStore } from '../../apps/controller/src/acting/rules/rule-store.ts'
import { type Rules, startRules } from '../../apps/controller/src/acting/rules/start-rules.ts'
import { openJournal } from '../../apps/controller/src/commands/command-journal.ts'
import { type CommandRunner, createCommandRunner } from '../../apps/controller/src/commands/command-runner.ts'
import { openCredentialStore } from '../../apps/controller/src/commands/credential-store.ts'
import { openImageStore } from '../../apps/controller/src/commands/image-store.ts'
import { openSealedBox } from '../../apps/controller/src/commands/sealed-box.ts'
import type { DeviceCapabilities } from '../../apps/controller/src/drivers/device-control.ts'
import { silentLogger as log } from '../../apps/controller/src/platform/logger.ts'
import { createDeviceTable, type DeviceTable } from '../../apps/controller/src/poll/device-table.ts'
import { toSample } from '../../apps/controller/src/poll/to-sample.ts'
import { type Bench, startBench } from './driver-bench.ts'

/** Rules, commands and driver against a simulated miner on its own protocol; the ship's time moves by hand. */
let folder: string
let bench: Bench
let runner: CommandRunner
let table: DeviceTable
let rules: Rules
let capabilities: DeviceCapabilities
let events: PowerEvent[]
let isWanted: boolean
let executed: string[]

const deltas = {
  acceptedShares: null,
  rejectedShares: null,
  staleShares: null,
  acceptedDifficultyMilli: null,
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'))
  bench = await startBench('s19xp-hyd')
  events = []
  executed = []
  isWanted = true
  const { clock, target, driver } = bench
  const now = () => clock.nowMs()
  const box = await openSealedBox(join(folder, 'key'))
  runner = createCommandRunner({
    controllerId: 'ship-1',
    commandKeys: () => [],
    now,
    serverNow: now,
    pause: async (durationMs, signal) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal.aborted) clock.advance(durationMs)
    },
    findDevice: () => ({
      target,
      control: {
        ...driver,
        execute: (to, command, ...more) => {
          executed.push(command.kind)
          return driver.execute(to, command, ...more)
        },
      },
    }),
    deviceKeys: () => [target.identity.key],
    isUnwanted: () => !isWanted,
    credentials: await openCredentialStore({ path: join(folder, 'logins'), box, log }),
    images: await openImageStore({ path: join(folder, 'images'), box, log }),
    journal: await openJournal(join(folder, 'journal'), now, log),
    box,
    onReport: () => undefined,
    log,
  })
  table = createDeviceTable([{ identity: target.identity, address: target.address, lastSeenAt: 0 }])
  capabilities = await bench.capabilities()
  const time = { now, monotonic: now }
  rules = startRules({
    store: await openRuleStore(join(folder, 'rules.json'), time, log),
    runner,
    table,
    wishes: { isWanted: () => isWanted, isStopped: () => !isWanted },
    capabilitiesOf: () => capabilities,
    foundLimitOf: () => nextFoundLimit(null, capabilities, { ownWatts: null, isLowered: false }),
    power: () => ({
      note: (event) => events.push(event),
      look: () => ({
        ...{ ship: 'free', isFollowed: false, isCommanding: false },
        ordersOf: () => ({ follower: null, followerCommand: null, followerCommandedAt: null }),
        hasRoom: () => true,
        ratedWattsOf: () => 3_250,
      }),
    }),
    pollIntervalMs: 30_000,
    clock: time,
    log,
  })
  await rules.set({
    version: 1,
    settings: { restart: { afterMinutes: 20, mostPerDay: 3 }, coolDown: { aboveC: 70 } },
  })
})
afterEach(async () => {
  await rules.stop()
  await runner.stop()
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Polls every half minute, as the controller does, each with a look of the rules. */
async function pass(minutes: number): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    bench.clock.advance(30_000)
    await poll()
    await rules.look()
    await runner.idle()
  }
}

async function poll(): Promise<void> {
  const entry = table.get(bench.target.identity.key)
  const outcome = await bench.poll()
  if (entry === undefined) throw new Error('no device')
  entry.unreachable = outcome.ok ? null : 'timeout'
  if (!outcome.ok) return
  const { key } = bench.target.identity
  const at = { sampledAt: bench.clock.nowMs(), periodSeconds: 30, reset: false }
  entry.lastAnswerAt = at.sampledAt
  entry.lastSample = toSample({ deviceKey: key, ...at, reading: outcome.reading, deltas })
}

const rate = () => table.get(bench.target.identity.key)?.lastSample?.hashrateGhs ?? null

test('a miner that hangs at 0 TH/s is restarted once, and mines again', async () => {
  await pass(2)
  expect(rate()).toBeGreaterThan(0)
  await bench.device.setFault({ kind: 'stuck' })
  await pass(19)
  expect([rate(), executed]).toEqual([0, []])
  await pass(60)
  expect(executed).toEqual(['restart'])
  expect(rate()).toBeGreaterThan(0)
  expect(events).toMatchObject([
    { kind: 'rule-restart', rule: { reason: 'no-hashrate', hashrateGhs: 0, minutes: 20, count: 1 } },
  ])
})

test('one that its owner stopped is never restarted, whatever it shows', async () => {
  await pass(2)
  isWanted = false
  await bench.device.setFault({ kind: 'stuck' })
  await pass(120)
  expect([executed, events]).toEqual([[], []])
})

test('one that hangs again after each restart is left to a person', async () => {
  await pass(2)
  for (let round = 0; round < 6; round += 1) {
    await bench.device.setFault({ kind: 'stuck' })
    await pass(60)
  }
  expect(executed).toEqual(['restart', 'restart', 'restart'])
  expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'rule-restart')).toEqual(['rule-gave-up'])
})

test('a hot one takes less power, and its own again when it is cool', async () => {
  await pass(2)
  await bench.device.setFault({ kind: 'hot', addC: 20 })
  await pass(20)
  expect(events[0]).toMatchObject({ kind: 'rule-lowered', rule: { reason: 'too-hot' } })
  await bench.device.clearFault('hot')
  await pass(180)
  expect(events.at(-1)).toMatchObject({ kind: 'rule-over' })
})
