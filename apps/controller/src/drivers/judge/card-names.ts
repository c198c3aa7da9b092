import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import type { Driver } from '../driver.ts'

/** The network card of an address on the own network; null where it is not known. */
export type CardOf = (host: string) => Promise<string | null>

/**
 * A driver whose devices keep their name with a new address also where they tell neither a MAC nor a serial: by the network card that
 * answered. Such a name has a MAC in its key and none in its fields, since the device itself did not tell it.
 */
export function withCardNames(driver: Driver, cardOf: CardOf): Driver {
  async function nameByCard(identity: DeviceIdentity): Promise<DeviceIdentity> {
    if (identity.macAddress !== null || identity.serial !== null) return identity
    const card = await cardOf(identity.ipAddress)
    return card === null ? identity : { ...identity, key: `mac:${card}` }
  }
  return {
    ...driver,
    async identify(address, evidence, context) {
      const identity = await driver.identify(address, evidence, context)
      return identity === null ? null : nameByCard(identity)
    },
    async poll(address, known, context) {
      const outcome = await driver.poll(address, known, context)
      return outcome.ok ? { ...outcome, identity: await nameByCard(outcome.identity) } : outcome
    },
  }
}
