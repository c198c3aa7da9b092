import { afterEach, expect, test } from 'vitest'
import { identifyDevice } from '../../apps/controller/src/discovery/identify-device.ts'
import { type FakeServer, startHttp } from '../../apps/controller/src/drivers/fixtures/fake-device.ts'
import { createDrivers, driverByName } from '../../apps/controller/src/drivers/registry.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const summary = {
  Hostname: 'epic-one',
  Software: 'PowerPlay v1.2.3',
  Status: { 'Operating State': 'Mining', 'Last Error': null },
  Session: { Uptime: 7200, 'Active HBs': 3, Accepted: 41, Rejected: 1 },
  Stratum: {
    'Current Pool': 'stratum+tcp://pool.example:3333',
    'Current User': 'jan.1',
    IsPoolConnected: true,
  },
  HBs: [0, 1, 2].map((index) => ({ Index: index, Hashrate: [36_000_000, 99.1], Temperature: 60 + index })),
  'Fans Rpm': { 'Fans Speed 1': 4200, 'Fans Speed 2': 4300 },
  'Power Supply Stats': { 'Input Power': 3260.4 },
}

/** A device with ePIC's firmware, as far as it is read. There is no simulated one. */
async function device(more: object = {}, mac = '02:00:00:00:00:0a') {
  const answers: Record<string, unknown> = {
    '/summary': { ...summary, ...more },
    '/network': { dhcp: { mac_address: mac } },
    '/capabilities': { Model: 'Antminer S19J Pro' },
  }
  const server = await startHttp((request, response) => {
    const answer = answers[request.url ?? '']
    if (request.url === '/') return response.end('<title>Miner Web Dashboard</title>')
    response.statusCode = answer === undefined ? 404 : 200
    return response.end(JSON.stringify(answer ?? {}))
  })
  servers.push(server)
  return { server, answers }
}

const context = { timeoutMs: 5_000 }

async function found(server: FakeServer) {
  const drivers = createDrivers()
  const device = await identifyDevice(
    server.host,
    { cgminer: [], http: [], any: [server.port] },
    {},
    drivers,
    context,
  )
  if (device === null) throw new Error('not recognised')
  const driver = driverByName(device.identity.driver, drivers)
  if (driver === null) throw new Error('no driver')
  return { ...device, driver, poll: () => driver.poll(device.address, device.identity, context) }
}

test('is recognised and read: rate, power, temperature, fans and pool', async () => {
  const { server } = await device()
  const { identity, poll, driver, address } = await found(server)
  expect(identity).toMatchObject({
    key: 'mac:02:00:00:00:00:0a',
    driver: 'epic',
    model: 'Antminer S19J Pro',
    firmware: 'PowerPlay v1.2.3',
    hostname: 'epic-one',
  })
  expect(await poll()).toMatchObject({
    ok: true,
    identity: { key: identity.key },
    reading: {
      state: 'mining',
      hashrateGhs: 108_000,
      powerWatts: 3260.4,
      temperatureC: 62,
      fanRpm: [4200, 4300],
      uptimeSeconds: 7200,
      acceptedShares: 41,
      rejectedShares: 1,
      pools: [{ url: 'stratum+tcp://pool.example:3333', user: 'jan.1', status: 'alive', active: true }],
    },
  })
  const can = await driver.capabilities({ address, identity }, null, { ...context, now: Date.now })
  expect(can).toMatchObject({ sleep: 'no', pools: 'no' })
})

test('one that idles sleeps; another one at its address is another device; nonsense is no reading', async () => {
  const { server, answers } = await device()
  const { identity, poll } = await found(server)
  answers['/summary'] = { ...summary, Status: { 'Operating State': 'Idling' }, HBs: [] }
  expect(await poll()).toMatchObject({ reading: { state: 'sleeping', hashrateGhs: 0 } })
  answers['/summary'] = { ...summary, HBs: null }
  expect(await poll()).toEqual({ ok: false, reason: 'garbled' })
  answers['/summary'] = summary
  answers['/network'] = { dhcp: { mac_address: '02:00:00:00:00:0b' } }
  const other = await poll()
  expect(other.ok && other.identity.key).not.toBe(identity.key)
})
