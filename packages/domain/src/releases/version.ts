/** A version of the controller: three numbers without leading zeros, such as `1.4.0`. */
export const versionPattern = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/

/**
 * Below zero when `one` is older than `other`, above when newer, 0 when they are the same; null when one of them is no version.
 *
 * ```ts
 * compareVersions('1.10.0', '1.9.3') // 1
 * ```
 */
export function compareVersions(one: string, other: string): number | null {
  if (!versionPattern.test(one) || !versionPattern.test(other)) return null
  const [left, right] = [one, other].map((text) => text.split('.').map(Number))
  for (const [place, number] of (left ?? []).entries()) {
    const difference = number - (right?.[place] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
