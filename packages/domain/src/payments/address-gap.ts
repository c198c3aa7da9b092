/** How many unused addresses in a row wallets look at as a rule before they stop (BIP44). */
export const usualAddressGap = 20

/**
 * The longest row of addresses that no money came to, one after another. A wallet that looks no further ahead than this many finds neither the
 * money beyond it nor the next payment.
 *
 * @param given how many addresses were given out: the numbers from 0 on
 * @param used numbers of those that money came to, ascending
 * @example longestUnusedRow(10, [0, 4]) // 5: the numbers 5 to 9
 */
export function longestUnusedRow(given: number, used: readonly number[]): number {
  let longest = 0
  let from = 0
  for (const index of [...used, given]) {
    longest = Math.max(longest, index - from)
    from = index + 1
  }
  return longest
}
