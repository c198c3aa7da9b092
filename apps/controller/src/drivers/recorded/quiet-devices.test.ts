import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { afterEach, expect, test } from 'vitest'
import { createAvalonDriver } from '../avalon/avalon-driver.ts'
import { answerFrom, type FakeServer, startTcp } from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { createWhatsminerDriver } from '../whatsminer/v2-driver.ts'

/*
 * Devices that answer less than others: a Whatsminer of the first generation stops its mining program to sleep, and some Avalons have no
 * `summary`. Both are read from what they do answer.
 */

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
async function device(answers: Record<string, Buffer | string>): Promise<FakeServer> {
  const server = await startTcp(answerFrom(answers))
  servers.push(server)
  return server
}
const known = ({ port }: FakeServer, more: Partial<DeviceIdentity>): DeviceIdentity => ({
  key: `net:127.0.0.1:${port}`,
  driver: 'cgminer',
  make: null,
  model: null,
  firmware: null,
  serial: null,
  macAddress: null,
  hostname: null,
  ipAddress: '127.0.0.1',
  port,
  ...more,
})
const recorded = (name: string, commands: string[]) =>
  Object.fromEntries(commands.map((command) => [command, fixture(name, command)]))
const context = { timeoutMs: 20_000 }

test('a Whatsminer whose mining program is stopped sleeps at 0, under its MAC; one that does not say so is not said to sleep', async () => {
  const rest = String(fixture('asic-rs-whatsminer-v2', 'status')).replace(
    '"mineroff": "false"',
    '"mineroff": "true"',
  )
  const more = recorded('asic-rs-whatsminer-v2', ['get_miner_info'])
  const asleep = await device({ ...more, status: rest })
  const make = { driver: 'whatsminer', make: 'Whatsminer' }
  expect(await createWhatsminerDriver().poll(asleep, known(asleep, make), context)).toMatchObject({
    ok: true,
    identity: { driver: 'whatsminer', macAddress: 'd4:01:02:03:04:05' },
    reading: { state: 'sleeping', hashrateGhs: 0, powerWatts: null },
  })
  const silent = await device({ ...more, ...recorded('asic-rs-whatsminer-v2', ['status']) })
  expect(await createWhatsminerDriver().poll(silent, known(silent, make), context)).toMatchObject({
    ok: false,
  })
})

test.each([
  ['"3600"', { watts: 3_600, isManaged: false }],
  ['3600.0', { watts: 3_600, isManaged: false }],
  ['"0"', null],
  ['"-3600"', null],
  ['"many"', null],
  ['{}', null],
])('a Whatsminer tells the limit that is set in it: %s', async (reported, powerLimitNow) => {
  const status = String(fixture('asic-rs-whatsminer-v2', 'status')).replace(
    '"power_limit_set": "3600"',
    `"power_limit_set": ${reported}`,
  )
  const token =
    '{"STATUS":"S","When":1795000000,"Code":134,"Msg":{"time":"1795","salt":"BQ5hoXV9","newsalt":"jbzkfQls"},"Description":""}'
  const miner = await device({ status, get_token: token })
  const target = { address: miner, identity: known(miner, { driver: 'whatsminer', make: 'Whatsminer' }) }
  expect(
    await createWhatsminerDriver().capabilities(target, null, { ...context, now: Date.now }),
  ).toMatchObject({
    sleep: 'default-password',
    powerLimitWatts: null,
    powerLimitNow,
  })
})

test('an Avalon without a summary is read by its packed figures: rate, power, fans and pools', async () => {
  const answers = recorded('asic-rs-avalonminer', ['version', 'pools'])
  const stats = fixture('asic-rs-avalonminer', 'avalon_a_stats')
  const avalon = await device({ ...answers, stats })
  const make = { driver: 'avalon', make: 'Avalon' }
  const read = await createAvalonDriver().poll(avalon, known(avalon, make), context)
  expect(read).toMatchObject({ ok: true, identity: { driver: 'avalon' }, reading: { state: 'mining' } })
  if (!read.ok) return
  expect(read.reading.hashrateGhs).toBeGreaterThan(10_000)
  expect(read.reading.powerWatts).toBeGreaterThan(1_000)
  expect(read.reading.fanRpm.length).toBeGreaterThan(0)
  expect(read.reading.pools?.length).toBeGreaterThan(0)
})
