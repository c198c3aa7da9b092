/**
 * What was found about one cause. `holds` null: nothing can be said now. `isMore`: there is more to it than its open alert says, so that it
 * needs another one.
 */
export type Verdict<Cause> = { cause: Cause; holds: boolean | null; forMs: number; isMore?: boolean }

export type AlertPlan<Cause> = {
  /** Begin to hold now, and wait for their time. */
  wait: Cause[]
  /** No longer hold before their time came. */
  forget: Cause[]
  raise: Cause[]
  clear: Cause[]
}

/**
 * Which alerts to raise and clear. `waitingSince`: causes that hold but not yet long enough; `isOpen`: causes with an alert.
 * Given the same input again it does nothing, so a cause that holds is notified once; what is new about it takes the place of its alert.
 */
export function planAlerts<Cause>(input: {
  now: number
  verdicts: readonly Verdict<Cause>[]
  waitingSince(cause: Cause): number | null
  isOpen(cause: Cause): boolean
}): AlertPlan<Cause> {
  const plan: AlertPlan<Cause> = { wait: [], forget: [], raise: [], clear: [] }
  for (const { cause, holds, forMs, isMore } of input.verdicts) {
    if (holds === null) continue
    const since = input.waitingSince(cause)
    if (!holds) {
      if (since !== null) plan.forget.push(cause)
      if (input.isOpen(cause)) plan.clear.push(cause)
      continue
    }
    const isOpen = input.isOpen(cause)
    if (isOpen && !isMore) {
      if (since !== null) plan.forget.push(cause)
      continue
    }
    if (input.now - (since ?? input.now) >= forMs) {
      if (isOpen) plan.clear.push(cause)
      plan.raise.push(cause)
      if (since !== null) plan.forget.push(cause)
    } else if (since === null) plan.wait.push(cause)
  }
  return plan
}
