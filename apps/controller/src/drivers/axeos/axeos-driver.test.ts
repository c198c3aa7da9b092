import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { afterEach, describe, expect, test } from 'vitest'
import { closedPort, type FakeServer, startHttp, startTcp } from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import type { Evidence, HttpEvidence } from '../judge/evidence.ts'
import { createAxeosDriver } from './axeos-driver.ts'
import { readingFromInfo } from './axeos-reading.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const keep = (server: FakeServer) => {
  servers.push(server)
  return server
}
const driver = createAxeosDriver()
const context = { timeoutMs: 2000 }

const board = async (device: string) =>
  keep(
    await startHttp((request, response) => {
      if (request.url === '/api/system/info') response.end(fixture(device, 'system_info'))
      else response.writeHead(404).end()
    }),
  )

const evidence = (port: number, http: Partial<HttpEvidence> = {}): Evidence => ({
  cgminer: null,
  http: { port, status: 200, realm: null, location: null, server: null, body: '', ...http },
})

const known: DeviceIdentity = {
  key: 'mac:aa:bb:cc:dd:ee:ff',
  driver: 'axeos',
  make: 'Bitaxe',
  model: null,
  firmware: null,
  serial: null,
  macAddress: 'aa:bb:cc:dd:ee:ff',
  hostname: null,
  ipAddress: '127.0.0.1',
  port: 80,
}

describe('identify', () => {
  test('a Bitaxe', async () => {
    const server = await board('asic-rs-bitaxe-v2_0_0')
    expect(
      await driver.identify({ host: server.host, port: server.port }, evidence(server.port), context),
    ).toEqual({
      key: 'mac:aa:bb:cc:dd:ee:ff',
      driver: 'axeos',
      make: 'Bitaxe',
      model: 'BM1368 401',
      firmware: 'v2.4.5-3-gb5d1e36-dirty',
      serial: null,
      macAddress: 'aa:bb:cc:dd:ee:ff',
      hostname: 'bitaxe',
      ipAddress: '127.0.0.1',
      port: server.port,
    })
  })

  test('a NerdQAxe', async () => {
    const server = await board('made-nerdqaxe')
    expect(
      await driver.identify({ host: server.host, port: server.port }, evidence(server.port), context),
    ).toMatchObject({
      key: 'mac:aa:bb:cc:00:11:22',
      make: 'NerdQAxe',
      model: 'NerdQAxe++',
      firmware: 'v1.0.36',
      hostname: 'nerdqaxe',
    })
  })

  test('is no other web server, and does not even ask one of a known make', async () => {
    const printer = keep(await startHttp((_request, response) => response.end('{"status":"ready"}')))
    const at = { host: printer.host, port: printer.port }
    expect(await driver.identify(at, evidence(printer.port), context)).toBeNull()
    expect(printer.requests).toEqual(['/api/system/info'])
    expect(
      await driver.identify(at, evidence(printer.port, { status: 401, realm: 'antMiner' }), context),
    ).toBeNull()
    expect(
      await driver.identify(at, evidence(printer.port, { body: 'Miner Web Dashboard' }), context),
    ).toBeNull()
    expect(await driver.identify(at, { cgminer: null, http: null }, context)).toBeNull()
    expect(printer.requests).toHaveLength(1)
  })
})

describe('readings', () => {
  const read = async (device: string) => {
    const server = await board(device)
    const outcome = await driver.poll({ host: server.host, port: server.port }, known, context)
    return outcome.ok ? outcome.reading : outcome.reason
  }

  test('a Bitaxe with old firmware', async () => {
    expect(await read('asic-rs-bitaxe-v2_0_0')).toEqual({
      faults: [],
      state: 'mining',
      hashrateGhs: 1000,
      expectedHashrateGhs: 625.24,
      powerWatts: 2.65000009536743,
      temperatureC: 59.875,
      inletTemperatureC: null,
      outletTemperatureC: null,
      fanRpm: [3517],
      uptimeSeconds: 4,
      acceptedShares: 0,
      rejectedShares: 0,
      staleShares: null,
      acceptedDifficulty: null,
      bestShareDifficulty: 483_000,
      blocksFound: null,
      boards: [],
      pools: [
        { url: 'btc.example.pool:3333', user: 'asic-rs.test', status: 'unknown', active: true, priority: 0 },
        {
          url: 'btc2.example.pool:3333',
          user: 'asic-rs.test',
          status: 'unknown',
          active: false,
          priority: 1,
        },
      ],
      flags: [],
    })
  })

  test('a NerdQAxe', async () => {
    expect(await read('made-nerdqaxe')).toMatchObject({
      state: 'mining',
      hashrateGhs: 4790.5,
      expectedHashrateGhs: 4896,
      powerWatts: 72.5,
      temperatureC: 59.75,
      fanRpm: [3200],
      acceptedDifficulty: null,
      bestShareDifficulty: 8123456789,
      blocksFound: 1,
      pools: [
        {
          url: 'solo.example.com:3333',
          user: 'bc1qexample.ship',
          status: 'alive',
          active: true,
          priority: 0,
        },
      ],
      flags: [],
    })
  })

  test('a paused Bitaxe sleeps, whatever its ten-minute average says', async () => {
    expect(await read('made-bitaxe-paused')).toMatchObject({
      state: 'sleeping',
      hashrateGhs: 0,
      expectedHashrateGhs: 1071,
      powerWatts: 3.2,
      temperatureC: 38.5,
      bestShareDifficulty: 123456789,
      blocksFound: 0,
      pools: [{ url: 'stratum+tcp://pool.example.com:3333' }],
    })
  })

  test.each([
    ['shut down', { hashRate: 0, shutdown: true }, 'sleeping', []],
    ['overheated', { hashRate: 0, overheat_mode: 1 }, 'fault', ['overheat']],
    ['a fault in words', { hashRate: 0, power_fault: 'VOUT under voltage' }, 'fault', ['hardware-fault']],
    ['a fault as number', { hashRate: 5, boardError: 3 }, 'fault', ['hardware-fault']],
    [
      'no fault',
      { hashRate: 5, power_fault: '', hardware_fault: null, overheat_mode: 0, boardError: 0 },
      'mining',
      [],
    ],
    ['just booted', { hashRate: 0, uptimeSeconds: 5 }, 'starting', []],
    ['long up', { hashRate: 0, uptimeSeconds: 5000 }, 'idle', []],
    [
      'on the fallback pool',
      { hashRate: 5, stratumURL: 'a', fallbackStratumURL: 'b', isUsingFallbackStratum: 1 },
      'mining',
      ['pool-fallback'],
    ],
    ['rate as text', { hashRate: '512.5' }, 'mining', []],
  ])('%s', (_name, info, state, flags) => {
    expect(readingFromInfo(info, false)).toMatchObject({ state, flags })
  })

  test('no rate is no reading; nothing is ever made up', () => {
    expect(readingFromInfo({ power: 5 }, false)).toBeNull()
    expect(readingFromInfo({ hashRate: 'nan' }, false)).toBeNull()
    expect(readingFromInfo({ hashRate: 5 }, true)).toMatchObject({
      expectedHashrateGhs: null,
      powerWatts: null,
      temperatureC: null,
      fanRpm: [],
      uptimeSeconds: null,
      acceptedShares: null,
      bestShareDifficulty: null,
      blocksFound: null,
      pools: [],
      flags: ['partial-answer'],
    })
  })
})

test('another board at the same address is told by its MAC', async () => {
  const server = await board('made-nerdqaxe')
  const at = { host: server.host, port: server.port }
  expect(await driver.poll(at, known, context)).toMatchObject({
    identity: { key: 'mac:aa:bb:cc:00:11:22', model: 'NerdQAxe++', port: server.port },
  })
})

describe('failures are values', () => {
  const info = fixture('asic-rs-bitaxe-v2_0_0', 'system_info')
  const poll = (server: { host: string; port: number }, timeoutMs = 2000) =>
    driver.poll({ host: server.host, port: server.port }, known, { timeoutMs })

  test('a cut answer is asked for again, then used as far as it goes', async () => {
    const cut = `HTTP/1.1 200 OK\r\nContent-Length: ${info.length}\r\n\r\n${info.subarray(0, info.indexOf('"hostname"'))}`
    const server = keep(await startTcp((_request, socket) => socket.end(cut)))
    expect(await poll(server)).toMatchObject({
      ok: true,
      reading: { hashrateGhs: 1000, flags: ['partial-answer'] },
    })
    expect(server.requests).toHaveLength(2)
  })

  test('no answer, no AxeOS, no JSON', async () => {
    expect(await poll({ host: '127.0.0.1', port: await closedPort() })).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    expect(await poll(keep(await startTcp(() => {})), 100)).toMatchObject({ ok: false, reason: 'timeout' })
    const denied = keep(
      await startHttp((_request, response) => response.writeHead(401).end('{"hashRate":5}')),
    )
    expect(await poll(denied)).toMatchObject({ ok: false, reason: 'garbled' })
    const page = keep(await startHttp((_request, response) => response.end('<html>')))
    expect(await poll(page)).toMatchObject({ ok: false, reason: 'garbled' })
    const empty = keep(await startHttp((_request, response) => response.end('{}')))
    expect(await poll(empty)).toMatchObject({ ok: false, reason: 'garbled' })
  })
})
