import { createRandom, hash32 } from '../physics/random.ts'

/** What makes one unit this unit. */
export type DeviceIdentity = {
  id: string
  /** Seed of everything random about the unit. */
  seed: number
  /** Upper case with colons. */
  mac: string
  /** Of the control board. */
  serial: string
  /** One for each board. */
  boardSerials: readonly string[]
  hostname: string
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXY0123456789'

/** Derives a unit's identity from the ship's seed and the unit's id alone. The MAC address is locally administered. */
export function createIdentity(
  shipSeed: string,
  id: string,
  boards: number,
  hostname: string,
): DeviceIdentity {
  const seed = hash32(id, hash32(shipSeed))
  const random = createRandom(hash32('identity', seed))
  const hex = () =>
    Math.floor(random.next() * 256)
      .toString(16)
      .padStart(2, '0')
      .toUpperCase()
  const text = (length: number) =>
    Array.from({ length }, () => LETTERS[Math.floor(random.next() * LETTERS.length)]).join('')
  return {
    id,
    seed,
    mac: ['02', hex(), hex(), hex(), hex(), hex()].join(':'),
    serial: `SIM${text(14)}`,
    boardSerials: Array.from({ length: boards }, () => `SIM${text(13)}`),
    hostname,
  }
}
