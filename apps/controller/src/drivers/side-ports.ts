import type { DeviceAddress } from './driver.ts'

const API_PORT = 4028
/** Where the web pages of a device are by default. */
export const WEB_PORT = 80
const POWER_PORT = 6060

export type SidePorts = { web: number | null; power: number | null }

/**
 * The other ports of a device that speaks the cgminer API. The usual ones belong to the usual API port; beside any
 * other API port something else may be listening on them, so there they must be named.
 */
export function sidePorts(address: DeviceAddress): SidePorts {
  const usual = address.port === API_PORT
  return {
    web: address.webPort ?? (usual ? WEB_PORT : null),
    power: address.powerPort ?? (usual ? POWER_PORT : null),
  }
}
