import type { Miner } from '@shipminer/contract/mining'
import type { MiningShip } from '@shipminer/contract/power/environment'
import type { WorkerFacts } from '@shipminer/domain/pools/pool-worker'

/** Where a miner is, and what identifies it. */
export type MinerPlace = Pick<Miner, 'controllerId' | 'ipAddress' | 'macAddress'>

/** What a pool template can name of a miner. */
export function workerFacts(
  name: string,
  { controllerId, ipAddress, macAddress }: MinerPlace,
  ships: readonly Pick<MiningShip, 'name' | 'controllers'>[],
): WorkerFacts {
  const ship = ships.find(({ controllers }) => controllers.some(({ id }) => id === controllerId))
  return { ship: ship?.name ?? null, miner: name, ipAddress, macAddress }
}
