import {
  type DeskRelease,
  type DeskRollout,
  parseManifest,
  type releaseEndpoints,
} from '@shipminer/contract/releases'
import { failureOf } from '@shipminer/domain/releases/rollout'
import type * as mini from 'zod/mini'
import { readAuditOf } from '../operators/operators.port.ts'
import type { ReleaseDeps } from './releases.deps.ts'
import * as repository from './releases.repository.ts'

const listed = 5

/** Releases, the last rollouts with the status of each controller, and the controllers that can be named. */
export async function readReleases(
  deps: ReleaseDeps,
): Promise<mini.input<typeof releaseEndpoints.deskReleases.data>> {
  const { db } = deps.store
  const rollouts: DeskRollout[] = []
  for (const rollout of await repository.listRollouts(db, listed)) rollouts.push(await present(deps, rollout))
  const controllers = await repository.listEnrolled(db)
  return {
    serverTime: deps.clock(),
    canPublish: deps.releaseKey !== null,
    releases: (await repository.listReleases(db)).flatMap(presentRelease),
    rollouts,
    controllers: controllers.map(({ id, name, version }) => ({ id, name, version })),
  }
}

function presentRelease({
  manifest: text,
  publishedAt,
}: {
  manifest: string
  publishedAt: Date
}): DeskRelease[] {
  const manifest = parseManifest(text)
  if (manifest === null) return []
  const { version, minimumNode, allowsDowngrade, archive } = manifest
  return [{ version, publishedAt: publishedAt.getTime(), bytes: archive.bytes, minimumNode, allowsDowngrade }]
}

async function present(deps: ReleaseDeps, rollout: repository.RolloutRow): Promise<DeskRollout> {
  const { id, version, state, stages, stage, reportWithinMs, tolerated, haltReason, haltControllerId } =
    rollout
  const now = deps.clock()
  const members = await repository.listNamedMembers(deps.store.db, id)
  return {
    id,
    version,
    state,
    stages,
    stage,
    startedAt: rollout.startedAt.getTime(),
    stageStartedAt: rollout.stageStartedAt.getTime(),
    reportWithinMs,
    tolerated,
    haltReason,
    haltControllerId,
    members: members.map((member) => {
      const offeredAt = member.offeredAt?.getTime() ?? null
      return {
        controllerId: member.controllerId,
        name: member.name,
        stage: member.stage,
        state: member.state,
        reason: member.reason,
        detail: member.detail,
        changedAt: member.changedAt.getTime(),
        late: failureOf({ state: member.state, offeredAt }, { now, reportWithinMs }) === 'no-report',
        version: member.version,
        lastSeenAt: member.lastSeenAt?.getTime() ?? null,
      }
    }),
    audit: await readAuditOf(deps, `release ${version}`),
  }
}
