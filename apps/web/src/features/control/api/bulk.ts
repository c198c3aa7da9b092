import { type Command, controlEndpoints } from '@shipminer/contract/control'
import { callEndpoint } from '../../../lib/api/client.ts'

/** Where a bulk action goes: one ship, one controller, or with neither everything the caller owns. */
export type BulkScope = { shipId?: string; controllerId?: string }

/** A command for each miner. @throws ApiError */
export async function controlAll(action: 'start' | 'stop', scope: BulkScope): Promise<Command[]> {
  const endpoint = action === 'start' ? controlEndpoints.startMining : controlEndpoints.stopMining
  const { commands } = await callEndpoint(endpoint, { body: scope })
  return commands
}

/** The commands of one miner, to see the results of those in bulk. @throws ApiError */
export async function commandsOf(id: string, signal: AbortSignal): Promise<Command[]> {
  const { commands } = await callEndpoint(controlEndpoints.minerControl, { params: { id }, signal })
  return commands
}
