import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { afterEach, describe, expect, test } from 'vitest'
import type { DeviceAddress } from '../driver.ts'
import { answerFrom, closedPort, type FakeServer, startHttp, startTcp } from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import type { Evidence } from '../judge/evidence.ts'
import { createAntminerDriver, type SeenBoards } from './antminer-driver.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const keep = (server: FakeServer) => {
  servers.push(server)
  return server
}

const context = { timeoutMs: 3000 }
const answers = Object.fromEntries(
  ['stats', 'summary', 'pools', 'version'].map((command) => [
    command,
    fixture('asic-rs-antminer-v2020', command),
  ]),
)
const zero = {
  ...answers,
  stats: String(answers.stats)
    .replace('"GHS 5s": 110566.89', '"GHS 5s": 0.0')
    .replace(/"chain_rate(\d)": "[\d.]+"/g, '"chain_rate$1": "0.00"'),
}

async function miner(table: Record<string, Buffer | string> = answers): Promise<FakeServer> {
  return keep(await startTcp(answerFrom(table)))
}

/** A web server that asks for a digest login and accepts any. */
async function web(pages: Record<string, string>, locked = false): Promise<FakeServer> {
  return keep(
    await startHttp((request, response) => {
      if (request.headers.authorization === undefined || locked) {
        response.writeHead(401, {
          'WWW-Authenticate': 'Digest realm="antMiner Configuration", nonce="n", qop="auth"',
        })
        response.end()
        return
      }
      response.end(pages[request.url ?? ''] ?? '{}')
    }),
  )
}

const evidence = (port: number, type = 'Antminer S19 Pro'): Evidence => ({
  cgminer: {
    port,
    version: { BMMiner: '1.0.0', Type: type, Miner: '49.0.1.3', CompileTime: 'Tue Dec  6 2022' },
    devdetails: [],
    description: 'cgminer 1.0.0',
    starting: false,
  },
  http: null,
})

async function identified(address: DeviceAddress) {
  const identity = await createAntminerDriver().identify(address, evidence(address.port), context)
  if (identity === null) throw new Error('not identified')
  return identity
}

describe('identify', () => {
  test('takes MAC, host name and firmware from the web pages', async () => {
    const api = await miner()
    const front = await web({
      '/cgi-bin/get_system_info.cgi':
        '{"minertype":"Antminer S19","macaddr":"02:B3:B9:8C:1E:C8","hostname":"Antminer","serinum":"SN1","system_filesystem_version":"Fri Nov 17"}',
    })
    expect(await identified({ host: api.host, port: api.port, webPort: front.port })).toEqual({
      key: 'mac:02:b3:b9:8c:1e:c8',
      driver: 'antminer',
      make: 'Antminer',
      model: 'Antminer S19 Pro',
      firmware: 'Fri Nov 17',
      serial: 'SN1',
      macAddress: '02:b3:b9:8c:1e:c8',
      hostname: 'Antminer',
      ipAddress: api.host,
      port: api.port,
    })
  })

  test('falls back to the serial when the MAC is none', async () => {
    const api = await miner()
    const front = await web({
      '/cgi-bin/get_system_info.cgi': '{"macaddr":"02:55:97:22:3M:72","serinum":"THQING0BDJAB024NF"}',
    })
    const identity = await identified({ host: api.host, port: api.port, webPort: front.port })
    expect(identity).toMatchObject({ key: 'serial:THQING0BDJAB024NF', macAddress: null })
  })

  test('falls back to the control board when the login is refused, and to the address in the end', async () => {
    const front = await web({}, true)
    const api = await miner()
    const identity = await identified({ host: api.host, port: api.port, webPort: front.port })
    expect(identity).toMatchObject({ key: 'serial:8144d5ca79104814', firmware: '49.0.1.3, Tue Dec  6 2022' })
    const bare = await miner({})
    expect(await identified({ host: bare.host, port: bare.port })).toMatchObject({
      key: `net:127.0.0.1:${bare.port}`,
    })
  })

  test.each([
    ['another make', { Type: 'AvalonMiner' }, null],
    ['firmware of others on an Antminer', { Type: 'Antminer S19', BOSminer: '1' }, null],
    ['firmware of others, told by its page', { Type: 'Antminer S19' }, 'AnthillOS'],
  ])('leaves %s to others', async (_name, version, page) => {
    const found = evidence(1)
    if (found.cgminer !== null) found.cgminer.version = version
    if (page !== null)
      found.http = { port: 80, status: 200, realm: null, location: null, server: null, body: page }
    expect(await createAntminerDriver().identify({ host: '127.0.0.1', port: 1 }, found, context)).toBeNull()
  })
})

describe('poll', () => {
  test('reads stats, summary and pools, one after the other', async () => {
    const api = await miner()
    const address = { host: api.host, port: api.port }
    const known = await identified(address)
    api.requests.length = 0
    const outcome = await createAntminerDriver().poll(address, known, context)
    expect(outcome).toMatchObject({
      ok: true,
      identity: known,
      reading: {
        state: 'mining',
        hashrateGhs: 110566.89,
        expectedHashrateGhs: 110000,
        acceptedDifficulty: 1305083904,
        bestShareDifficulty: 12904207043,
        powerWatts: null,
        flags: [],
      },
    })
    expect(api.requests.map((request) => JSON.parse(request).command)).toEqual(['stats', 'summary', 'pools'])
    expect(api.mostTogether()).toBe(1)
  })

  test('takes measured power where the device has it, and does not ask again for a while where it never had any', async () => {
    const api = await miner()
    const power = keep(await startHttp((_request, response) => response.end('miner_power:3010')))
    const address = { host: api.host, port: api.port, powerPort: power.port }
    const known = await identified(address)
    const driver = createAntminerDriver()
    expect(await driver.poll(address, known, context)).toMatchObject({
      reading: { powerWatts: 3010, flags: [] },
    })
    expect(await driver.poll(address, known, context)).toMatchObject({ reading: { powerWatts: 3010 } })
    expect(power.requests).toEqual(['/miner_power', '/miner_power'])

    const without = keep(await startHttp((_request, response) => response.end('error 6060 cmd')))
    const other = { ...address, powerPort: without.port }
    expect(await driver.poll(other, known, context)).toMatchObject({ reading: { powerWatts: null } })
    expect(await driver.poll(other, known, context)).toMatchObject({ reading: { powerWatts: null } })
    expect(without.requests).toHaveLength(2)

    const fresh = createAntminerDriver()
    expect(await fresh.poll(other, known, context)).toMatchObject({ reading: { powerWatts: null } })
    expect(await fresh.poll(other, known, context)).toMatchObject({ reading: { powerWatts: null } })
    expect(without.requests).toHaveLength(3)

    const cut = keep(
      await startTcp((_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n30')),
    )
    expect(
      await fresh.poll({ ...address, powerPort: cut.port }, { ...known, key: 'serial:x' }, context),
    ).toMatchObject({
      reading: { powerWatts: null },
    })
  })

  test('zero with work mode 1 is sleep, with any other mode idle; without the web nobody knows', async () => {
    const api = await miner(zero)
    const address = { host: api.host, port: api.port }
    const known = await identified(address)
    const conf = (mode: string) => web({ '/cgi-bin/get_miner_conf.cgi': `{"pools":[],${mode}}` })
    const stateWith = async (front: FakeServer | null) => {
      const outcome = await createAntminerDriver().poll(
        front === null ? address : { ...address, webPort: front.port },
        known,
        context,
      )
      return outcome.ok ? [outcome.reading.state, outcome.reading.hashrateGhs] : outcome.reason
    }
    expect(await stateWith(await conf('"bitmain-work-mode":"1"'))).toEqual(['sleeping', 0])
    expect(await stateWith(await conf('"miner-mode":1'))).toEqual(['sleeping', 0])
    expect(await stateWith(await conf('"bitmain-work-mode":"0"'))).toEqual(['idle', 0])
    expect(await stateWith(await conf('"bitmain-freq":"550"'))).toEqual(['idle', 0])
    expect(await stateWith(await web({}, true))).toEqual([null, 0])
    expect(await stateWith(null)).toEqual([null, 0])
  })

  describe('which device answered', () => {
    const known = (more: Partial<DeviceIdentity> = {}): DeviceIdentity => ({
      key: 'mac:02:b3:b9:8c:1e:c8',
      driver: 'antminer',
      make: 'Antminer',
      model: null,
      firmware: null,
      serial: null,
      macAddress: '02:b3:b9:8c:1e:c8',
      hostname: null,
      ipAddress: '127.0.0.1',
      port: 4028,
      ...more,
    })
    const page = (mac: string) => ({ '/cgi-bin/get_system_info.cgi': JSON.stringify({ macaddr: mac }) })

    test('the expected one is looked up once', async () => {
      const api = await miner()
      const front = await web(page('02:B3:B9:8C:1E:C8'))
      const address = { host: api.host, port: api.port, webPort: front.port }
      const driver = createAntminerDriver()
      expect(await driver.poll(address, known(), context)).toMatchObject({ identity: { key: known().key } })
      const asked = front.requests.length
      expect(await driver.poll(address, known(), context)).toMatchObject({ identity: { key: known().key } })
      expect(front.requests).toHaveLength(asked)
    })

    test('another at the same address is told by its MAC', async () => {
      const api = await miner()
      const front = await web(page('02:00:00:00:00:01'))
      const address = { host: api.host, port: api.port, webPort: front.port }
      expect(await createAntminerDriver().poll(address, known(), context)).toMatchObject({
        ok: true,
        identity: {
          key: 'mac:02:00:00:00:00:01',
          macAddress: '02:00:00:00:00:01',
          serial: '8144d5ca79104814',
        },
      })
    })

    test('without web pages the first board is believed, and another after it is not', async () => {
      let table: Record<string, Buffer | string> = answers
      const api = keep(await startTcp((request, socket, count) => answerFrom(table)(request, socket, count)))
      const address = { host: api.host, port: api.port }
      const driver = createAntminerDriver()
      expect(await driver.poll(address, known(), context)).toMatchObject({ identity: { key: known().key } })
      table = { ...answers, stats: String(answers.stats).replace('8144d5ca79104814', '0123456789abcdef') }
      expect(await driver.poll(address, known(), context)).toMatchObject({
        identity: { key: 'serial:0123456789abcdef', macAddress: null },
      })
    })

    test('a board known by its number keeps its key when its MAC becomes known', async () => {
      const api = await miner()
      const front = await web(page('02:B3:B9:8C:1E:C8'))
      const address = { host: api.host, port: api.port, webPort: front.port }
      const before = known({ key: 'serial:8144d5ca79104814', serial: '8144d5ca79104814', macAddress: null })
      expect(await createAntminerDriver().poll(address, before, context)).toMatchObject({
        identity: { key: before.key, serial: before.serial, macAddress: '02:b3:b9:8c:1e:c8' },
      })
    })
  })

  test('a board that vanishes is dead from then on', async () => {
    const gone = {
      ...answers,
      stats: String(answers.stats)
        .replace('"chain_acn3": 114', '"chain_acn3": 0')
        .replace('"chain_rate3": "37427.38"', '"chain_rate3": ""'),
    }
    let table: Record<string, Buffer | string> = answers
    const api = keep(await startTcp((request, socket, count) => answerFrom(table)(request, socket, count)))
    const address = { host: api.host, port: api.port }
    const known = await identified(address)
    const driver = createAntminerDriver()
    expect(await driver.poll(address, known, context)).toMatchObject({ reading: { flags: [] } })
    table = gone
    const outcome = await driver.poll(address, known, context)
    expect(outcome).toMatchObject({ reading: { flags: ['dead-board'], state: 'mining' } })
    expect(
      outcome.ok && outcome.reading.boards.filter((board) => board.dead).map((board) => board.index),
    ).toEqual([3])
  })

  test('a board that was lost before a restart is missed after it', async () => {
    const gone = String(answers.stats)
      .replace('"chain_acn1": 114', '"chain_acn1": 0')
      .replace(/"chain_rate1": "[\d.]+"/, '"chain_rate1": ""')
    let table: Record<string, Buffer | string> = answers
    const api = keep(await startTcp((request, socket, count) => answerFrom(table)(request, socket, count)))
    const address = { host: api.host, port: api.port }
    const known = await identified(address)
    const seen = new Map<string, Set<number>>()
    const boards: SeenBoards = {
      of: (key) => seen.get(key) ?? new Set(),
      add: (key, slots) => seen.set(key, new Set([...(seen.get(key) ?? []), ...slots])),
    }
    await createAntminerDriver({ boards }).poll(address, known, context)
    table = { ...answers, stats: gone }
    const afterRestart = await createAntminerDriver({ boards }).poll(address, known, context)
    expect(afterRestart).toMatchObject({ reading: { flags: ['dead-board'] } })
    const ofAnother = await createAntminerDriver().poll(address, known, context)
    expect(ofAnother).toMatchObject({ reading: { flags: [] } })
  })

  test('warming up, starting behind a front-end, and every board dead', async () => {
    const known = await identified({ host: '127.0.0.1', port: (await miner()).port })
    const stateOf = async (table: Record<string, Buffer | string>) => {
      const api = await miner(table)
      const outcome = await createAntminerDriver().poll({ host: api.host, port: api.port }, known, context)
      return outcome.ok ? outcome.reading.state : outcome.reason
    }
    const young = Object.fromEntries(
      Object.entries(zero).map(([command, text]) => [
        command,
        String(text).replaceAll('"Elapsed": 50474', '"Elapsed": 60'),
      ]),
    )
    expect(await stateOf(young)).toBe('starting')
    expect(await stateOf({ ...zero, stats: String(zero.stats).replace(/ooo/g, 'xxx') })).toBe('fault')
    const front = keep(
      await startTcp((_request, socket) => socket.end('Socket connect failed: Connection refused')),
    )
    const outcome = await createAntminerDriver().poll({ host: front.host, port: front.port }, known, context)
    expect(outcome).toMatchObject({ ok: true, reading: { state: 'starting', hashrateGhs: null } })
  })

  test('without stats the summary speaks; without an answer there is none', async () => {
    const known = await identified({ host: '127.0.0.1', port: (await miner()).port })
    const driver = createAntminerDriver()
    const api = await miner({
      summary: fixture('proto-fleet-antminer-stock', 'summary'),
      pools: fixture('proto-fleet-antminer-stock', 'pools'),
    })
    expect(await driver.poll({ host: api.host, port: api.port }, known, context)).toMatchObject({
      ok: true,
      reading: { state: 'mining', hashrateGhs: 88422, acceptedDifficulty: 1.5e10, boards: [] },
    })
    expect(await driver.poll({ host: '127.0.0.1', port: await closedPort() }, known, context)).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    const hung = keep(await startTcp(() => {}))
    expect(await driver.poll({ host: hung.host, port: hung.port }, known, { timeoutMs: 100 })).toMatchObject({
      ok: false,
      reason: 'timeout',
    })
  })

  test('a device that hangs after its stats still gives what it said', async () => {
    const api = keep(
      await startTcp((request, socket, count) => {
        if (request.includes('stats')) answerFrom(answers)(request, socket, count)
      }),
    )
    const known = await identified({ host: '127.0.0.1', port: (await miner()).port })
    expect(
      await createAntminerDriver().poll({ host: api.host, port: api.port }, known, { timeoutMs: 200 }),
    ).toMatchObject({
      ok: true,
      reading: {
        state: 'mining',
        hashrateGhs: 110566.89,
        acceptedDifficulty: null,
        flags: ['partial-answer'],
      },
    })
  })
})
