import type { DeviceAddress } from './driver.ts'
import { WEB_PORT } from './side-ports.ts'

const API_PORT = 4028

/**
 * Where the web interface is of a device that may also speak the cgminer API: the port that was named, the usual one beside
 * the usual API, or the device's own port where it has no other.
 */
export function webEndpoint(address: DeviceAddress): { host: string; port: number } {
  const port = address.webPort ?? (address.port === API_PORT ? WEB_PORT : address.port)
  return { host: address.host, port }
}
