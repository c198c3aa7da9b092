import { createIdentity, type DeviceIdentity } from '../device/identity.ts'
import { defaultPools, type PoolSetting } from '../device/pools.ts'
import { getModel, type ModelName } from '../models/catalogue.ts'
import type { Model } from '../models/model.ts'
import { createRandom, hash32 } from '../physics/random.ts'
import { addressAfter } from './addresses.ts'

/** So many units of one model. */
export type FleetEntry = { model: ModelName; count: number }

/** One unit before it exists. */
export type PlannedUnit = {
  identity: DeviceIdentity
  model: Model
  pools: readonly PoolSetting[]
  host: string
  /** How long it has been mining when the ship starts. */
  ageMs: number
}

const PREFIX: Readonly<Record<ModelName, string>> = {
  's19xp-hyd': 'hydro',
  's21-hyd': 'hydro21',
  's21plus-hyd': 'hydro21plus',
  's21xp-hyd': 'hydro21xp',
  's23-hyd': 'hydro23',
  lottery: 'lottery',
  bitaxe: 'bitaxe',
  cgminer: 'cgminer',
  'braiins-s19xp': 'braiins',
  'braiins-s21': 'braiinsrest',
  'vnish-s19': 'vnish',
  'vnish-s19-old': 'vnishold',
  'avalon-q': 'avalon',
  'sealminer-a2': 'sealminer',
  'proto-rig': 'proto',
  'elphapex-dg1plus': 'elphapex',
  'hammer-d10': 'hammer',
  'auradine-at1500': 'auradine',
  'luxos-s19kpro': 'luxos',
  'whatsminer-m50s': 'whatsminer2',
  'whatsminer-m60s': 'whatsminer3',
}

/** Decides everything about a ship's units from its seed. Same arguments, same ship. */
export function planShip(options: {
  seed: string
  fleet: readonly FleetEntry[]
  /** Address of all units, or of the first of them. */
  host: string
  ownAddresses: boolean
  ageMs: number
}): PlannedUnit[] {
  const units: PlannedUnit[] = []
  for (const { model: name, count } of options.fleet) {
    const model = getModel(name)
    for (let number = 1; number <= count; number++) {
      const id = `${PREFIX[name]}-${String(number).padStart(2, '0')}`
      const hostname = model.traits.dialect === 'antminer' ? 'Antminer' : id
      const identity = createIdentity(options.seed, id, model.hardware.boards, hostname)
      const share = createRandom(hash32('age', identity.seed)).next()
      units.push({
        identity,
        model,
        pools: defaultPools(model.mining, id),
        host: options.ownAddresses ? addressAfter(options.host, units.length) : options.host,
        ageMs: Math.round(options.ageMs * (0.8 + 0.2 * share)),
      })
    }
  }
  return units
}
