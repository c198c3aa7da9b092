import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Stranger, StrangerSchema } from '@shipminer/contract/control/strangers'
import { afterEach, describe, expect, test } from 'vitest'
import {
  answerFrom,
  closedPort,
  type FakeServer,
  startHttp,
  startTcp,
} from '../drivers/fixtures/fake-device.ts'
import { fixture } from '../drivers/fixtures/fixtures.ts'
import { createDrivers } from '../drivers/registry.ts'
import { type AddressRange, parseAddressRanges } from './address-range.ts'
import type { FoundDevice } from './identify-device.ts'
import { type ScanOptions, type ScanSummary, scan } from './scan.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const keep = (server: FakeServer) => {
  servers.push(server)
  return server
}

function ranges(text: string): AddressRange[] {
  const parsed = parseAddressRanges(text)
  if (!parsed.ok) throw new Error(parsed.error.code)
  return parsed.ranges
}

async function run(
  text: string,
  options: ScanOptions = {},
): Promise<{ found: FoundDevice[]; summary: ScanSummary }> {
  const scanning = scan(ranges(text), { drivers: createDrivers(), ...options })
  const found: FoundDevice[] = []
  for (;;) {
    const next = await scanning.next()
    if (next.done) return { found, summary: next.value }
    found.push(next.value)
  }
}

const recorded = (device: string, commands: string[]) =>
  answerFrom(Object.fromEntries(commands.map((command) => [command, fixture(device, command)])))
const antminer = () => recorded('asic-rs-antminer-v2020', ['version', 'stats', 'summary', 'pools'])
const avalon = () => recorded('asic-rs-avalonminer', ['version', 'devdetails', 'summary', 'devs', 'pools'])
const stock = () =>
  recorded('cgminer-4.11.1-no-devices', ['version', 'devdetails', 'summary', 'devs', 'pools'])
const axeos = () =>
  startHttp((request, response) => {
    response.end(
      request.url === '/api/system/info' ? fixture('made-nerdqaxe', 'system_info') : '<title>AxeOS</title>',
    )
  })
const at = (...list: FakeServer[]) => list.map((server) => `${server.host}:${server.port}`).join(',')
const names = (found: FoundDevice[]) =>
  found.map(({ identity }) => `${identity.driver} ${identity.make} ${identity.model}`).sort()

describe('what answers and is not known', () => {
  test('is told with what each port said, cleaned and cut; known devices are not', async () => {
    const printer = keep(
      await startHttp((_request, response) => {
        response.setHeader('Server', 'Embed/1.0')
        response.end(`<title>Printer\u0000 \u001b[31m ${'x'.repeat(5_000)}</title>`)
      }),
    )
    const rig = keep(
      await startHttp((_request, response) => response.end('<title>Miner Web Dashboard</title>')),
    )
    const ssh = keep(await startTcp((_request, socket) => socket.end('SSH-2.0-dropbear\r\n')))
    const mute = keep(await startTcp((_request, socket) => socket.end()))
    const known = keep(await startTcp(antminer()))
    const strangers: Stranger[] = []
    const { found } = await run(at(printer, rig, ssh, mute, known), {
      onStranger: (stranger) => strangers.push(stranger),
    })
    expect(found).toHaveLength(1)
    const of = ({ port }: FakeServer) => strangers.find(({ ports }) => ports[0]?.port === port)
    expect(strangers).toHaveLength(4)
    expect(of(printer)).toMatchObject({ address: '127.0.0.1', guess: null, ports: [{ protocol: 'http' }] })
    const said = of(printer)?.ports[0]?.said ?? ''
    expect(said).toMatch(/^HTTP 200 · Embed\/1\.0 · Printer \[31m x+$/)
    expect(said.length).toBeLessThanOrEqual(300)
    expect(of(rig)).toMatchObject({ guess: 'ePIC' })
    expect(of(ssh)?.ports).toMatchObject([{ protocol: 'text', said: 'SSH-2.0-dropbear' }])
    expect(of(mute)?.ports).toMatchObject([{ protocol: 'mute', said: '' }])
    for (const stranger of strangers) expect(StrangerSchema.parse(stranger)).toEqual(stranger)
  })
})

/** Of nobody: a miner's page over TLS has one that it made itself, for a hundred years. */
const ownCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghdrrZ98aTbCp0krt
WS+SrZXvcr17iWUOajBuJOmIN0ShRANCAASh2rBXxrGTRneXFqV4zDrXdLSYc34z
96XFW1GP+eN0msHQUdC9CPe3KUyXtWRlvPPhQ+ElvnwU0/Pviuq4YPeh
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBeDCCAR2gAwIBAgIUXRfWlqGP12fWqT8r+ZMy3tRUIe0wCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFbWluZXIwIBcNMjYxMTI1MjMwNzUxWhgPMjEyNjExMDEyMzA3
NTFaMBAxDjAMBgNVBAMMBW1pbmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
odqwV8axk0Z3lxaleMw613S0mHN+M/elxVtRj/njdJrB0FHQvQj3tylMl7VkZbzz
4UPhJb58FNPz74rquGD3oaNTMFEwHQYDVR0OBBYEFEc6V2F7NZJMLBYMV5mCkDBG
KkuNMB8GA1UdIwQYMBaAFEc6V2F7NZJMLBYMV5mCkDBGKkuNMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhANVvgGB5ad3Tp6DB/jA7FdYKhQccDNd5
CxSBzcyvmii0AiEAz3PMfebmra1yuwYK8knT76nVd0L/X58ZvD4GtOxc0oA=
-----END CERTIFICATE-----`,
}

test('a page over TLS alone is asked, though nobody vouches for it, and known by what it says', async () => {
  const page = createHttpsServer(ownCertificate, (_request, response) =>
    response.end('<title>Miner Web Dashboard</title>'),
  )
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const { port } = page.address() as AddressInfo
  const closed = await closedPort()
  const strangers: Stranger[] = []
  await run('127.0.0.1', {
    cgminerPorts: [closed],
    httpPorts: [closed],
    whatsminerPorts: [closed],
    httpsPorts: [port],
    onStranger: (stranger) => strangers.push(stranger),
  })
  page.close()
  expect(strangers).toMatchObject([
    { guess: 'ePIC', ports: [{ port, protocol: 'https', said: 'HTTP 200 · Miner Web Dashboard' }] },
  ])
})

describe('what is found', () => {
  test('known makes by their drivers, the unknown by the generic one, everything else not at all', async () => {
    const devices = [
      keep(await startTcp(antminer())),
      keep(await startTcp(avalon())),
      keep(await startTcp(stock())),
      keep(await axeos()),
    ]
    const others = [
      keep(await startHttp((_request, response) => response.end('Miner Web Dashboard'))),
      keep(await startHttp((_request, response) => response.end('Printer'))),
      keep(await startTcp((_request, socket) => socket.end('SSH-2.0-dropbear\r\n'))),
      keep(await startTcp((_request, socket) => socket.resetAndDestroy())),
      keep(await startTcp((_request, socket) => socket.end())),
      keep(await startTcp((_request, socket) => socket.end('Socket connect failed: Connection refused'))),
    ]
    const { found, summary } = await run(at(...devices, ...others))
    expect(names(found)).toEqual([
      'antminer Antminer Antminer S19 Pro',
      'avalon Avalon Avalon Q',
      'axeos NerdQAxe NerdQAxe++',
      'cgminer null null',
    ])
    expect(summary).toEqual({ scanned: 10, answered: 10, found: 4, complete: true })
    for (const server of [...devices, ...others]) expect(server.mostTogether()).toBe(1)
  })

  test('the address of a device is where its API answers', async () => {
    const server = keep(await axeos())
    const { found } = await run(at(server))
    expect(found[0]?.address).toEqual({ host: '127.0.0.1', port: server.port })
    expect(found[0]?.identity).toMatchObject({ ipAddress: '127.0.0.1', port: server.port })
  })

  test('ports that were named come back in the address', async () => {
    const server = keep(await startTcp(antminer()))
    const web = keep(
      await startHttp((request, response) => {
        const challenge = {
          'WWW-Authenticate': 'Digest realm="antMiner Configuration", nonce="n", qop="auth"',
        }
        if (request.headers.authorization === undefined) response.writeHead(401, challenge).end()
        else response.end('{"macaddr":"02:B3:B9:8C:1E:C8"}')
      }),
    )
    const { found } = await run(`${at(server)}+${web.port}`)
    expect(found).toMatchObject([
      {
        address: { port: server.port, webPort: web.port },
        identity: { key: 'mac:02:b3:b9:8c:1e:c8', driver: 'antminer' },
      },
    ])
  })

  test('a host with API and web pages is one device', async () => {
    const api = keep(await startTcp(antminer(), { host: '127.0.1.9' }))
    const web = keep(
      await startHttp(
        (_request, response) =>
          response
            .writeHead(401, { 'WWW-Authenticate': 'Digest realm="antMiner Configuration", nonce="n"' })
            .end(),
        { host: '127.0.1.9' },
      ),
    )
    const { found, summary } = await run('127.0.1.9', { cgminerPorts: [api.port], httpPorts: [web.port] })
    expect(names(found)).toEqual(['antminer Antminer Antminer S19 Pro'])
    expect(found[0]?.address).toEqual({ host: '127.0.1.9', port: api.port, webPort: web.port })
    expect(summary).toMatchObject({ scanned: 1, answered: 1, found: 1 })
  })

  test('firmware of others on an Antminer is read by the generic driver and named', async () => {
    const api = keep(await startTcp(antminer(), { host: '127.0.1.10' }))
    const web = keep(
      await startHttp((_request, response) => response.end('<title>AnthillOS</title>'), {
        host: '127.0.1.10',
      }),
    )
    const { found } = await run('127.0.1.10', { cgminerPorts: [api.port], httpPorts: [web.port] })
    expect(found).toMatchObject([
      { identity: { driver: 'cgminer', make: 'Antminer', firmware: expect.stringMatching(/^VNish/) } },
    ])
  })

  test('two devices in a mostly dead /24', async () => {
    const one = keep(await startTcp(antminer(), { host: '127.0.1.7' }))
    keep(await startTcp(stock(), { host: '127.0.1.200', port: one.port }))
    const { found, summary } = await run('127.0.1.0/24', { cgminerPorts: [one.port], httpPorts: [] })
    expect(found.map(({ address }) => address.host).sort()).toEqual(['127.0.1.200', '127.0.1.7'])
    expect(summary).toEqual({ scanned: 254, answered: 2, found: 2, complete: true })
  })

  test('an address that is named twice is asked once', async () => {
    const server = keep(await startTcp(stock()))
    const { found, summary } = await run(at(server, server))
    expect(found).toHaveLength(1)
    expect(summary.scanned).toBe(1)
  })
})

describe('limits', () => {
  test("a hung device takes its own time and nobody else's", async () => {
    const hung = keep(await startTcp(() => {}))
    const good = keep(await startTcp(stock()))
    const { found, summary } = await run(at(hung, good), { identifyTimeoutMs: 150 })
    expect(names(found)).toEqual(['cgminer null null'])
    expect(summary).toEqual({ scanned: 2, answered: 2, found: 1, complete: true })
  })

  test('the budget ends the scan, and what was found stays found', async () => {
    const hung = keep(await startTcp(() => {}))
    const good = keep(await startTcp(stock()))
    const { found, summary } = await run(at(hung, good), { budgetMs: 300, identifyTimeoutMs: 60_000 })
    expect(found).toHaveLength(1)
    expect(summary).toEqual({ scanned: 1, answered: 2, found: 1, complete: false })
  })

  test('the caller ends the scan', async () => {
    const hung = keep(await startTcp(() => {}))
    const caller = new AbortController()
    const running = run(at(hung), { signal: caller.signal, identifyTimeoutMs: 60_000 })
    setTimeout(() => caller.abort(), 30)
    expect((await running).summary).toMatchObject({ found: 0, complete: false })
    expect((await run(at(hung), { signal: caller.signal })).summary).toEqual({
      scanned: 0,
      answered: 0,
      found: 0,
      complete: false,
    })
  })

  test('leaving the loop ends the scan', async () => {
    const hung = keep(await startTcp(() => {}))
    const good = keep(await startTcp(stock()))
    for await (const device of scan(ranges(at(good, hung)), { identifyTimeoutMs: 60_000 })) {
      expect(device.identity.driver).toBe('cgminer')
      break
    }
    expect(hung.requests.length).toBeLessThanOrEqual(1)
  })

  test('no more hosts at once than allowed', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, async () => keep(await startTcp(stock()))))
    const { found } = await run(at(...devices), { concurrency: 1 })
    expect(found.map(({ address }) => address.port)).toEqual(devices.map((device) => device.port))
  })

  test('nothing to scan', async () => {
    const scanning = scan([])
    expect(await scanning.next()).toEqual({
      done: true,
      value: { scanned: 0, answered: 0, found: 0, complete: true },
    })
  })
})
