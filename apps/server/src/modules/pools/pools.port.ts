/** What miners mine at, and what owners wrote down about their pools: read by the market, the fleet and the revenue. */
export { describePools } from './describe-pools.ts'
export { listMinedCoins } from './mined-coins.ts'
export {
  countPools,
  listPoolProfiles,
  type PoolProfile,
  removePoolProfile,
  savePoolProfile,
} from './pools.repository.ts'
