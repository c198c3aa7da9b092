import type { DeviceReading } from '@shipminer/contract/telemetry'
import { DeviceReportSchema } from '@shipminer/contract/uplink'
import { describe, expect, test } from 'vitest'
import { isNewsworthy, toDetail } from './device-report.ts'
import { buildIdentity, buildReading } from './test-readings.ts'

const board = { index: 0, hashrateGhs: 76_000, temperatureC: 60, chipsOk: 110, chipsTotal: 110, dead: false }
const pool = {
  url: 'stratum+tcp://pool:3333',
  user: 'ship.1',
  status: 'alive' as const,
  active: true,
  priority: 0,
}

const reportOf = (changes: Partial<DeviceReading> = {}) => ({
  observedAt: 1,
  identity: buildIdentity(),
  detail: toDetail(buildReading({ fanRpm: [3_000, 0], boards: [board], pools: [pool], ...changes })),
  unreachable: null,
})

describe('device report', () => {
  test('fits the wire even from a device that tells too much', () => {
    const report = reportOf({
      fanRpm: Array.from({ length: 40 }, () => 1),
      boards: Array.from({ length: 40 }, () => board),
      pools: Array.from({ length: 40 }, () => pool),
    })
    expect(DeviceReportSchema.safeParse(report).success).toBe(true)
  })

  test.each<[string, Partial<DeviceReading>, boolean]>([
    ['nothing', {}, false],
    ['fans that tremble', { fanRpm: [3_100, 0] }, false],
    ['a fan that stops', { fanRpm: [0, 0] }, true],
    ['a board a little warmer', { boards: [{ ...board, temperatureC: 61 }] }, false],
    ['a board much warmer', { boards: [{ ...board, temperatureC: 64 }] }, true],
    ['a dead board', { boards: [{ ...board, dead: true }] }, true],
    ['a lost chip', { boards: [{ ...board, chipsOk: 109 }] }, true],
    ['a board figure that is gone', { boards: [{ ...board, hashrateGhs: null }] }, true],
    ['another pool state', { pools: [{ ...pool, status: 'dead' }] }, true],
    ['a best share', { bestShareDifficulty: 9 }, true],
    ['a block', { blocksFound: 1 }, true],
  ])('%s', (_, changes, expected) => {
    expect(isNewsworthy(reportOf(), reportOf(changes))).toBe(expected)
  })

  test('a new firmware, a new address and a lost device are news', () => {
    expect(isNewsworthy(reportOf(), { ...reportOf(), identity: buildIdentity({ firmware: '2' }) })).toBe(true)
    expect(
      isNewsworthy(reportOf(), { ...reportOf(), identity: buildIdentity({ ipAddress: '192.168.1.11' }) }),
    ).toBe(true)
    expect(isNewsworthy(reportOf(), { ...reportOf(), unreachable: 'timeout' })).toBe(true)
  })
})
