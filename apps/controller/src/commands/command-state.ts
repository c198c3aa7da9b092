import {
  type Accepted,
  type Confirmation,
  type ConfirmMemo,
  type DeviceCommand,
  type Execution,
  freshMemo,
} from '../drivers/device-control.ts'
import type { CommandEnd, CommandReason, CommandResult } from './device-command.ts'

/**
 * The life of one command on one device:
 *
 *     received → running → confirming → finished
 *
 * `received → finished` when it expired or was cancelled before it began; `running → finished` when the device refused, was
 * not there, or showed the end at once. Nothing is finished by having been sent.
 */
export type CommandRun =
  | { name: 'received'; expiresAt: number }
  | { name: 'running' }
  | { name: 'confirming'; deadlineAt: number; memo: ConfirmMemo; accepted: Accepted }
  | ({ name: 'finished'; at: number } & CommandEnd)

export type CommandEvent =
  /** Its turn has come. */
  | { type: 'begin' }
  | { type: 'executed'; execution: Execution; deadlineMs: number }
  | { type: 'looked'; confirmation: Confirmation }
  /** Another command for the device takes its place. */
  | { type: 'superseded' }
  /** The controller was restarted meanwhile. */
  | { type: 'interrupted' }
  /** It cannot be carried out at all. */
  | { type: 'rejected'; result: CommandResult; reason: CommandReason }

export type CommandRunName = CommandRun['name']
export type CommandEventType = CommandEvent['type']

/** Which events mean something in which state. */
export const ALLOWED_EVENTS: Readonly<Record<CommandRunName, readonly CommandEventType[]>> = {
  received: ['begin', 'superseded', 'interrupted', 'rejected'],
  running: ['executed', 'interrupted', 'rejected'],
  confirming: ['looked', 'superseded', 'interrupted', 'rejected'],
  finished: [],
}

export type Transition = { ok: true; run: CommandRun } | { ok: false; reason: 'not-allowed' }

/** The next state; the clock is that of the controller, ms, `serverNow` the server's, by which orders expire. */
export function transition(
  run: CommandRun,
  event: CommandEvent,
  { now, serverNow }: { now: number; serverNow: number },
): Transition {
  if (!ALLOWED_EVENTS[run.name].includes(event.type)) return { ok: false, reason: 'not-allowed' }
  const finish = (result: CommandResult, reason: CommandReason | null = null): Transition => ({
    ok: true,
    run: { name: 'finished', at: now, result, reason },
  })
  switch (event.type) {
    case 'begin':
      return run.name === 'received' && serverNow >= run.expiresAt
        ? finish('expired')
        : { ok: true, run: { name: 'running' } }
    case 'executed':
      return afterExecution(event.execution, now + event.deadlineMs, finish)
    case 'looked':
      return run.name === 'confirming'
        ? afterLook(run, event.confirmation, now, finish)
        : { ok: false, reason: 'not-allowed' }
    case 'superseded':
      return run.name === 'received' ? finish('cancelled', 'superseded') : finish('unconfirmed', 'superseded')
    case 'interrupted':
      // What was being sent may or may not have arrived; what was accepted can still be looked for.
      return run.name === 'running' ? finish('unconfirmed', 'controller-restarted') : { ok: true, run }
    case 'rejected':
      return finish(event.result, event.reason)
  }
}

type Finish = (result: CommandResult, reason?: CommandReason | null) => Transition

function afterExecution(execution: Execution, deadlineAt: number, finish: Finish): Transition {
  switch (execution.outcome) {
    case 'accepted': {
      const { before, image, expected } = execution
      return {
        ok: true,
        run: { name: 'confirming', deadlineAt, memo: freshMemo, accepted: { before, image, expected } },
      }
    }
    case 'refused':
      return finish('refused', execution.reason)
    default:
      return finish(execution.outcome)
  }
}

function afterLook(
  run: CommandRun & { name: 'confirming' },
  confirmation: Confirmation,
  now: number,
  finish: Finish,
): Transition {
  switch (confirmation.verdict) {
    case 'confirmed':
      return finish('confirmed')
    case 'refused':
      return finish('refused', confirmation.reason)
    case 'failed':
      return finish('unconfirmed', confirmation.reason)
    case 'pending':
      return now >= run.deadlineAt
        ? finish('unconfirmed', 'not-shown-in-time')
        : { ok: true, run: { ...run, memo: confirmation.memo } }
  }
}

/**
 * How long a command is looked for until it counts as without effect, ms. Longer than the slowest device takes, so that it is known how slow
 * that is: a stock Antminer takes up to three minutes to rest. Waking takes a start of the machine and the ramp of its chips.
 */
export function confirmWithinMs(kind: DeviceCommand['kind']): number {
  switch (kind) {
    case 'stop':
    case 'sleep':
      return 300_000
    case 'locate':
      return 30_000
    case 'power-percent':
      return 180_000
    default:
      return 480_000
  }
}
