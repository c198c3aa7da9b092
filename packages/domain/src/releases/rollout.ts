/*
 * How a release reaches the ships: stage by stage, each assessed by what came back. What did not report in is never taken for good.
 */

/** Controllers that are named, or a share of all of them. Later stages hold the earlier ones. */
export type RolloutStage = { controllers: string[] } | { percent: number }

/**
 * Of one controller in a rollout. `not-reached`: the offer could not be handed over yet. `reported-in`: it said hello with the new
 * version. `rolled-back`: it went back by itself. `refused`: it did not take the offer.
 *
 *     not-reached → offered → downloading → installing → reported-in → rolled-back
 *     not-reached, offered, downloading, installing → reported-in, rolled-back, refused
 */
export type MemberState =
  | 'not-reached'
  | 'offered'
  | 'downloading'
  | 'installing'
  | 'reported-in'
  | 'rolled-back'
  | 'refused'

/**
 * Of a rollout. `done`: every stage passed; ships that come on line later still get it. `superseded`: a newer rollout took its place.
 *
 *     running ──pause──▶ paused ──resume──▶ running
 *     running, done ──halt──▶ halted ──resume──▶ running
 *     running ──finish──▶ done ──supersede──▶ superseded
 *     running, paused, halted, done ──withdraw──▶ withdrawn
 */
export type RolloutState = 'running' | 'paused' | 'halted' | 'done' | 'withdrawn' | 'superseded'
export type RolloutEvent = 'pause' | 'resume' | 'halt' | 'finish' | 'withdraw' | 'supersede'

const transitions: Record<RolloutState, Partial<Record<RolloutEvent, RolloutState>>> = {
  running: { pause: 'paused', halt: 'halted', finish: 'done', withdraw: 'withdrawn' },
  paused: { resume: 'running', withdraw: 'withdrawn' },
  halted: { resume: 'running', withdraw: 'withdrawn' },
  done: { halt: 'halted', withdraw: 'withdrawn', supersede: 'superseded' },
  withdrawn: {},
  superseded: {},
}

/** The state that an event leads to; null when it means nothing in this one. */
export function rolloutTransition(state: RolloutState, event: RolloutEvent): RolloutState | null {
  return transitions[state][event] ?? null
}

const rank: Record<MemberState, number> = {
  'not-reached': 0,
  offered: 1,
  downloading: 2,
  installing: 3,
  'reported-in': 4,
  'rolled-back': 5,
  refused: 5,
}

/** Whether what is reported of a controller counts: reports that come late or twice take nothing back. */
export function movesOn(from: MemberState, to: MemberState): boolean {
  if (from === 'reported-in') return to === 'rolled-back'
  return rank[to] > rank[from] && from !== 'rolled-back' && from !== 'refused'
}

/** Whether a rollout in this state hands its offer to controllers that do not have it. */
export function isOffering(state: RolloutState): boolean {
  return state === 'running' || state === 'done'
}

/** The rank of a controller among all of them: the same for every release, and spread evenly. FNV-1a with a final mix, 32 bit. */
export function rolloutRank(controllerId: string): number {
  let hash = 0x811c9dc5
  for (const character of controllerId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The controllers of a stage, out of all there are: the named ones, or the first share by rank, at least one. */
export function stageMembers(stage: RolloutStage, controllerIds: readonly string[]): string[] {
  if ('controllers' in stage) return controllerIds.filter((id) => stage.controllers.includes(id))
  const ranked = controllerIds.toSorted(
    (one, other) => rolloutRank(one) - rolloutRank(other) || (one < other ? -1 : 1),
  )
  return ranked.slice(0, Math.ceil((ranked.length * stage.percent) / 100))
}

/** `offeredAt`: when the offer was handed over, ms; null while it was not. */
export type RolloutMember = {
  controllerId: string
  stage: number
  state: MemberState
  offeredAt: number | null
}

export type HaltReason =
  | 'rolled-back'
  | 'refused'
  /** It had the offer and did not report in within the time. */
  | 'no-report'
  /** No controller of the stage is waited for any more, and not one reported in. */
  | 'nobody-reported'

/** Why a controller counts as a failure now; null while it does not. */
export function failureOf(
  { state, offeredAt }: Pick<RolloutMember, 'state' | 'offeredAt'>,
  { now, reportWithinMs }: { now: number; reportWithinMs: number },
): Exclude<HaltReason, 'nobody-reported'> | null {
  if (state === 'rolled-back' || state === 'refused') return state
  if (state === 'reported-in' || offeredAt === null) return null
  return now - offeredAt > reportWithinMs ? 'no-report' : null
}

export type Verdict =
  | { kind: 'wait' }
  | { kind: 'advance' }
  | { kind: 'finish' }
  | { kind: 'halt'; reason: HaltReason; controllerId: string | null }

/**
 * The next state of a rollout that runs or is done. It halts when more controllers failed than are tolerated and were already looked at
 * (`forgiven`: failures an operator saw when resuming). A stage is passed when all its controllers that were reached reported in or
 * failed tolerably, and at least one of the stage reported in; those without a line are waited for only `reportWithinMs`, and get
 * the release when they come.
 */
export function assessRollout(
  rollout: {
    state: 'running' | 'done'
    stage: number
    stageCount: number
    stageStartedAt: number
    reportWithinMs: number
    tolerated: number
    forgiven: number
    members: readonly RolloutMember[]
  },
  now: number,
): Verdict {
  const { members, reportWithinMs } = rollout
  const failed = members.flatMap((member) => {
    const reason = failureOf(member, { now, reportWithinMs })
    return reason === null ? [] : [{ reason, controllerId: member.controllerId }]
  })
  const newest = failed.at(-1)
  if (newest && failed.length - rollout.forgiven > rollout.tolerated) return { kind: 'halt', ...newest }
  if (rollout.state === 'done') return { kind: 'wait' }

  const inStage = members.filter(({ stage }) => stage === rollout.stage)
  const isSettled = (member: RolloutMember) =>
    member.state === 'reported-in' || failureOf(member, { now, reportWithinMs }) !== null
  const isOver = now - rollout.stageStartedAt > reportWithinMs
  const isWaiting = inStage.some((member) => !isSettled(member) && (member.offeredAt !== null || !isOver))
  if (isWaiting) return { kind: 'wait' }
  const isProven = inStage.length === 0 || inStage.some(({ state }) => state === 'reported-in')
  if (!isProven) return { kind: 'halt', reason: 'nobody-reported', controllerId: null }
  return { kind: rollout.stage + 1 >= rollout.stageCount ? 'finish' : 'advance' }
}
