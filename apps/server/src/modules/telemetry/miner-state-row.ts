import { FollowerStateSchema } from '@shipminer/contract/power/environment'
import { DeviceStateSchema } from '@shipminer/contract/telemetry'
import {
  type FollowerWord,
  type MinerState,
  minerState,
  type RuleCommand,
} from '@shipminer/domain/fleet/miner-state'
import { controllerStatus } from '@shipminer/domain/fleet/silence'
import { flagsOfBits } from './telemetry.policy.ts'

/** Poll period assumed until a controller reports its own, ms. */
export const defaultPollIntervalMs = 30_000

/** What the state of a miner depends on, as stored. */
export type MinerStateRow = {
  state: string | null
  hashrateGhs: number | null
  expectedGhs: number | null
  uptimeSeconds: number | null
  flags: number | null
  poolHealth: 'alive' | 'dead' | 'none' | null
  stoppedAt: Date | null
  commandedAt: Date | null
  followerCommand: 'rest' | 'run' | null
  followerCommandedAt: Date | null
  ruleCommand: RuleCommand | null
  ruleCommandedAt: Date | null
  /** State of the follower on its controller, with its time. */
  follower: string | null
  followerAt: Date | null
  sampledAt: Date | null
  /** When its controller was last seen, and how often it polls. */
  lastSeenAt: Date | null
  pollIntervalMs: number | null
}

/** A follower that has been silent for this long says nothing of the present. */
export const followerFreshMs = 120_000

/** The one state of a miner at `now`. */
export function stateOfRow(row: MinerStateRow, now: number, offlineAfterMs: number): MinerState {
  const at = (date: Date | null) => date?.getTime() ?? null
  const pollIntervalMs = row.pollIntervalMs ?? defaultPollIntervalMs
  const isFollowed = row.followerAt !== null && now - row.followerAt.getTime() <= followerFreshMs
  const word = row.follower === null ? null : (FollowerStateSchema.safeParse(row.follower).data ?? null)
  // The follower reports a few times a minute, and what it commands a miner comes at once: a word from before that is no word about it.
  const isCommandedSince =
    row.followerCommand === 'rest' && (at(row.followerCommandedAt) ?? 0) > (at(row.followerAt) ?? 0)
  return minerState(
    {
      deviceState: DeviceStateSchema.safeParse(row.state).data ?? null,
      hashrateGhs: row.hashrateGhs,
      expectedHashrateGhs: row.expectedGhs,
      uptimeSeconds: row.uptimeSeconds,
      flags: flagsOfBits(row.flags ?? 0),
      pools: row.poolHealth,
    },
    {
      stoppedByOwnerAt: at(row.stoppedAt),
      commandedAt: at(row.commandedAt),
      followerCommand: row.followerCommand,
      followerCommandedAt: at(row.followerCommandedAt),
      ruleCommand: row.ruleCommand,
      ruleCommandedAt: at(row.ruleCommandedAt),
      follower: (isFollowed
        ? word === 'free' && isCommandedSince
          ? 'curtailed'
          : word
        : null) satisfies FollowerWord | null,
    },
    {
      sampledAt: at(row.sampledAt),
      now,
      pollIntervalMs,
      offlineAfterMs,
      isControllerSilent:
        controllerStatus({ lastSeenAt: at(row.lastSeenAt), now, pollIntervalMs }) === 'silent',
    },
  )
}
