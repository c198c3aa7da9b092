/** Pools in use, and what was recorded about owners' pools: read by market, fleet and revenue. */
export { describePools } from './describe-pools.ts'
export { listMinedCoins } from './mined-coins.ts'
export {
  countPools,
  listPoolProfiles,
  type PoolProfile,
  removePoolProfile,
  savePoolProfile,
} from './pools.repository.ts'
