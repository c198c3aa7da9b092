import type { DeviceAddress } from './driver.ts'

/** Real ones have 10 to 30 characters. */
const mostSerialLetters = 64

/** A serial number that can identify a device: one that is too long was made up or cut, and names nobody. */
export function readableSerial(serial: string | null): string | null {
  return serial !== null && serial.length <= mostSerialLetters ? serial : null
}

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
  const clean = (readableSerial(serial) ?? '').replace(/[^\x21-\x7e]+/g, '')
  if (clean !== '' && !/^[0x-]+$/i.test(clean)) return `serial:${clean}`
  return `net:${address.host}:${address.port}`
}
