/** What may be guessed. A new kind of secret needs a line in `guessLimits`. */
export type GuessKind = 'login' | 'second-factor' | 'proof' | 'claim-key' | 'order-key' | 'mailed-code'

type Limits = {
  /** Wrong guesses at one account, or by one signed-in user where the secret belongs to no account. */
  account: number
  /** From one IPv4 address or IPv6 /64: more, because several people may share it. */
  client: number
  /** From one IPv6 /48. */
  network: number
}

export const guessLimits: Record<GuessKind, Limits> = {
  login: { account: 10, client: 30, network: 100 },
  'second-factor': { account: 5, client: 15, network: 50 },
  proof: { account: 10, client: 30, network: 100 },
  'claim-key': { account: 10, client: 10, network: 50 },
  'order-key': { account: 30, client: 30, network: 100 },
  'mailed-code': { account: 5, client: 15, network: 50 },
}

const firstPauseMs = 60_000
const longestPauseMs = 30 * 60_000
/** How long after the last guess nothing is remembered of it. */
export const rememberedMs = 24 * 3_600_000

/** How long the next guess has to wait after this many wrong ones: not at all up to the limit, then twice as long each time. */
export function pauseAfter(wrong: number, limit: number): number {
  if (wrong < limit) return 0
  return Math.min(firstPauseMs * 2 ** Math.min(wrong - limit, 20), longestPauseMs)
}
