/** Where a box is, from the order at the workshop until it is on board, or back. */
export const boxStates = ['ordered', 'built', 'tested', 'shipped', 'installed', 'returned'] as const
export type BoxState = (typeof boxStates)[number]

/** What happens to a box. `rework`: it goes back to the workbench, after a failed test or a return. */
export const boxSteps = ['build', 'test', 'ship', 'install', 'return', 'rework'] as const
export type BoxStep = (typeof boxSteps)[number]

/**
 * The steps, with where they fit and where they lead. A fitter may take a tested box along, so it need not have been shipped. To add a step: a
 * name above, a place here; the test walks the whole table.
 */
const table: Readonly<Record<BoxState, Readonly<Partial<Record<BoxStep, BoxState>>>>> = {
  ordered: { build: 'built' },
  built: { test: 'tested' },
  tested: { ship: 'shipped', install: 'installed', rework: 'built' },
  shipped: { install: 'installed', return: 'returned' },
  installed: { return: 'returned' },
  returned: { rework: 'built' },
}

/** Where a step leads; null: it does not fit. */
export function stepBox(state: BoxState, step: BoxStep): BoxState | null {
  return table[state][step] ?? null
}

/** The steps that fit, in the order in which they are usually taken. */
export function boxStepsFrom(state: BoxState): BoxStep[] {
  return boxSteps.filter((step) => stepBox(state, step) !== null)
}

/** Whether a box must belong to an order for this step: it goes to somebody. */
export function needsOrder(step: BoxStep): boolean {
  return step === 'ship' || step === 'install'
}

/** Whether the order that a box is for may still be chosen, changed or taken away: it is in the house. */
export function isInHouse(state: BoxState): boolean {
  return state === 'ordered' || state === 'built' || state === 'tested'
}

/** Whether a box has come at least this far on its way to the buyer; one that came back has not. */
export function hasReached(state: BoxState, wanted: 'built' | 'shipped' | 'installed'): boolean {
  const way = boxStates.slice(0, boxStates.indexOf('returned'))
  return way.includes(state) && way.indexOf(state) >= way.indexOf(wanted)
}
