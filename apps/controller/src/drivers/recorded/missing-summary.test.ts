import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { afterEach, expect, test } from 'vitest'
import { buildIdentity } from '../../poll/test-readings.ts'
import { createAvalonDriver } from '../avalon/avalon-driver.ts'
import { epicReading } from '../epic/epic-reading.ts'
import { answerFrom, type FakeServer, startTcp } from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { createWhatsminerDriver } from '../whatsminer/v2-driver.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const context = { timeoutMs: 5_000 }

async function polled(
  driver: ReturnType<typeof createAvalonDriver>,
  answers: Record<string, string | Buffer>,
  known: Partial<DeviceIdentity> = {},
) {
  const server = await startTcp(answerFrom(answers))
  servers.push(server)
  const address = { host: server.host, port: server.port }
  return driver.poll(
    address,
    buildIdentity({ driver: driver.name, key: 'net:127.0.0.1:4028', ...known }),
    context,
  )
}

test('an Avalon without a summary is read by its packed figures', async () => {
  const pack =
    'Ver[1246] TMax[71] Elapsed[4000] PS[0 1214 1316 242 3189 1320 3504] GHSspd[92000.50] GHSavg[91000.00]'
  const stats = JSON.stringify({
    STATUS: [{ STATUS: 'S', When: 1, Code: 70, Msg: 'CGMiner stats', Description: 'cgminer' }],
    STATS: [{ STATS: 0, ID: 'AVA10', 'MM ID0': pack }],
    id: 1,
  })
  const pools = fixture('asic-rs-avalonminer', 'pools')
  const outcome = await polled(createAvalonDriver(), { stats, pools })
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading).toMatchObject({
    state: 'mining',
    hashrateGhs: 92_000.5,
    powerWatts: 3189,
    temperatureC: 71,
    uptimeSeconds: 4000,
  })
  expect(outcome.reading.pools.length).toBeGreaterThan(0)
  const idle = await polled(createAvalonDriver(), {
    stats: stats.replace('GHSspd[92000.50]', 'GHSspd[0]'),
    pools,
  })
  expect(idle.ok && idle.reading).toMatchObject({ hashrateGhs: 0, powerWatts: 3189 })
  expect(await polled(createAvalonDriver(), { pools })).toMatchObject({ ok: false })
})

test('a recorded Avalon of 15 series, of which no summary is known', async () => {
  const answer = (command: string) => fixture('pyasic-avalon-1566', command)
  const commands = ['version', 'devs', 'pools', 'stats']
  const answers = Object.fromEntries(commands.map((command) => [command, answer(command)]))
  const outcome = await polled(createAvalonDriver(), answers)
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading).toMatchObject({
    ...{ state: 'mining', hashrateGhs: 199_241.07, powerWatts: 3731, temperatureC: 78 },
    ...{ fanRpm: [4275, 4282], uptimeSeconds: 975, faults: [] },
  })
  expect(outcome.reading.pools).toHaveLength(3)
})

test('a recorded Whatsminer of the first API is read with the faults of its summary', async () => {
  const answer = (command: string) => fixture('asic-rs-whatsminer-v1', command)
  const commands = ['devs', 'pools', 'summary', 'get_version', 'get_psu', 'status']
  const answers = Object.fromEntries(commands.map((command) => [command, answer(command)]))
  const known = { key: 'mac:02:08:28:00:00:19', macAddress: '02:08:28:00:00:19' }
  const outcome = await polled(createWhatsminerDriver(), answers, known)
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.reading).toMatchObject({
    ...{ state: 'mining', expectedHashrateGhs: 68_796, powerWatts: 3427, temperatureC: 92.5 },
    ...{ fanRpm: [6450, 6480], acceptedShares: 2338, flags: [] },
    faults: [
      { code: '110', meaning: 'fan-still', place: 1 },
      { code: '600', meaning: 'air-hot' },
    ],
  })
  expect(outcome.reading.hashrateGhs).toBeCloseTo(70_668.1, 1)
  expect(outcome.reading.boards.map(({ chipsOk, dead }) => [chipsOk, dead])).toEqual(
    Array(3).fill([105, false]),
  )
})

test('a Whatsminer whose mining program is stopped sleeps, and does not start for ever', async () => {
  const off = fixture('asic-rs-whatsminer-v2', 'status')
    .toString('utf8')
    .replace('"mineroff": "false"', '"mineroff": "true"')
  expect(off).toContain('"mineroff": "true"')
  const stopped = 'Socket connect failed: Connection refused\n'
  const answers = { summary: stopped, 'summary+devs+pools': stopped, version: stopped }
  const asleep = await polled(createWhatsminerDriver(), { ...answers, status: off })
  expect(asleep.ok && asleep.reading).toMatchObject({ state: 'sleeping', hashrateGhs: 0 })
  const starting = await polled(createWhatsminerDriver(), answers)
  expect(starting.ok && starting.reading).toMatchObject({ state: 'starting', hashrateGhs: null })
})

test('another Avalon or Whatsminer at the address is not taken for the one that was there', async () => {
  const mine = { key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01', serial: null }
  const stats = JSON.stringify({
    STATUS: [{ STATUS: 'S', When: 1, Code: 70, Msg: 'CGMiner stats', Description: 'cgminer' }],
    STATS: [{ STATS: 0, ID: 'AVA10', 'MM ID0': 'Ver[1246] GHSspd[92000.50]' }],
    id: 1,
  })
  const version = fixture('asic-rs-avalonminer', 'version')
  const avalon = await polled(createAvalonDriver(), { stats, version }, mine)
  expect(avalon.ok && avalon.identity).toMatchObject({ key: 'mac:aa:bb:cc:dd:ee:ff', driver: 'avalon' })
  const same = { key: 'mac:aa:bb:cc:dd:ee:ff', macAddress: 'aa:bb:cc:dd:ee:ff', serial: null }
  const kept = await polled(createAvalonDriver(), { stats, version }, { ...same, model: 'Known' })
  expect(kept.ok && kept.identity).toMatchObject({ ...same, model: 'Known' })

  const status = fixture('asic-rs-whatsminer-v2', 'status')
    .toString('utf8')
    .replace('"mineroff": "false"', '"mineroff": "true"')
  const info = fixture('asic-rs-whatsminer-v2', 'get_miner_info')
  const stopped = 'Socket connect failed: Connection refused\n'
  for (const summary of [stopped, '{}']) {
    const answers = { summary, 'summary+devs+pools': summary, version: stopped, status, get_miner_info: info }
    const other = await polled(createWhatsminerDriver(), answers, mine)
    expect(other.ok && other.identity).toMatchObject({ key: 'mac:d4:01:02:03:04:05', driver: 'whatsminer' })
    const own = { key: 'mac:d4:01:02:03:04:05', macAddress: 'd4:01:02:03:04:05', serial: 'kept' }
    const kept = await polled(createWhatsminerDriver(), answers, own)
    expect(kept.ok && kept.identity).toMatchObject(own)
  }
})

test('an ePIC in a state that is not known is neither said to start nor to be idle', () => {
  const summary = (state: string) => ({
    Session: {},
    Stratum: {},
    Status: { 'Operating State': state },
    HBs: [{ Index: 0, Hashrate: [0], Temperature: 30 }],
  })
  const state = (word: string) => epicReading(summary(word), false)?.state
  expect(state('Initializing')).toBe('starting')
  expect(state('SoftRebooting')).toBe('starting')
  expect(state('Idling')).toBe('sleeping')
  expect(state('Mining')).toBe('idle')
  expect(state('Stopping')).toBeNull()
  expect(state('Whatever')).toBeNull()
})
