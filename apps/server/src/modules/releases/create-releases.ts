import type { Operator } from '../../platform/auth/authenticator.ts'
import type { StoreLogger } from '../../platform/db/store.ts'
import { publishRelease } from './publishing.service.ts'
import { readReleases } from './read-releases.service.ts'
import { openOffers } from './release-offers.service.ts'
import type { Actor, ReleaseDeps } from './releases.deps.ts'
import {
  actForOperator,
  actOnRollout,
  assessRollouts,
  startForOperator,
  startRollout,
} from './rollouts.service.ts'

export type Releases = ReturnType<typeof openShellReleases>

/** Operations on releases that need no line to a ship; the running server is notified through the database. */
export function openShellReleases(deps: ReleaseDeps) {
  return {
    publish: (actor: Actor, file: Uint8Array) => publishRelease(deps, actor, file),
    read: () => readReleases(deps),
    startForOperator: (operator: Operator, input: Parameters<typeof startRollout>[2]) =>
      startForOperator(deps, operator, input),
    start: (actor: Actor, input: Parameters<typeof startRollout>[2]) => startRollout(deps, actor, input),
    actForOperator: (operator: Operator, id: string, input: Parameters<typeof actOnRollout>[3]) =>
      actForOperator(deps, operator, id, input),
    act: (actor: Actor, id: string, input: Parameters<typeof actOnRollout>[3]) =>
      actOnRollout(deps, actor, id, input),
  }
}

/** Releases in the running server: with offers over its lines, and the evaluation of the responses. */
export async function createReleases(deps: ReleaseDeps & { logger: StoreLogger }) {
  return { ...openShellReleases(deps), ...(await openOffers(deps)), judge: () => assessRollouts(deps) }
}
