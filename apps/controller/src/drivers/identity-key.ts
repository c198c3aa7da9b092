import type { DeviceAddress } from './driver.ts'

/**
 * The key of a device: its MAC address, else a serial number of its control board, else, as a last resort that does
 * not survive a new address, where it was found.
 */
export function identityKey(
  macAddress: string | null,
  serial: string | null,
  address: DeviceAddress,
): string {
  if (macAddress !== null) return `mac:${macAddress}`
  const clean = (serial ?? '').replace(/[^\x21-\x7e]+/g, '').slice(0, 120)
  if (clean !== '' && !/^[0x-]+$/i.test(clean)) return `serial:${clean}`
  return `net:${address.host}:${address.port}`
}
