import { expect, test } from 'vitest'
import type { DeviceCommand } from '../../apps/controller/src/drivers/device-control.ts'
import { freshMemo } from '../../apps/controller/src/drivers/device-control.ts'
import type { FaultRequest } from '../../apps/simulator/src/faults/fault.ts'
import { modelNames } from '../../apps/simulator/src/models/catalogue.ts'
import { poolsOf, startBench } from './driver-bench.ts'

const faults: FaultRequest[] = [
  { kind: 'hung' },
  { kind: 'refused' },
  { kind: 'refused', on: 'web' },
  ...(['bytes', 'empty', 'html', 'missing-comma', 'proxy-refused'] as const).map((form) => ({
    kind: 'garbage' as const,
    form,
  })),
  ...[0.05, 0.3, 0.6, 0.9, 0.99].map((fraction) => ({ kind: 'truncated' as const, fraction })),
]
const image = {
  driver: 'nobody',
  deviceKey: 'mac:02:00:00:00:00:00',
  takenAt: 0,
  content: { pools: 'nonsense' },
}
const commands: DeviceCommand[] = [
  { kind: 'sleep' },
  { kind: 'wake' },
  { kind: 'restart' },
  { kind: 'locate', on: true },
  { kind: 'power-limit', watts: 2000 },
  { kind: 'power-percent', percent: 60 },
  { kind: 'power-mode', mode: 'low' },
  { kind: 'restore', image },
]
const OUTCOMES = ['accepted', 'confirmed', 'refused', 'unsupported', 'unreachable']

/** One of each form of each dialect. */
const models = modelNames.filter((name) => !/^s21|old$/.test(name))

test.each(models)(
  '%s: whatever is wrong with the line, every command ends in a word and the pools stay',
  async (model) => {
    const credentials = { user: 'root', password: 'ahoy' }
    const { driver, target, device, clock, close } = await startBench(model, { credentials })
    const context = { timeoutMs: 150, now: () => clock.nowMs() }
    const pools = poolsOf(device)
    try {
      for (const fault of faults) {
        await device.setFault(fault)
        // The whole budget goes by where nothing answers, so not every command needs it.
        for (const command of fault.kind === 'hung' ? commands.slice(0, 1) : commands) {
          const where = `${JSON.stringify(fault)} ${command.kind}`
          const execution = await driver.execute(target, command, credentials, context)
          expect(OUTCOMES, where).toContain(execution.outcome)
          const accepted = {
            before: { at: 0, hashrateGhs: 1, expectedHashrateGhs: 1, powerWatts: 1, uptimeSeconds: 1 },
            image: null,
            expected: null,
          }
          const seen = await driver.confirm(target, command, accepted, freshMemo, credentials, context)
          expect(['confirmed', 'pending', 'refused'], where).toContain(seen.verdict)
        }
        await driver.capabilities(target, credentials, context)
        await device.clearFault()
        expect(poolsOf(device), JSON.stringify(fault)).toBe(pools)
      }
    } finally {
      await close()
    }
  },
  120_000,
)
