import type { Unit, UnitView } from './unit.ts'

/** How a unit takes a file of firmware, set as `custom.flash`. */
export type FlashTemper =
  /** As it should: it comes back with the version in the file. The default. */
  | 'takes'
  /** Says that the signature is wrong, and stays as it is. */
  | 'refuses'
  /** Says that all is well, and comes back with the version of before. */
  | 'keeps-old'
  /** Comes back with a version that nobody asked for. */
  | 'other'
  /** Comes back with the version in the file, and does not hash. */
  | 'does-not-hash'
  /** Does not come back. */
  | 'bricks'

const NEVER_MS = 1e9

/** The version that a unit runs: what was flashed last, else as delivered. */
export function firmwareOf({ settings }: UnitView, delivered: string): string {
  return typeof settings.custom.firmware === 'string' ? settings.custom.firmware : delivered
}

/** How often a unit was sent a file. */
export function flashCount({ settings }: UnitView): number {
  return Number(settings.custom.flashed ?? 0)
}

/** What a simulated package has in place of the maker's signature, with its version behind it. */
const MARK = 'simulated-version='

/** The version in a file: of a program for a board as its header has it, of a package of the simulated ship by a mark of its own; null: none. */
export function versionIn(file: Buffer): string | null {
  const isProgram = file[0] === 0xe9 && file.length > 112 && file.readUInt32LE(32) === 0xabcd5432
  const isArchive = file.subarray(257, 262).toString('latin1') === 'ustar'
  const isPackage = isArchive || (file.length > 36 && file.readUInt32LE(0) === 0xabababab)
  const at = isProgram ? 48 : isPackage ? file.lastIndexOf(MARK) + MARK.length : 0
  if (at < MARK.length) return null
  const end = file.indexOf(0, at)
  return end < 0 ? null : file.subarray(at, Math.min(end, at + 80)).toString('latin1')
}

/** Takes a file as the unit's temper has it; whether it says that it did. */
export function flash(unit: Unit, file: Buffer, restartMs: number): boolean {
  const view = unit.view()
  const temper = (view.settings.custom.flash ?? 'takes') as FlashTemper
  const version = versionIn(file)
  const count = { flashed: flashCount(view) + 1 }
  unit.change({ custom: { ...view.settings.custom, ...count } })
  if (temper === 'refuses' || version === null) return false
  const firmware = { takes: version, 'does-not-hash': version, other: 'some other firmware' }[
    temper as string
  ]
  if (firmware !== undefined) unit.change({ custom: { ...unit.view().settings.custom, firmware } })
  if (temper === 'does-not-hash') unit.putFault({ kind: 'pool-dead', pools: 'all' })
  unit.reboot(temper === 'bricks' ? NEVER_MS : restartMs)
  return true
}
