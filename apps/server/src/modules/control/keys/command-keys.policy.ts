import type { KeySuccession } from '@shipminer/contract/uplink'

/** A key for orders as the rules need it. */
type Key = { publicKey: string; succession: string | null; createdAt: Date }

/** The steps that lead a box from the key it has to the newest one; null: there is no way, or it has that one. */
export function stepsFrom(keys: readonly Key[], pinned: string): KeySuccession[] | null {
  const at = keys.findIndex(({ publicKey }) => publicKey === pinned)
  if (at === -1 || at === keys.length - 1) return null
  const steps = keys.slice(at + 1).map(({ publicKey, succession }, step) => ({
    from: keys[at + step]?.publicKey ?? '',
    to: publicKey,
    signature: succession,
  }))
  return steps.every((step): step is KeySuccession => step.signature !== null) ? steps : null
}

/** The key that a box of a version that keeps its first one for good has: the newest there was when it was enrolled. */
export function firstKeyOf<K extends Key>(keys: readonly K[], enrolledAt: Date | null): K | undefined {
  const before = keys.filter(({ createdAt }) => enrolledAt !== null && createdAt <= enrolledAt)
  return before.at(-1) ?? keys[0]
}
