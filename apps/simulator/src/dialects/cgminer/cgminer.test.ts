import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../clock.ts'
import type { Device } from '../../device/device.ts'
import { type Ship, startShip } from '../../ship/start-ship.ts'
import { askJson, askText } from '../../testing/sockets.ts'

const clock = createManualClock()
let ship: Ship
let device: Device

beforeAll(async () => {
  ship = await startShip({ fleet: [{ model: 'cgminer', count: 1 }], seed: 'plain', ageMs: 3_600_000, clock })
  device = ship.devices[0] as Device
})
afterAll(() => ship.close())

describe('a plain cgminer', () => {
  test('has no page, only its port', () => {
    expect(device.endpoints.map((endpoint) => endpoint.role)).toEqual(['rpc'])
  })

  test('reports MH/s', async () => {
    const [summary] = (await askJson(device.port, 'summary')).SUMMARY
    expect(summary['MHS 5s'] / 5.6e6).toBeCloseTo(1, 0)
    expect(summary['MHS av'] / 5.6e6).toBeCloseTo(1, 0)
    const [dev] = (await askJson(device.port, 'devs')).DEVS
    expect(dev).toMatchObject({ ASC: 0, Enabled: 'Y', Status: 'Alive', 'MHS 5s': summary['MHS 5s'] })
    expect(dev.Temperature).toBeGreaterThan(40)
  })

  test('joins reading commands, and refuses the others one by one', async () => {
    const joined = await askJson(device.port, 'summary+quit+bogus')
    expect(joined.summary[0].STATUS[0].Code).toBe(11)
    expect(joined.quit[0].STATUS[0].Code).toBe(45)
    expect(joined.bogus[0].STATUS[0].Code).toBe(14)
    const text = await askText(device.port, 'version+config')
    expect(text).toMatch(/^CMD=version\|STATUS=S,.*\|VERSION,.*\|CMD=config\|STATUS=S,.*\|CONFIG,.*\|\0$/)
  })

  test('says what may be asked', async () => {
    const check = async (parameter: string) => (await askJson(device.port, 'check', { parameter })).CHECK[0]
    expect(await check('summary')).toEqual({ Exists: 'Y', Access: 'Y' })
    expect(await check('switchpool')).toEqual({ Exists: 'Y', Access: 'N' })
    expect(await check('bogus')).toEqual({ Exists: 'N', Access: 'N' })
    expect((await askJson(device.port, 'check')).STATUS[0].Code).toBe(71)
  })

  test('a command with the name of an inherited property is unknown', async () => {
    for (const command of ['constructor', '__proto__', 'toString']) {
      expect((await askJson(device.port, command)).STATUS[0].Code).toBe(14)
    }
  })
})
