import type { Job } from '../../../platform/jobs/job-runner.ts'
import { type PoolAddressDeps, watchAddresses } from './pool-addresses.service.ts'

/** Looks on the chain for what pools paid to addresses of the provider. */
export function poolAddressesJob(deps: PoolAddressDeps): Job {
  return {
    name: 'pool-addresses',
    intervalMs: 10 * 60_000,
    touches: ['poolAddresses'],
    run: () => watchAddresses(deps),
  }
}
