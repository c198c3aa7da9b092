import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { readableSerial } from '../drivers/identity-key.ts'

/**
 * Whether the device that answered is the one that was expected at this address.
 * `same` also when the answer says less than what is known; `named`: the same place, now with a lasting name where
 * only its address was known; `replaced`: another device.
 */
export type Recognition = 'same' | 'named' | 'replaced'

export function recognise(known: DeviceIdentity, answered: DeviceIdentity): Recognition {
  const lasting = lastingKey(answered)
  if (known.key.startsWith('net:')) return lasting === null ? 'same' : 'named'
  if (lasting === null || lasting === known.key) return 'same'
  if (isKnownAs(known, answered)) return 'same'
  const contradicts =
    (isNamedByCard(known) && isNamedByCard(answered)) ||
    differs(known.macAddress, answered.macAddress) ||
    (known.macAddress === null || answered.macAddress === null
      ? differs(readableSerial(known.serial), readableSerial(answered.serial))
      : false)
  return contradicts ? 'replaced' : 'same'
}

/** The key by which a device is known wherever it is: its MAC, else its board serial; null when it has reported neither. */
export function lastingKey(identity: DeviceIdentity): string | null {
  if (identity.macAddress !== null) return `mac:${identity.macAddress}`
  if (!identity.key.startsWith('net:')) return identity.key
  return null
}

/** Known by the network card that answers for it; keys that differ are then two devices. */
function isNamedByCard({ key, macAddress }: DeviceIdentity): boolean {
  return macAddress === null && key.startsWith('mac:')
}

function isKnownAs(known: DeviceIdentity, answered: DeviceIdentity): boolean {
  return known.macAddress !== null && known.macAddress === answered.macAddress
}

function differs(known: string | null, answered: string | null): boolean {
  return known !== null && answered !== null && known !== answered
}
