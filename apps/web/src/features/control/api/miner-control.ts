import {
  type Command,
  type ControlAction,
  type ControlParameters,
  controlEndpoints,
} from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'

/** While a command is open its state is checked this often, ms. */
const openMs = 1_500
const restMs = 30_000

/** What a miner can do and its commands, newest first. */
export function minerControlQuery(id: string) {
  return queryOptions({
    queryKey: ['fleet', 'miner', id, 'control'],
    queryFn: ({ signal }) => callEndpoint(controlEndpoints.minerControl, { params: { id }, signal }),
    refetchInterval: (query) =>
      query.state.data?.commands.some(({ state }) => isCommandOpen(state)) ? openMs : restMs,
  })
}

/** @throws ApiError */
export async function controlMiner(
  id: string,
  action: ControlAction,
  parameters: ControlParameters,
  commandId: string,
): Promise<Command[]> {
  const { command } = await callEndpoint(controlEndpoints.controlMiner, {
    params: { id },
    body: { action, parameters, commandId },
  })
  return [command]
}

/** @throws ApiError */
export async function restoreMiner(id: string, commandId: string): Promise<Command[]> {
  const { command } = await callEndpoint(controlEndpoints.restoreMiner, {
    params: { id },
    body: { commandId },
  })
  return [command]
}

/** Writes pools. @throws ApiError */
export async function configurePools(
  id: string,
  pools: NonNullable<ControlParameters['pools']>,
): Promise<Command[]> {
  const { commands } = await callEndpoint(controlEndpoints.configureMiner, {
    params: { id },
    body: { pools },
  })
  return commands
}
