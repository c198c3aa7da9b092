/** What a node may say goes into columns and dates; beyond these it is no height, no index and no time of any chain. */
export const mostHeight = 2 ** 31 - 1
export const mostIndex = 2 ** 31 - 1
/** Of the output that an input spends; a block's first transaction names this one, which is none. */
export const mostSpentIndex = 2 ** 32 - 1
/** Seconds since 1970, to the end of dates. */
export const mostSeconds = 8.64e12
/** All that there can ever be. */
export const mostSatoshi = 2_100_000_000_000_000
