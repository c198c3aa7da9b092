import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, createSystemClock } from '../clock.ts'
import { faultKinds } from '../faults/fault.ts'
import { type Ship, startShip } from '../ship/start-ship.ts'
import { askJson, exchange, until } from '../testing/sockets.ts'
import type { Device } from './device.ts'

const clock = createManualClock()
let ship: Ship
let device: Device
let neighbour: Device

const portOf = (of: Device, role: string) =>
  of.endpoints.find((endpoint) => endpoint.role === role)?.port ?? 0
const SUMMARY = '{"command":"summary"}'
const GET = 'GET /api/system/info HTTP/1.1\r\nHost: miner\r\n\r\n'

beforeAll(async () => {
  ship = await startShip({ miners: 2, lottery: 1, seed: 'faults', ageMs: 3_600_000, clock })
  device = ship.devices[0] as Device
  neighbour = ship.devices[1] as Device
})
beforeEach(() => device.clearFault())
afterAll(() => ship.close())

describe('faults of a line', () => {
  test('hung: takes the connection and the request, says nothing', async () => {
    await device.setFault('hung')
    expect(await exchange(device.port, SUMMARY, { silenceMs: 80 })).toMatchObject({
      ended: 'silent',
      bytes: { length: 0 },
    })
    expect(await exchange(portOf(device, 'web'), GET, { silenceMs: 80 })).toMatchObject({ ended: 'silent' })
    expect((await askJson(neighbour.port, 'summary')).SUMMARY).toHaveLength(1)
    await device.clearFault('hung')
    expect((await askJson(device.port, 'summary')).SUMMARY).toHaveLength(1)
  })

  test('a fault may be limited to one interface', async () => {
    await device.setFault({ kind: 'hung', on: 'web' })
    expect((await askJson(device.port, 'summary')).SUMMARY).toHaveLength(1)
    expect(await exchange(portOf(device, 'web'), GET, { silenceMs: 80 })).toMatchObject({ ended: 'silent' })
  })

  test('refused: the port is closed and comes back at the same place', async () => {
    const { port } = device
    await device.setFault('refused')
    expect((await exchange(port, SUMMARY)).ended).toBe('refused')
    expect(device.endpoints.every((endpoint) => !endpoint.isOpen)).toBe(true)
    await device.clearFault('refused')
    expect(device.port).toBe(port)
    expect((await askJson(port, 'summary')).SUMMARY).toHaveLength(1)
  })

  test('truncated: the beginning of the right answer, without its end', async () => {
    const whole = await exchange(device.port, '{"command":"pools"}')
    await device.setFault({ kind: 'truncated', fraction: 0.5 })
    const { bytes, ended } = await exchange(device.port, '{"command":"pools"}')
    expect(ended).toBe('closed')
    expect(bytes.length).toBe(Math.floor(whole.bytes.length / 2))
    expect(whole.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true)
    const web = (await exchange(portOf(device, 'web'), GET)).bytes.toString()
    expect(web).toMatch(/^HTTP\/1\.1 401/)
    expect(web).not.toContain('</html>')
  })

  test.each(['bytes', 'empty', 'html', 'missing-comma', 'proxy-refused'] as const)(
    'garbage: %s',
    async (form) => {
      await device.setFault({ kind: 'garbage', form })
      const { bytes, ended } = await exchange(device.port, '{"command":"stats"}')
      expect(ended).toBe('closed')
      expect(() => JSON.parse(bytes.toString().replace(/\0+$/, ''))).toThrow()
      if (form === 'empty') expect(bytes).toHaveLength(0)
      if (form === 'missing-comma') expect(bytes.toString()).toContain('}{')
      if (form === 'proxy-refused')
        expect(bytes.toString()).toBe('Socket connect failed: Connection refused\n')
      const lottery = ship.devices[2] as Device
      await lottery.setFault({ kind: 'garbage', form })
      const web = (await exchange(lottery.port, GET)).bytes.toString()
      expect(() => JSON.parse(web.split('\r\n\r\n')[1] ?? '')).toThrow()
      await lottery.clearFault()
    },
  )

  test('slow drip and slow answer: the whole answer, in time', async () => {
    const real = await startShip({ miners: 1, bitaxes: 1, clock: createSystemClock() })
    try {
      const [slow] = real.devices as [Device]
      await slow.setFault({ kind: 'slow-drip', bytesPerStep: 100, stepMs: 2 })
      expect((await askJson(slow.port, 'pools')).POOLS).toHaveLength(3)
      const [, axe] = real.devices as [Device, Device]
      for (const fault of [
        { kind: 'slow-drip', bytesPerStep: 100, stepMs: 2 },
        { kind: 'slow-answer', delayMs: 20 },
      ] as const) {
        await axe.setFault(fault)
        const response = await fetch(`http://127.0.0.1:${axe.port}/api/system/info`)
        expect(await response.json()).toHaveProperty('macAddr', axe.mac)
        await axe.clearFault()
      }
    } finally {
      await real.close()
    }
  })

  test('slow answer: right, once its time has come', async () => {
    await device.setFault({ kind: 'slow-answer', delayMs: 3000 })
    const answer = exchange(device.port, SUMMARY)
    let done = false
    answer.then(() => {
      done = true
    })
    await exchange(device.port, SUMMARY, { silenceMs: 60 })
    expect(done).toBe(false)
    clock.advance(3000)
    expect((await answer).bytes.toString()).toContain('"Code":11')
  })

  test('a client that has closed its sending side still gets a late answer', async () => {
    await device.setFault({ kind: 'slow-answer', delayMs: 3000 })
    const text = new Promise<string>((resolve) => {
      const parts: Buffer[] = []
      const socket = connect({ port: device.port, host: '127.0.0.1', allowHalfOpen: true })
      socket.on('data', (part) => parts.push(part))
      socket.on('end', () => resolve(Buffer.concat(parts).toString()))
      socket.end(SUMMARY)
    })
    await exchange(device.port, SUMMARY, { silenceMs: 60 })
    clock.advance(3000)
    expect(await text).toContain('"Code":11')
  })

  test('the worst of several faults shows', async () => {
    await device.setFault('slow-answer')
    await device.setFault('truncated')
    await device.setFault('hung')
    expect(device.faults().map((fault) => fault.kind)).toEqual(['slow-answer', 'truncated', 'hung'])
    expect((await exchange(device.port, SUMMARY, { silenceMs: 60 })).ended).toBe('silent')
  })
})

describe('faults of the machine', () => {
  const summary = async () => (await askJson(device.port, 'summary')).SUMMARY[0]

  test('reboot: away, then back by itself with counters at zero, ramping up', async () => {
    const before = await summary()
    expect(before.Accepted).toBeGreaterThan(0)
    const { port } = device
    await device.setFault({ kind: 'reboot', downMs: 45_000 })
    expect((await exchange(port, SUMMARY)).ended).toBe('refused')
    clock.advance(44_000)
    expect((await exchange(port, SUMMARY)).ended).toBe('refused')
    expect(device.truth().state.rateThs).toBe(0)
    clock.advance(1000)
    await until(() => device.endpoints.every((endpoint) => endpoint.isOpen))
    expect(device.faults()).toEqual([])
    expect(await summary()).toMatchObject({ Elapsed: 0, Accepted: 0, 'Difficulty Accepted': 0, 'GHS 5s': 0 })
    clock.advance(300_000)
    const after = await summary()
    expect(after.Elapsed).toBe(300)
    expect(after['GHS 5s']).toBeGreaterThan(240_000)
    expect(after.Accepted).toBeLessThan(before.Accepted)
  })

  test('hot: warm water, still hashing', async () => {
    const before = device.truth().state.thermal
    await device.setFault({ kind: 'hot', addC: 18 })
    clock.advance(900_000)
    const { state } = device.truth()
    expect(state.thermal.coolantInC - before.coolantInC).toBeGreaterThan(14)
    expect(state.rateThs).toBeGreaterThan(230)
  })

  test('dead board: two thirds of the rate and of the power', async () => {
    await device.clearFault()
    clock.advance(900_000)
    const before = device.truth().state
    await device.setFault({ kind: 'dead-board', board: 2 })
    clock.advance(10_000)
    const after = device.truth().state
    expect(after.rateThs / before.rateThs).toBeCloseTo(2 / 3, 1)
    expect(after.powerWatts / before.powerWatts).toBeCloseTo(2 / 3, 1)
    const stats = (await askJson(device.port, 'stats')).STATS[1]
    expect(stats).toMatchObject({ chain_acn3: 0, chain_rate3: '', chain_acs3: '', miner_count: 2 })
  })

  test('pool dead: shares stop, the average goes on telling old news', async () => {
    await device.setFault('pool-dead')
    const before = await summary()
    clock.advance(600_000)
    const after = await summary()
    expect(after.Accepted).toBe(before.Accepted)
    expect(after['GHS 5s']).toBe(0)
    expect(after['GHS av']).toBeGreaterThan(10_000)
    const { POOLS } = await askJson(device.port, 'pools')
    expect(POOLS.map((pool: { Status: string }) => pool.Status)).toEqual(['Dead', 'Dead', 'Dead'])
    await device.setFault({ kind: 'pool-dead', pools: 'first' })
    clock.advance(600_000)
    const failedOver = (await askJson(device.port, 'pools')).POOLS
    expect(failedOver[0]).toMatchObject({ Status: 'Dead', 'Stratum Active': false })
    expect(failedOver[1]).toMatchObject({ Status: 'Alive', 'Stratum Active': true })
    expect(failedOver[1].Accepted).toBeGreaterThan(0)
  })

  test('idle: reachable, standby power, no hashes', async () => {
    await device.setFault('idle')
    clock.advance(60_000)
    expect(await summary()).toMatchObject({ 'GHS 5s': 0 })
    expect(device.truth().state.powerWatts).toBe(38)
  })

  test('what is no fault is refused', async () => {
    await expect(device.setFault({ kind: 'truncated', fraction: 2 })).rejects.toThrow()
    await expect(device.setFault('nothing' as 'hung')).rejects.toThrow()
    expect(device.faults()).toEqual([])
    expect(faultKinds).toHaveLength(13)
  })
})
