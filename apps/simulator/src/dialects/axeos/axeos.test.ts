import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import { type Ship, startShip } from '../../ship/start-ship.ts'
import { exchange } from '../../testing/sockets.ts'
import { difficultyText } from './system-info.ts'

const clock = createManualClock()
let ship: Ship
let lottery: Device
let bitaxe: Device

beforeAll(async () => {
  ship = await startShip({ miners: 0, lottery: 1, bitaxes: 1, seed: 'axe', ageMs: 3_600_000, clock })
  lottery = ship.findDevice('lottery-01') as Device
  bitaxe = ship.findDevice('bitaxe-01') as Device
})
afterAll(() => ship.close())

// biome-ignore lint/suspicious/noExplicitAny: tests reach into foreign documents
async function info(device: Device): Promise<any> {
  return (await fetch(`http://127.0.0.1:${device.port}/api/system/info`)).json()
}

describe('devices of the AxeOS family', () => {
  test('each has only a web port and closes after every answer', async () => {
    expect(lottery.endpoints.map((endpoint) => endpoint.role)).toEqual(['web'])
    const { bytes, ended } = await exchange(
      bitaxe.port,
      'GET /api/system/info HTTP/1.1\r\nHost: bitaxe\r\n\r\n',
    )
    expect(ended).toBe('closed')
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(bytes.toString()).toMatch(/\r\nConnection: close\r\n/i)
  })

  test('the start page names the family, packed whatever the client asks for', async () => {
    for (const [device, marker, absent] of [
      [bitaxe, 'AxeOS', 'Nerd'],
      [lottery, 'Nerd', 'AxeOS'],
    ] as const) {
      const page = await new Promise<string>((resolve, reject) => {
        request({ port: device.port, host: '127.0.0.1', path: '/' }, (response) => {
          expect(response.headers['content-encoding']).toBe('gzip')
          const parts: Buffer[] = []
          response.on('data', (part) => parts.push(part))
          response.on('end', () => resolve(gunzipSync(Buffer.concat(parts)).toString()))
        })
          .on('error', reject)
          .end()
      })
      expect(page).toContain(marker)
      expect(page).not.toContain(absent)
    }
  })

  test('a Lottery Miner hashes 2.4 TH/s at about 120 W and has four chips', async () => {
    const fields = await info(lottery)
    expect(fields.hashRate).toBeGreaterThan(2200)
    expect(fields.hashRate).toBeLessThan(2600)
    expect(fields.power).toBeGreaterThan(105)
    expect(fields.power).toBeLessThan(130)
    expect(fields).toMatchObject({ deviceModel: 'NerdQAxe+', asicCount: 4, shutdown: false, foundBlocks: 0 })
    expect(fields.asicTemps).toHaveLength(4)
    expect(fields.bestDiff).toMatch(/^[\d.]+[kMGTP]?$/)
    expect((fields.smallCoreCount * fields.asicCount * fields.frequency) / 1000).toBeCloseTo(2400, -1)
    expect((fields.voltage / 1000) * (fields.current / 1000)).toBeCloseTo(fields.power, 1)
  })

  test('a Bitaxe of today writes numbers and its expected rate', async () => {
    const fields = await info(bitaxe)
    expect(typeof fields.bestDiff).toBe('number')
    expect(fields.expectedHashrate).toBeCloseTo(1199.5, 0)
    expect(fields.hashRate).toBeGreaterThan(1100)
    expect(fields).toMatchObject({ ASICModel: 'BM1370', miningPaused: false, isUsingFallbackStratum: 0 })
    expect(fields).not.toHaveProperty('stratumPassword')
    expect(fields).not.toHaveProperty('wifiPass')
  })

  test('the options of the chip', async () => {
    const response = await fetch(`http://127.0.0.1:${bitaxe.port}/api/system/asic`)
    expect(await response.json()).toMatchObject({
      ASICModel: 'BM1370',
      deviceModel: 'Gamma',
      defaultFrequency: 588,
    })
  })

  test('only for the own network: a page of elsewhere is refused', async () => {
    const url = `http://127.0.0.1:${bitaxe.port}/api/system/info`
    expect((await fetch(url, { headers: { origin: 'https://example.com' } })).status).toBe(401)
    expect((await fetch(url, { headers: { origin: 'http://192.168.1.4' } })).status).toBe(200)
  })

  test('unknown calls and pages', async () => {
    expect((await fetch(`http://127.0.0.1:${bitaxe.port}/api/none`)).status).toBe(404)
    const portal = await fetch(`http://127.0.0.1:${bitaxe.port}/none`, { redirect: 'manual' })
    expect(portal.status).toBe(302)
    expect(portal.headers.get('location')).toBe('/')
  })

  test('a reboot forgets the session and keeps the best share ever', async () => {
    const before = await info(lottery)
    expect(before.sharesAccepted).toBeGreaterThan(0)
    await lottery.setFault({ kind: 'reboot', downMs: 60_000 })
    clock.advance(60_000)
    await lottery.clearFault()
    const after = await info(lottery)
    expect(after.uptimeSeconds).toBe(0)
    expect(after.sharesAccepted).toBe(0)
    expect(after.hashRate).toBe(0)
    expect(after.bestSessionDiff).toBe('0')
    expect(after.bestDiff).toBe(before.bestDiff)
    expect(after.macAddr).toBe(before.macAddr)
  })

  test.each([
    [0, '0'],
    [999, '999'],
    [483_000, '483k'],
    [4_290_000_000, '4.29G'],
    [12_345, '12.3k'],
  ])('difficulty %d is written %s', (difficulty, text) => expect(difficultyText(difficulty)).toBe(text))
})
