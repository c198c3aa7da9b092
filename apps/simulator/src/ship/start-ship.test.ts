import { describe, expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import type { Device } from '../device/device.ts'
import { modelNames } from '../models/catalogue.ts'
import { askJson, exchange } from '../testing/sockets.ts'
import { startShip } from './start-ship.ts'

describe('a ship', () => {
  test('200 miners start, answer at once and close without a trace', async () => {
    const ship = await startShip({ miners: 200, seed: 'many', roles: ['rpc'], ageMs: 3_600_000 })
    const answers = await Promise.all(ship.devices.map((device) => askJson(device.port, 'summary')))
    expect(answers).toHaveLength(200)
    expect(answers.every((answer) => answer.SUMMARY[0]['GHS 5s'] > 200_000)).toBe(true)
    expect(new Set(ship.devices.map((device) => device.mac)).size).toBe(200)
    expect(new Set(ship.devices.map((device) => device.serial)).size).toBe(200)
    const ports = ship.devices.map((device) => device.port)
    await ship.close()
    expect((await exchange(ports[0] ?? 0, 'version')).ended).toBe('refused')
    expect((await exchange(ports[199] ?? 0, 'version')).ended).toBe('refused')
  })

  test('closes although connections hang', async () => {
    const ship = await startShip({ miners: 1 })
    const [device] = ship.devices as [Device]
    await device.setFault('hung')
    const waiting = exchange(device.port, 'version')
    await exchange(device.port, 'version', { silenceMs: 40 })
    await ship.close()
    expect((await waiting).ended).not.toBe('silent')
  })

  test('same seed, same ship, whenever and however often it is looked at', async () => {
    const build = async (seed: string) => {
      const clock = createManualClock()
      const ship = await startShip({ miners: 1, lottery: 1, seed, clock, ageMs: 7_200_000 })
      return { clock, ship }
    }
    const [seldom, often, other] = await Promise.all([build('a'), build('a'), build('b')])
    seldom.clock.advance(1_800_000)
    other.clock.advance(1_800_000)
    for (let i = 0; i < 1800; i++) {
      often.clock.advance(1000)
      if (i % 7 === 0) for (const device of often.ship.devices) device.truth()
    }
    for (const [index, device] of seldom.ship.devices.entries()) {
      expect(often.ship.devices[index]?.truth().state).toEqual(device.truth().state)
      expect(often.ship.devices[index]?.mac).toBe(device.mac)
      expect(other.ship.devices[index]?.mac).not.toBe(device.mac)
      expect(other.ship.devices[index]?.truth().state).not.toEqual(device.truth().state)
    }
    await Promise.all([seldom, often, other].map(({ ship }) => ship.close()))
  })

  test('every unit at an address of its own, with chosen ports', async () => {
    const ship = await startShip({
      miners: 2,
      lottery: 1,
      ports: 'standard',
      host: '127.83.0.254',
      portMap: { 80: 38080, 4028: 34028, 6060: 36060 },
    })
    expect(ship.devices.map((device) => device.host)).toEqual(['127.83.0.254', '127.83.1.1', '127.83.1.2'])
    expect(ship.devices.map((device) => device.port)).toEqual([34028, 34028, 38080])
    const { bytes } = await exchange(34028, 'version', { host: '127.83.1.1' })
    expect(bytes.toString()).toContain('Type=Antminer S19 XP Hyd.')
    await ship.close()
  })

  test('leaves loopback only when told to', async () => {
    for (const host of ['0.0.0.0', '10.0.0.1', '192.168.1.10', '::']) {
      await expect(startShip({ miners: 1, host })).rejects.toThrow('can be reached from other machines')
    }
  })

  test('says what is wrong with a port, and leaves nothing open', async () => {
    const first = await startShip({ miners: 1, roles: ['rpc'] })
    const taken = first.devices[0]?.port ?? 0
    await expect(
      startShip({
        miners: 1,
        roles: ['rpc'],
        ports: 'standard',
        host: '127.0.0.1',
        portMap: { 4028: taken },
      }),
    ).rejects.toThrow('EADDRINUSE')
    await first.close()
  })

  test('every model of the catalogue can be built and answers', async () => {
    const ship = await startShip({
      fleet: modelNames.map((model) => ({ model, count: 1 })),
      ageMs: 3_600_000,
    })
    expect(ship.devices.map((device) => device.model)).toEqual(modelNames)
    for (const device of ship.devices) {
      if (device.dialect === 'antminer') {
        const stats = (await askJson(device.port, 'stats')).STATS
        expect(stats[0].Type).toMatch(/^Antminer S\d+\+?( XP)? Hyd\.$/)
        expect(stats[1]['GHS 5s'] / stats[1].total_rateideal).toBeCloseTo(1, 0)
      } else if (device.dialect === 'whatsminer') {
        // The third API speaks in frames: `dialects/whatsminer`.
        expect(device.port).toBeGreaterThan(0)
      } else if (
        ['auradine', 'cgminer', 'avalon', 'hammer', 'luxos', 'braiins', 'sealminer', 'vnish'].includes(
          device.dialect,
        ) &&
        device.model !== 'braiins-s21'
      ) {
        expect((await askJson(device.port, 'summary')).SUMMARY).toHaveLength(1)
      } else if (['braiins-s21', 'proto-rig'].includes(device.model)) {
        expect((await fetch(`http://127.0.0.1:${device.port}/`)).status).toBe(200)
      } else if (device.dialect === 'elphapex') {
        expect((await fetch(`http://127.0.0.1:${device.port}/`)).status).toBe(401)
      } else {
        expect((await fetch(`http://127.0.0.1:${device.port}/api/system/info`)).status).toBe(200)
      }
    }
    await ship.close()
  })
})
