import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { afterEach, describe, expect, test } from 'vitest'
import { answerFrom, closedPort, type FakeServer, type Responder, startTcp } from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import type { CgminerEvidence } from '../judge/evidence.ts'
import { createCgminerDriver } from './cgminer-driver.ts'
import { parseReply, replyTo, sectionOf } from './parse-reply.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
async function miner(respond: Responder): Promise<FakeServer> {
  const server = await startTcp(respond)
  servers.push(server)
  return server
}
const context = { timeoutMs: 3000 }
const table = (device: string, commands: string[]) =>
  Object.fromEntries(commands.map((command) => [command, fixture(device, command)]))
const commandsOf = (server: FakeServer) =>
  server.requests.map((request) => JSON.parse(request).command as string)

function evidenceOf(port: number, device: string | null, commands: string[] = []): CgminerEvidence {
  const rows = (command: string, section: string) =>
    device !== null && commands.includes(command)
      ? sectionOf(replyTo(parseReply(fixture(device, command)), command), section).rows
      : []
  return {
    port,
    version: rows('version', 'VERSION')[0] ?? {},
    devdetails: rows('devdetails', 'DEVDETAILS'),
    description: null,
    starting: false,
  }
}

const known = (port: number): DeviceIdentity => ({
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
})

describe('identify', () => {
  const identify = async (device: string, commands: string[], evidenced: string[]) => {
    const server = await miner(answerFrom(table(device, commands)))
    const cgminer = evidenceOf(server.port, device, evidenced)
    const address = { host: server.host, port: server.port }
    return {
      port: server.port,
      identity: await createCgminerDriver().identify(address, { cgminer, http: null }, context),
    }
  }

  test('a stock cgminer has no make, no model and no key but its address', async () => {
    const { port, identity } = await identify(
      'cgminer-4.11.1-no-devices',
      ['summary'],
      ['version', 'devdetails'],
    )
    expect(identity).toEqual({ ...known(port), firmware: 'CGMiner 4.11.1' })
  })

  test('an Avalon', async () => {
    const { identity } = await identify('asic-rs-avalonminer', ['summary'], ['version', 'devdetails'])
    expect(identity).toMatchObject({
      key: 'mac:aa:bb:cc:dd:ee:ff',
      make: 'Avalon',
      model: 'Avalon Q',
      serial: '01234567890123456789012345678901',
    })
  })

  test('a Whatsminer that refuses version', async () => {
    const { identity } = await identify(
      'asic-rs-whatsminer-v2',
      ['summary', 'get_version', 'get_miner_info'],
      [],
    )
    expect(identity).toMatchObject({
      key: 'mac:d4:01:02:03:04:05',
      make: 'Whatsminer',
      firmware: '20230803.11.REL',
      hostname: 'WhatsMiner',
    })
  })

  test('nothing that refuses everything, and nothing that is only starting', async () => {
    const server = await miner(answerFrom({}))
    const address = { host: server.host, port: server.port }
    const driver = createCgminerDriver()
    const bare = evidenceOf(server.port, null)
    expect(await driver.identify(address, { cgminer: bare, http: null }, context)).toBeNull()
    expect(
      await driver.identify(address, { cgminer: { ...bare, starting: true }, http: null }, context),
    ).toBeNull()
    expect(await driver.identify(address, { cgminer: null, http: null }, context)).toBeNull()
  })
})

describe('poll', () => {
  const all = ['summary', 'devs', 'pools']

  test('asks everything at once where the firmware joins commands', async () => {
    const server = await miner(answerFrom(table('cgminer-4.11.1-no-devices', ['summary+devs+pools'])))
    const outcome = await createCgminerDriver().poll(
      { host: server.host, port: server.port },
      known(server.port),
      context,
    )
    expect(outcome).toMatchObject({ ok: true, reading: { state: 'idle', hashrateGhs: 0 } })
    expect(commandsOf(server)).toEqual(['summary+devs+pools'])
  })

  test('falls back to single commands, and remembers', async () => {
    const server = await miner(answerFrom(table('asic-rs-whatsminer-v2', all)))
    const driver = createCgminerDriver()
    const poll = () => driver.poll({ host: server.host, port: server.port }, known(server.port), context)
    expect(await poll()).toMatchObject({ ok: true, reading: { state: 'mining', hashrateGhs: 124500 } })
    expect(await poll()).toMatchObject({ ok: true })
    expect(commandsOf(server)).toEqual(['summary+devs+pools', ...all, ...all])
    expect(server.mostTogether()).toBe(1)
  })

  test('falls back when a joined command makes the firmware close or babble', async () => {
    for (const answer of [null, 'what?']) {
      const server = await miner((request, socket, count) => {
        if (!request.includes('+')) answerFrom(table('asic-rs-avalonminer', all))(request, socket, count)
        else if (answer === null) socket.end()
        else socket.end(answer)
      })
      const outcome = await createCgminerDriver().poll(
        { host: server.host, port: server.port },
        known(server.port),
        context,
      )
      expect(outcome).toMatchObject({ ok: true, reading: { state: 'idle', hashrateGhs: 0, flags: [] } })
    }
  })

  test('an answer that is always cut is read and flagged', async () => {
    const joined = fixture('cgminer-4.11.1-no-devices', 'summary+devs+pools')
    const server = await miner((_request, socket) => socket.end(joined.subarray(0, joined.length - 300)))
    const outcome = await createCgminerDriver().poll(
      { host: server.host, port: server.port },
      known(server.port),
      context,
    )
    expect(outcome).toMatchObject({ ok: true, reading: { hashrateGhs: 0, flags: ['partial-answer'] } })
  })

  test('says why there is no reading', async () => {
    const driver = createCgminerDriver()
    const poll = (port: number, timeoutMs = 2000) =>
      driver.poll({ host: '127.0.0.1', port }, known(port), { timeoutMs })
    expect(await poll(await closedPort())).toMatchObject({ ok: false, reason: 'refused' })
    expect(await poll((await miner(() => {})).port, 100)).toMatchObject({ ok: false, reason: 'timeout' })
    expect(await poll((await miner((_request, socket) => socket.resetAndDestroy())).port)).toMatchObject({
      ok: false,
      reason: 'closed',
    })
    expect(await poll((await miner((_request, socket) => socket.end('rubbish'))).port)).toMatchObject({
      ok: false,
      reason: 'garbled',
    })
    expect(await poll((await miner(answerFrom({}))).port)).toMatchObject({ ok: false, reason: 'garbled' })
  })

  test('a front-end without its miner is starting, not offline', async () => {
    const server = await miner((_request, socket) => socket.end('Socket connect failed: Connection refused'))
    const outcome = await createCgminerDriver().poll(
      { host: server.host, port: server.port },
      known(server.port),
      context,
    )
    expect(outcome).toMatchObject({ ok: true, reading: { state: 'starting', hashrateGhs: null, pools: [] } })
  })

  test('another device at the same address is told by its MAC', async () => {
    const before = { ...known(4028), key: 'mac:02:00:00:00:00:01', macAddress: '02:00:00:00:00:01' }
    const whatsminer = await miner(answerFrom(table('asic-rs-whatsminer-v2', all)))
    const at = (server: FakeServer) => ({ host: server.host, port: server.port })
    expect(await createCgminerDriver().poll(at(whatsminer), before, context)).toMatchObject({
      ok: true,
      identity: { key: 'mac:d4:01:02:03:04:05', make: 'Whatsminer' },
    })
    const joined = JSON.stringify(
      Object.fromEntries(
        ['version', ...all].map((command) => [
          command,
          [JSON.parse(String(fixture('asic-rs-avalonminer', command)))],
        ]),
      ),
    )
    const avalon = await miner(answerFrom({ 'version+summary+devs+pools': joined }))
    expect(await createCgminerDriver().poll(at(avalon), before, context)).toMatchObject({
      ok: true,
      identity: { key: 'mac:aa:bb:cc:dd:ee:ff', make: 'Avalon', model: 'Avalon Q' },
      reading: { state: 'idle' },
    })
    const expected = { ...before, key: 'mac:aa:bb:cc:dd:ee:ff', macAddress: 'aa:bb:cc:dd:ee:ff' }
    expect(await createCgminerDriver().poll(at(avalon), expected, context)).toMatchObject({
      identity: { ...expected, port: avalon.port },
    })
  })

  test('a device at a new address keeps its key', async () => {
    const server = await miner(answerFrom(table('asic-rs-whatsminer-v2', all)))
    const before = { ...known(4028), key: 'mac:d4:01:02:03:04:05', ipAddress: '192.0.2.1' }
    const outcome = await createCgminerDriver().poll(
      { host: server.host, port: server.port },
      before,
      context,
    )
    expect(outcome).toMatchObject({
      identity: { key: before.key, ipAddress: '127.0.0.1', port: server.port },
    })
  })
})
