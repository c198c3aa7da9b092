const soloHosts = [
  /(^|[.-])solo([.-]|\d|$)/,
  /(^|\.)public-pool\.io$/,
  /(^|\.)ckpool\.org$/,
  /(^|\.)noderunners\.network$/,
]

/**
 * Whether a pool address is a solo pool, where only a whole block pays. Null when there is no address.
 * A pool without "solo" in its name that is not one of the known ones counts as pooled.
 *
 * @example isSoloPool('stratum+tcp://solo.ckpool.org:3333') // true
 */
export function isSoloPool(poolUrl: string | null): boolean | null {
  if (!poolUrl) return null
  const host = poolUrl
    .replace(/^[a-z0-9+]+:\/\//i, '')
    .replace(/[:/].*$/, '')
    .toLowerCase()
  return soloHosts.some((pattern) => pattern.test(host))
}
