import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import { parseDigestHeader } from '../../http/digest-auth.ts'
import { type Ship, startShip } from '../../ship/start-ship.ts'
import { exchange } from '../../testing/sockets.ts'

const clock = createManualClock()
let ship: Ship
let web: string
let power: string

beforeAll(async () => {
  ship = await startShip({ miners: 1, seed: 'web', ageMs: 3_600_000, clock })
  const device = ship.devices[0] as Device
  const port = (role: string) => device.endpoints.find((endpoint) => endpoint.role === role)?.port
  web = `http://127.0.0.1:${port('web')}`
  power = `http://127.0.0.1:${port('power')}`
})
afterAll(() => ship.close())

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function authorise(challenge: string, path: string, password: string, method = 'GET'): string {
  const { realm = '', nonce = '' } = parseDigestHeader(challenge) ?? {}
  const [nc, cnonce] = ['00000001', 'abcdef']
  const ha1 = md5(`root:${realm}:${password}`)
  const response = md5(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${path}`)}`)
  return `Digest username="root", realm="${realm}", nonce="${nonce}", uri="${path}", qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}"`
}

async function read(base: string, path: string, password = 'root') {
  const refused = await fetch(base + path)
  expect(refused.status).toBe(401)
  await refused.text()
  const challenge = refused.headers.get('www-authenticate') ?? ''
  return fetch(base + path, { headers: { authorization: authorise(challenge, path, password) } })
}

describe('the web pages of a stock Antminer', () => {
  test('nothing is served without the password, and the realm names the make', async () => {
    for (const path of ['/', '/cgi-bin/summary.cgi', '/cgi-bin/none.cgi']) {
      const response = await fetch(web + path)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Digest realm="antMiner Configuration", nonce="[^"]+", qop="auth"$/,
      )
      expect(response.headers.get('server')).toMatch(/^lighttpd/)
    }
    expect((await read(web, '/cgi-bin/summary.cgi', 'wrong')).status).toBe(401)
    const basic = await fetch(`${web}/`, { headers: { authorization: 'Basic cm9vdDpyb290' } })
    expect(basic.status).toBe(401)
  })

  test.each([
    ['get_system_info', 'minertype'],
    ['miner_type', 'miner_type'],
    ['get_network_info', 'macaddr'],
    ['get_miner_conf', 'bitmain-work-mode'],
    ['summary', 'SUMMARY'],
    ['stats', 'STATS'],
    ['pools', 'POOLS'],
    ['get_blink_status', 'blink'],
  ])('%s.cgi', async (name, key) => {
    const response = await read(web, `/cgi-bin/${name}.cgi`)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty(key)
  })

  test('an unknown page is not found', async () => {
    expect((await read(web, '/cgi-bin/none.cgi')).status).toBe(404)
  })

  test('an old nonce is stale, which is not the same as wrong', async () => {
    const refused = await fetch(`${web}/cgi-bin/summary.cgi`)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    clock.advance(3_600_000)
    const late = await fetch(`${web}/cgi-bin/summary.cgi`, {
      headers: { authorization: authorise(challenge, '/cgi-bin/summary.cgi', 'root') },
    })
    expect(late.status).toBe(401)
    expect(late.headers.get('www-authenticate')).toContain('stale=true')
    expect((await read(web, '/cgi-bin/summary.cgi')).status).toBe(200)
  })

  test('an answer for one page does not open another', async () => {
    const refused = await fetch(`${web}/cgi-bin/summary.cgi`)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    const other = await fetch(`${web}/cgi-bin/get_miner_conf.cgi`, {
      headers: { authorization: authorise(challenge, '/cgi-bin/summary.cgi', 'root') },
    })
    expect(other.status).toBe(401)
  })

  test('the power port tells watts in its own words, to everybody', async () => {
    const text = await (await fetch(`${power}/miner_power`)).text()
    expect(text).toMatch(/^miner power:\d+$/)
    const watts = Number(text.split(':')[1])
    expect(watts).toBe(Math.round(ship.devices[0]?.truth().state.powerWatts ?? 0))
    expect(await (await fetch(`${power}/warning`)).json()).toEqual({ error_message: 'None' })
    expect(await (await fetch(`${power}/other`)).text()).toBe('error 6060 cmd')
  })

  test('the power port of later units wants the password and has an odd status line', async () => {
    const later = await startShip({ miners: 1, model: 's21-hyd', ageMs: 3_600_000, clock })
    try {
      const port = later.devices[0]?.endpoints.find((endpoint) => endpoint.role === 'power')?.port ?? 0
      const refused = await fetch(`http://127.0.0.1:${port}/miner_power`)
      expect(refused.status).toBe(401)
      const login = authorise(refused.headers.get('www-authenticate') ?? '', '/miner_power', 'root')
      const { bytes, ended } = await exchange(
        port,
        `GET /miner_power HTTP/1.1\r\nHost: miner\r\nAuthorization: ${login}\r\n\r\n`,
      )
      expect(ended).toBe('closed')
      expect(bytes.toString()).toMatch(/^HTTP\/1\.0 {2}200 {2}OK\r\n[\s\S]*\r\n\r\nminer power:5\d\d\d$/)
    } finally {
      await later.close()
    }
  })

  test('sleeping shows in the configuration, a dead board in stats and summary', async () => {
    const device = ship.devices[0] as Device
    await device.setFault({ kind: 'dead-board', board: 1 })
    clock.advance(10_000)
    const { STATS } = (await (await read(web, '/cgi-bin/stats.cgi')).json()) as {
      STATS: { chain: { rate_real: number; asic_num: number }[] }[]
    }
    expect(STATS[0]?.chain.map((chain) => chain.rate_real > 0)).toEqual([true, false, true])
    expect(STATS[0]?.chain[1]?.asic_num).toBe(0)
    const summary = await (await read(web, '/cgi-bin/summary.cgi')).text()
    expect(summary).toContain('chain 1 hash rate is zero')
    await device.setFault('idle')
    clock.advance(10_000)
    expect(await (await read(web, '/cgi-bin/get_miner_conf.cgi')).json()).toHaveProperty(
      'bitmain-work-mode',
      '1',
    )
    expect(await (await fetch(`${power}/miner_power`)).text()).toBe('miner power:38')
    await device.clearFault()
  })
})
