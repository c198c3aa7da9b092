import { expect, test } from 'vitest'
import { parseAddressRanges } from '../../apps/controller/src/discovery/address-range.ts'
import type { FoundDevice } from '../../apps/controller/src/discovery/identify-device.ts'
import { scan } from '../../apps/controller/src/discovery/scan.ts'
import { driverByName } from '../../apps/controller/src/drivers/registry.ts'
import { modelNames } from '../../apps/simulator/src/models/catalogue.ts'
import { startShip } from '../../apps/simulator/src/ship/start-ship.ts'

/** Unusual ports, so that no rights are needed and no other ship is in the way. */
const ports = { 4028: 24_028, 80: 24_080, 8080: 24_088, 4433: 24_433, 6060: 24_660 } as const

test('a search finds a ship of every make, each by its own driver and under its MAC', async () => {
  const ship = await startShip({
    fleet: modelNames.map((model) => ({ model, count: 1 })),
    ports: 'standard',
    host: '127.83.19.10',
    portMap: ports,
    ageMs: 3_600_000,
  })
  try {
    const parsed = parseAddressRanges('127.83.19.0/26')
    if (!parsed.ok) throw new Error('no range')
    const found: FoundDevice[] = []
    for await (const device of scan(parsed.ranges, {
      cgminerPorts: [ports[4028]],
      httpPorts: [ports[80], ports[8080]],
      whatsminerPorts: [ports[4433]],
    })) {
      found.push(device)
    }
    const byHost = new Map(found.map((device) => [device.address.host, device]))
    const seen = ship.devices.map((device) => {
      const identity = byHost.get(device.host)?.identity
      // A plain cgminer has no name of its own.
      const isKnown = identity?.key === `mac:${device.mac.toLowerCase()}` || device.model === 'cgminer'
      return `${device.model}: ${identity?.driver}${isKnown ? '' : ` as ${identity?.key}`}`
    })
    expect(seen).toEqual([
      's19xp-hyd: antminer',
      's21-hyd: antminer',
      's21plus-hyd: antminer',
      's21xp-hyd: antminer',
      's23-hyd: antminer',
      'lottery: axeos',
      'bitaxe: axeos',
      'cgminer: cgminer',
      'whatsminer-m50s: whatsminer',
      'whatsminer-m60s: whatsminer-v3',
      'avalon-q: avalon',
      'sealminer-a2: sealminer',
      'proto-rig: proto',
      'elphapex-dg1plus: elphapex',
      'hammer-d10: hammer',
      'auradine-at1500: auradine',
      'luxos-s19kpro: luxos',
      'braiins-s19xp: braiins',
      'braiins-s21: braiins',
      'vnish-s19: vnish',
      'vnish-s19-old: vnish',
    ])
    for (const { address, identity } of found) {
      const polled = await driverByName(identity.driver)?.poll(address, identity, { timeoutMs: 5_000 })
      expect(polled, identity.model ?? identity.driver).toMatchObject({
        ok: true,
        identity: { key: identity.key },
        reading: { state: 'mining' },
      })
    }
  } finally {
    await ship.close()
  }
})
