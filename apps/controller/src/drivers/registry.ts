import { type AntminerOptions, createAntminerDriver } from './antminer/antminer-driver.ts'
import { createAuradineDriver } from './auradine/auradine-driver.ts'
import { createAvalonDriver } from './avalon/avalon-driver.ts'
import { createAxeosDriver } from './axeos/axeos-driver.ts'
import { type BraiinsOptions, createBraiinsDriver } from './braiins/braiins-driver.ts'
import { createCgminerDriver } from './cgminer/cgminer-driver.ts'
import type { DeviceCredentials } from './device-control.ts'
import type { Driver } from './driver.ts'
import { createElphapexDriver } from './elphapex/elphapex-driver.ts'
import { createEpicDriver } from './epic/epic-driver.ts'
import { createHammerDriver } from './hammer/hammer-driver.ts'
import { type CardOf, withCardNames } from './judge/card-names.ts'
import { createLuxosDriver } from './luxos/luxos-driver.ts'
import { createProtoDriver } from './proto/proto-driver.ts'
import { createSealminerDriver } from './sealminer/sealminer-driver.ts'
import { createVnishDriver } from './vnish/vnish-driver.ts'
import { createWhatsminerDriver } from './whatsminer/v2-driver.ts'
import { createWhatsminerV3Driver } from './whatsminer/v3-driver.ts'

export type DriverOptions = {
  antminer?: AntminerOptions
  braiins?: Pick<BraiinsOptions, 'grpcPort'>
  /** Logins that were entered on board, for reads that need one. Null: as delivered. */
  loginOf?: (deviceKey: string) => DeviceCredentials | null
  /** By which devices are known that tell neither MAC nor serial. */
  cardOf?: CardOf
}

/**
 * All drivers, the surest first: the first that recognises the answers takes the device. The generic cgminer driver is
 * last, since it recognises everything that speaks the protocol.
 */
export function createDrivers(options: DriverOptions = {}): readonly Driver[] {
  const { cardOf } = options
  const logins = options.loginOf === undefined ? {} : { loginOf: options.loginOf }
  const all = [
    createWhatsminerV3Driver(),
    createBraiinsDriver({ ...options.braiins, ...logins }),
    createVnishDriver(),
    createLuxosDriver(),
    createWhatsminerDriver(),
    createAvalonDriver(),
    createSealminerDriver(),
    createAntminerDriver({
      ...options.antminer,
      ...logins,
    }),
    createElphapexDriver(logins),
    createHammerDriver(logins),
    createProtoDriver(logins),
    createAuradineDriver(logins),
    createEpicDriver(),
    createAxeosDriver(),
    createCgminerDriver(),
  ]
  return cardOf === undefined ? all : all.map((driver) => withCardNames(driver, cardOf))
}

/** The drivers with the settings of a fresh installation, shared by the whole process. */
export const drivers: readonly Driver[] = createDrivers()

/** The driver that a stored identity names, or null when this version has none of that name. */
export function driverByName(name: string, among: readonly Driver[] = drivers): Driver | null {
  return among.find((driver) => driver.name === name) ?? null
}
