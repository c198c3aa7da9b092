/** A step of the ship that can be seen coming (bow thruster enabled, a lock, the crane): room for it is freed beforehand. */
export type ReadyStep = { name: string; reserveKw: number }

/** `isOn`: whether it may come now; null where that is not known. */
export type ReadyStepState = ReadyStep & { isOn: boolean | null }

/** What is freed now, beyond the reserve. */
export type ReadyRoom = { kw: number; names: readonly string[] }

export const noReadyRoom: ReadyRoom = { kw: 0, names: [] }

/** Room for every step that may come, all at once; one whose signal is not known may. */
export function readyRoom(steps: readonly ReadyStepState[]): ReadyRoom {
  const coming = steps.filter(({ isOn }) => isOn !== false)
  return {
    kw: coming.reduce((sum, { reserveKw }) => sum + reserveKw, 0),
    names: coming.map(({ name }) => name),
  }
}
