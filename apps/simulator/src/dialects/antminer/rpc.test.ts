import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import { type Ship, startShip } from '../../ship/start-ship.ts'
import { askJson, askText, exchange } from '../../testing/sockets.ts'

const clock = createManualClock()
let ship: Ship
let device: Device

beforeAll(async () => {
  ship = await startShip({ miners: 1, seed: 'rpc', ageMs: 8 * 3_600_000, roles: ['rpc'], clock })
  device = ship.devices[0] as Device
})
afterAll(() => ship.close())

describe('the TCP API of a stock Antminer', () => {
  test('answers JSON, one NUL, then closes', async () => {
    const { bytes, ended } = await exchange(device.port, '{"command":"version"}')
    expect(ended).toBe('closed')
    expect(bytes.at(-1)).toBe(0)
    expect(bytes.indexOf(0)).toBe(bytes.length - 1)
    const document = JSON.parse(bytes.subarray(0, -1).toString())
    expect(document.STATUS[0]).toMatchObject({
      STATUS: 'S',
      Code: 22,
      When: Math.floor(clock.nowMs() / 1000),
    })
    expect(document.VERSION[0].Type).toBe('Antminer S19 XP Hyd.')
    expect(document.id).toBe(1)
  })

  test.each([
    ['version', 22, 'VERSION', 1],
    ['summary', 11, 'SUMMARY', 1],
    ['pools', 7, 'POOLS', 3],
    ['devs', 9, 'DEVS', 1],
    ['stats', 70, 'STATS', 2],
  ])('%s has code %i and its section', async (command, code, section, rows) => {
    const document = await askJson(device.port, command)
    expect(document.STATUS[0]).toMatchObject({ STATUS: 'S', Code: code })
    expect(document[section]).toHaveLength(rows)
  })

  test.each([
    ['summary+pools', 14, 'Invalid command'],
    ['bogus', 14, 'Invalid command'],
    ['', 14, 'Invalid command'],
    ['SUMMARY', 14, 'Invalid command'],
    ['config', 45, "Access denied to 'config' command"],
    ['switchpool', 45, "Access denied to 'switchpool' command"],
    ['quit', 45, "Access denied to 'quit' command"],
    ['privileged', 45, "Access denied to 'privileged' command"],
    ['restart', 45, "Access denied to 'restart' command"],
  ])("'%s' is refused with code %i", async (command, code, message) => {
    const document = await askJson(device.port, command, { parameter: '0' })
    expect(document.STATUS[0]).toMatchObject({ STATUS: 'E', Code: code, Msg: message })
    expect(Object.keys(document)).toEqual(['STATUS', 'id'])
  })

  test.each([
    ['{"command":', 23],
    ['{}', 14],
    ['{"command":5}', 14],
    ['null', 14],
    ['GET / HTTP/1.1\r\nHost: miner\r\n\r\n', 14],
    ['[1]', 14],
    [' ', 14],
    ['\0', 14],
    [`{"command":"summary"${' '.repeat(5000)}}`, 23],
  ])('%j is answered with code %i and never hangs', async (request, code) => {
    const text = await askText(device.port, request)
    expect(text.endsWith('\0')).toBe(true)
    expect(text).toMatch(new RegExp(`Code"?[:=]${code}\\b`))
  })

  test('text mode, with or without a line end', async () => {
    for (const request of ['summary', 'summary\n', 'summary\r\n', 'summary|']) {
      const text = await askText(device.port, request)
      expect(text).toMatch(
        /^STATUS=S,When=\d+,Code=11,Msg=Summary,Description=cgminer 1\.0\.0\|SUMMARY,Elapsed=\d+,/,
      )
      expect(text.endsWith('|\0')).toBe(true)
    }
    expect(await askText(device.port, 'pools')).toMatch(
      /\|POOL=0,URL=stratum\+tcp:.*\|POOL=1,.*\|POOL=2,.*\|\0$/,
    )
    expect(await askText(device.port, 'version')).toContain('|VERSION,BMMiner=1.0.0,API=3.1,')
    expect(await askText(device.port, 'quit')).toContain("Code=45,Msg=Access denied to 'quit' command")
  })

  test('a request in two pieces is read as its first piece', async () => {
    const text = await askText(device.port, '{"command":"sum')
    expect(text).toContain('"Code":23')
  })

  test('the answers of one moment agree with each other', async () => {
    const [summary, pools, devs, stats] = [
      (await askJson(device.port, 'summary')).SUMMARY[0],
      (await askJson(device.port, 'pools')).POOLS,
      (await askJson(device.port, 'devs')).DEVS[0],
      (await askJson(device.port, 'stats')).STATS[1],
    ]
    const total = (key: string) =>
      pools.reduce((sum: number, pool: Record<string, number>) => sum + (pool[key] ?? 0), 0)
    expect(summary.Accepted).toBe(total('Accepted'))
    expect(summary['Difficulty Accepted']).toBe(total('Difficulty Accepted'))
    expect(devs.Accepted).toBe(summary.Accepted)
    expect(stats['GHS 5s']).toBe(summary['GHS 5s'])
    const chains = [1, 2, 3].map((n) => Number(stats[`chain_rate${n}`]))
    expect(chains.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(summary['GHS 5s'], 0)
    expect(summary['Difficulty Accepted']).toBe(summary.Accepted * 524_288)
    const ghsFromShares = (summary['Difficulty Accepted'] * 2 ** 32) / summary.Elapsed / 1e9
    expect(Math.abs(ghsFromShares / summary['GHS av'] - 1)).toBeLessThan(0.12)
  })

  test('keeps the odd forms of the firmware', async () => {
    const stats = (await askJson(device.port, 'stats')).STATS[1]
    expect(stats.chain_rate1).toMatch(/^\d+\.\d\d$/)
    expect(stats.chain_rate4).toBe('')
    expect(stats.temp_chip1).toMatch(/^\d+-\d+-\d+-\d+$/)
    expect(stats.fan_num).toBe(0)
    expect(stats.chain_acs1.replaceAll(' ', '')).toBe('o'.repeat(204))
    const [pool] = (await askJson(device.port, 'pools')).POOLS
    expect(pool.Diff).toBe('524K')
    expect(pool['Last Share Time']).toMatch(/^\d+:\d\d:\d\d$/)
    expect(pool).toHaveProperty('Pool Stale%%')
    const [dev] = (await askJson(device.port, 'devs')).DEVS
    expect(dev).toMatchObject({ 'MHS 5s': 0, Tenperature: 0 })
  })

  test('water of a hydro unit is among the sensors of temp_pic', async () => {
    const stats = (await askJson(device.port, 'stats')).STATS[1]
    const [, out, into] = stats.temp_pic1.split('-').map(Number)
    const { thermal } = device.truth().state
    expect(into).toBe(Math.round(thermal.coolantInC))
    expect(out).toBe(Math.round(thermal.coolantOutC))
    expect(out).toBeGreaterThan(into)
  })

  test('new_api gives the documents of the web pages', async () => {
    const document = await askJson(device.port, 'stats', { new_api: true })
    expect(document.STATS[0].chain).toHaveLength(3)
    expect(document.STATUS).toMatchObject({ STATUS: 'S', api_version: '1.0.0' })
    const ignored = await askJson(device.port, 'stats', { parameter: { new_api: true } })
    expect(ignored.STATS[1].ID).toBe('BTM_SOC0')
  })

  test('time passes: shares and uptime go on, the lifetime average hardly moves', async () => {
    const before = (await askJson(device.port, 'summary')).SUMMARY[0]
    clock.advance(600_000)
    const after = (await askJson(device.port, 'summary')).SUMMARY[0]
    expect(after.Elapsed).toBe(before.Elapsed + 600)
    expect(after.Accepted).toBeGreaterThan(before.Accepted + 30)
    expect(after['GHS 5s']).not.toBe(before['GHS 5s'])
    expect(Math.abs(after['GHS av'] / before['GHS av'] - 1)).toBeLessThan(0.02)
  })
})
