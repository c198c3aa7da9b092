/** When the oldest waiting mail is older than this, the mail server counts as not working. */
export const toleratedMailSeconds = 900

/** Whole seconds that the oldest waiting mail has waited; null: none waits. */
export function oldestQueuedSeconds(
  { oldestQueuedAt }: { oldestQueuedAt: Date | null },
  nowMs: number,
): number | null {
  return oldestQueuedAt && Math.max(0, Math.floor((nowMs - oldestQueuedAt.getTime()) / 1000))
}

export function isMailLate(oldestSeconds: number | null): boolean {
  return (oldestSeconds ?? 0) > toleratedMailSeconds
}
