import { type Clock, createSystemClock } from '../clock.ts'
import { createDevice, type Device } from '../device/device.ts'
import { createUnit, type WebCredentials } from '../device/unit.ts'
import type { EndpointRole } from '../faults/fault.ts'
import type { ModelName } from '../models/catalogue.ts'
import { createHttpEngine } from '../net/http-endpoint.ts'
import { isLoopback } from './addresses.ts'
import { type FleetEntry, planShip } from './plan.ts'

/** How a ship is built. Everything has a default; `startShip({ miners: 3 })` is a ship. */
export type ShipOptions = {
  /** Hydro units of `model`. Default 0 when `fleet` is given, else 1. */
  miners?: number
  /** Model of `miners`; default `s19xp-hyd`. */
  model?: ModelName
  /** Lottery Miners; default 0. */
  lottery?: number
  /** Bitaxe devices; default 0. */
  bitaxes?: number
  /** More units of any model. */
  fleet?: readonly FleetEntry[]
  /** Same seed, same ship: identities, differences between units and every share found. Default `ship`. */
  seed?: string | number
  /**
   * `ephemeral` (default): all units at `host`, each port chosen by the system.
   * `standard`: every unit at an address of its own from `host` on, at the ports of its make (4028, 80, 6060).
   */
  ports?: 'ephemeral' | 'standard'
  /** With standard ports: another number in place of one of them, such as `{ 80: 8080 }`. */
  portMap?: Readonly<Record<number, number>>
  /** Default 127.0.0.1, with standard ports 127.77.0.10. */
  host?: string
  /** Interfaces to open; default all. Fewer cost fewer open files. */
  roles?: readonly EndpointRole[]
  /** About how long the units have been mining already; default 0, which shows them starting. */
  ageMs?: number
  /** Share of the one to three minutes that stock Antminers take to rest; default 1, and 0 is at once. */
  restPace?: number
  /** Password of the web pages; default root/root. */
  credentials?: WebCredentials
  clock?: Clock
  /** Needed for any address that other machines can reach. */
  allowNonLoopback?: boolean
}

/** A running ship. */
export type Ship = {
  readonly devices: readonly Device[]
  readonly clock: Clock
  /** The device of that id, or null. */
  findDevice(id: string): Device | null
  /** Closes every port and connection. */
  close(): Promise<void>
}

const ALL_ROLES: readonly EndpointRole[] = ['rpc', 'web', 'power']

/** Builds a ship and opens all its ports. Throws when an address may not or cannot be used. */
export async function startShip(options: ShipOptions = {}): Promise<Ship> {
  const ports = options.ports ?? 'ephemeral'
  const host = options.host ?? (ports === 'standard' ? '127.77.0.10' : '127.0.0.1')
  const clock = options.clock ?? createSystemClock()
  const fleet: FleetEntry[] = [
    { model: options.model ?? 's19xp-hyd', count: options.miners ?? (options.fleet ? 0 : 1) },
    ...(options.fleet ?? []),
    { model: 'lottery', count: options.lottery ?? 0 },
    { model: 'bitaxe', count: options.bitaxes ?? 0 },
  ]
  const planned = planShip({
    seed: String(options.seed ?? 'ship'),
    fleet: mergeFleet(fleet),
    host,
    ownAddresses: ports === 'standard',
    ageMs: options.ageMs ?? 0,
  })
  for (const unit of planned) {
    if (!isLoopback(unit.host) && options.allowNonLoopback !== true) {
      throw new Error(
        `${unit.host} can be reached from other machines; allowNonLoopback says that this is meant`,
      )
    }
  }
  const http = createHttpEngine()
  const roles = new Set(options.roles ?? ALL_ROLES)
  const devices = planned.map((plan) =>
    createDevice({
      unit: createUnit({
        clock,
        identity: plan.identity,
        model: plan.model,
        pools: plan.pools,
        credentials: options.credentials ?? { user: 'root', password: 'root' },
        ageMs: plan.ageMs,
        ...(options.restPace === undefined ? {} : { restPace: options.restPace }),
      }),
      clock,
      http,
      host: plan.host,
      portOf: (standard) => (ports === 'ephemeral' ? 0 : (options.portMap?.[standard] ?? standard)),
      roles,
    }),
  )
  const byId = new Map(devices.map((device) => [device.id, device]))
  const close = async () => {
    await Promise.all(devices.map((device) => device.close()))
    http.close()
  }
  try {
    await Promise.all(devices.map((device) => device.open()))
  } catch (error) {
    await close()
    throw error
  }
  return { devices, clock, findDevice: (id) => byId.get(id) ?? null, close }
}

/** One entry a model, so that units of a model that is named twice are counted on. */
function mergeFleet(fleet: readonly FleetEntry[]): FleetEntry[] {
  const counts = new Map<ModelName, number>()
  for (const { model, count } of fleet) counts.set(model, (counts.get(model) ?? 0) + count)
  return [...counts].filter(([, count]) => count > 0).map(([model, count]) => ({ model, count }))
}
