import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from '@shipminer/contract/telemetry'
import { expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import type { CounterTotals } from '../poll/counters.ts'
import { openSpool } from './spool.ts'

const MINERS = 100
const BURSTS = 120
const WEEK_SAMPLES = (MINERS * 7 * 86_400) / 30

/** Uniform in 0..1, the same sequence on every run. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('a week of 100 miners at 30 s fits into 1 GiB', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'spool-capacity-'))
  const roll = createDice(7)
  let now = 1_700_000_000_000
  const spool = await openSpool<CounterTotals>({
    directory,
    maxBytes: 2 ** 30,
    now: () => now,
    log: silentLogger,
    onEvent: () => {},
  })
  const totals = Array.from({ length: MINERS }, () => ({
    shares: Math.floor(roll() * 1e6),
    milli: Math.floor(roll() * 1e12),
  }))
  for (let burst = 0; burst < BURSTS; burst += 1) {
    now += 30_000
    const carry: Record<string, CounterTotals> = {}
    const samples = totals.map((total, index): Sample => {
      const deviceKey = `mac:02:5e:${(index * 7919).toString(16).padStart(8, '0').match(/../g)?.join(':')}`
      const sampledAt = now + Math.floor(roll() * 900)
      const acceptedShares = Math.floor(roll() * 20)
      const acceptedDifficultyMilli = acceptedShares * 262_144_000
      total.shares += acceptedShares
      total.milli += acceptedDifficultyMilli
      carry[deviceKey] = {
        sampledAt,
        uptimeSeconds: burst * 30,
        acceptedShares: total.shares,
        rejectedShares: 3,
        staleShares: 0,
        acceptedDifficultyMilli: total.milli,
      }
      return {
        deviceKey,
        sampledAt,
        periodSeconds: 30,
        state: 'mining',
        hashrateGhs: 220_000 + Math.floor(roll() * 20_000),
        powerWatts: 5_400 + Math.floor(roll() * 200),
        temperatureDeciC: 600 + Math.floor(roll() * 80),
        uptimeSeconds: burst * 30,
        acceptedShares,
        rejectedShares: roll() < 0.02 ? 1 : 0,
        staleShares: 0,
        acceptedDifficultyMilli,
        flags: [],
      }
    })
    await spool.append({ samples, devices: [], events: [], carry })
  }
  const { bytes } = spool.status()
  await spool.close()
  await rm(directory, { recursive: true })
  const bytesPerSample = bytes / (MINERS * BURSTS)
  const weekMebibytes = (bytesPerSample * WEEK_SAMPLES) / 2 ** 20
  console.log(
    `spool: ${bytesPerSample.toFixed(1)} bytes a sample, ${weekMebibytes.toFixed(0)} MiB for 100 miners, 7 days, 30 s`,
  )
  expect(bytesPerSample * WEEK_SAMPLES).toBeLessThan(2 ** 30)
})
