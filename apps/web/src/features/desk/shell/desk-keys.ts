const keptAt = 'shipminer.desk-letters-off'

/** Whether single letters do something at the desk; who dictates or uses a screen reader's letters can switch them off. */
export function readsLetters(): boolean {
  try {
    return localStorage.getItem(keptAt) === null
  } catch {
    return true
  }
}

export function setReadsLetters(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(keptAt)
    else localStorage.setItem(keptAt, '1')
  } catch {
    // Without a place to keep it the choice lasts until the page is left.
  }
}

/** The row after the one at `at` (-1: none is focused), within what there is; -1 when there are none. */
export function stepFrom(at: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (at === -1) return by === 1 ? 0 : count - 1
  return Math.min(count - 1, Math.max(0, at + by))
}
