import type { Command } from '@shipminer/contract/control'
import {
  boxMarkOf,
  deviceLoginEndpoints,
  loginLifetimeMs,
  loginName,
  type PlainLogin,
} from '@shipminer/contract/control/device-logins'
import { isCommandOpen } from '@shipminer/domain/fleet/command'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { loadChunk } from '../../../lib/chunks/chunk-loader.ts'

/** While a command is open its state is checked this often, ms. */
const openMs = 1_500
const restMs = 60_000

/** Whose login: that of one miner, or of all of a make on the controller. */
export type LoginTarget = { minerId: string } | { make: string }

async function readLogins(controllerId: string, minerId: string | null, signal?: AbortSignal) {
  return callEndpoint(deviceLoginEndpoints.deviceLogins, {
    params: { id: controllerId },
    query: minerId === null ? {} : { miner: minerId },
    ...(signal && { signal }),
  })
}

/** Which logins a controller keeps, of one miner or of makes, and the mark by which its key is recognised; null where the browser cannot seal. */
export function deviceLoginsQuery(controllerId: string, minerId: string | null) {
  return queryOptions({
    queryKey: ['fleet', 'logins', controllerId, minerId],
    queryFn: async ({ signal }) => {
      const logins = await readLogins(controllerId, minerId, signal)
      return { ...logins, mark: logins.box && (await markOf(logins.box.identityKey)) }
    },
    refetchInterval: (query) =>
      query.state.data?.commands.some(({ state }) => isCommandOpen(state)) ? openMs : restMs,
  })
}
export type ShownLogins = Awaited<ReturnType<typeof readLogins>> & { mark: string | null }

async function markOf(identityKey: string): Promise<string | null> {
  // Only there in pages that came over a secure connection.
  if (globalThis.crypto?.subtle === undefined) return null
  const bytes = Uint8Array.from(atob(identityKey), (one) => one.charCodeAt(0))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return boxMarkOf(hash)
}

/**
 * Seals a login with the key that the controller shows now, and sends it. `expectedKey` is the identity key that the person saw the mark of.
 * Null: the key is not the controller's own, and nothing was sent. @throws ApiError
 */
export async function sendLogin(
  controllerId: string,
  target: LoginTarget,
  login: PlainLogin,
  { commandId, expectedKey }: { commandId: string; expectedKey: string },
): Promise<Command | null> {
  const keys = await readLogins(controllerId, 'minerId' in target ? target.minerId : null)
  const { isOwnKey, sealLogin } = await loadChunk(() => import('../lib/seal-login.ts'))
  const { box, miner } = keys
  if (box === null || box.identityKey !== expectedKey || !isOwnKey(controllerId, box)) return null
  const name = loginName({
    deviceKey: miner?.deviceKey ?? null,
    make: 'make' in target ? target.make : null,
  })
  const expiresAt = keys.serverTime + loginLifetimeMs
  const sealed = await sealLogin(login, box.sealing.key, { controllerId, name, commandId, expiresAt })
  const { command } = await callEndpoint(deviceLoginEndpoints.setDeviceLogin, {
    params: { id: controllerId },
    body: { ...target, commandId, expiresAt, sealed },
  })
  return command
}

/** @throws ApiError */
export async function removeLogin(controllerId: string, target: LoginTarget): Promise<Command> {
  const { command } = await callEndpoint(deviceLoginEndpoints.removeDeviceLogin, {
    params: { id: controllerId },
    body: { ...target, commandId: crypto.randomUUID() },
  })
  return command
}
