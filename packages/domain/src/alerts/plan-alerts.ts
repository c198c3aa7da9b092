/** What was found about one cause. `holds` null: nothing can be said now. */
export type Verdict<Cause> = { cause: Cause; holds: boolean | null; forMs: number }

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
 * Given the same input again it does nothing, so a cause that holds is notified once.
 */
export function planAlerts<Cause>(input: {
  now: number
  verdicts: readonly Verdict<Cause>[]
  waitingSince(cause: Cause): number | null
  isOpen(cause: Cause): boolean
}): AlertPlan<Cause> {
  const plan: AlertPlan<Cause> = { wait: [], forget: [], raise: [], clear: [] }
  for (const { cause, holds, forMs } of input.verdicts) {
    if (holds === null) continue
    const since = input.waitingSince(cause)
    if (!holds) {
      if (since !== null) plan.forget.push(cause)
      if (input.isOpen(cause)) plan.clear.push(cause)
      continue
    }
    if (input.isOpen(cause)) continue
    if (input.now - (since ?? input.now) >= forMs) {
      plan.raise.push(cause)
      if (since !== null) plan.forget.push(cause)
    } else if (since === null) plan.wait.push(cause)
  }
  return plan
}
