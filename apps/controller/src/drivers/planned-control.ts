import type { DeviceReading } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom, partOf } from './budget.ts'
import {
  type Accepted,
  beforeFrom,
  type ConfigImage,
  type Confirmation,
  type ControlContext,
  type DeviceCommand,
  type DeviceControl,
  type DeviceCredentials,
  type DeviceTarget,
  type Execution,
  type LoginAnswer,
  type RefusalReason,
  refuse,
  type TryLogin,
  unreachable,
  unsupported,
} from './device-control.ts'
import type { Driver, FailureReason } from './driver.ts'
import { checkResting, hasRestarted, isHashing } from './judge/judge.ts'
import { confirmPools } from './judge/judge-pools.ts'
import { emptyReading } from './reading.ts'

/** Time for the reading that decides how a command ended; the rest of the budget belongs to the command. */
const READING_MS = 4_000

/** What a dialect made of a command. */
export type Act =
  /** Taken, or perhaps taken: to be confirmed. */
  | { kind: 'sent'; image?: ConfigImage; expected?: Readonly<Record<string, unknown>> }
  /** Read back already, or as wanted before. */
  | { kind: 'done'; image?: ConfigImage }
  | { kind: 'refused'; reason: RefusalReason; image?: ConfigImage }
  | { kind: 'unsupported' }
  | { kind: 'unreachable' }

/** How a device took a command that changes something, as the clients of the dialects report it. */
type WriteAnswer =
  | { kind: 'done' | 'doubtful' | 'unknown-command' | 'unreachable' }
  | { kind: 'refused'; reason: RefusalReason }

/** What was made of a command by one write: an answer that nobody could read counts as sent, and is confirmed like any other. */
export function actFrom(outcome: WriteAnswer): Act {
  switch (outcome.kind) {
    case 'done':
    case 'doubtful':
      return { kind: 'sent' }
    case 'unknown-command':
      return { kind: 'unsupported' }
    case 'refused':
      return { kind: 'refused', reason: outcome.reason }
    case 'unreachable':
      return { kind: 'unreachable' }
  }
}

/** What a write that harms nothing shows of a login. */
export function loginAnswerFrom(outcome: WriteAnswer): LoginAnswer {
  switch (outcome.kind) {
    case 'done':
      return 'works'
    case 'refused':
      return outcome.reason === 'login' ? 'refused' : 'unclear'
    case 'unreachable':
      return 'unreachable'
    default:
      return 'unclear'
  }
}

/** Everything a step of a dialect works with. */
export type ActScene = {
  target: DeviceTarget
  credentials: DeviceCredentials | null
  context: ControlContext
  budget: Budget
  /** The device as it was just before. */
  reading: DeviceReading
  /** An image of these settings, now. */
  imageOf: (content: Readonly<Record<string, unknown>>) => ConfigImage
}

/** Whether the settings that a command wrote are found when read back. */
export type Check = 'yes' | 'not-yet' | RefusalReason

/** What differs between dialects that rest, wake and restart in the usual way. */
export type ControlPlan = {
  driver: string
  poll: Driver['poll']
  capabilities: DeviceControl['capabilities']
  tryLogin?: TryLogin
  act(command: DeviceCommand, scene: ActScene): Promise<Act>
  /** Called for commands that write settings, and for `locate`. */
  check(command: DeviceCommand, accepted: Accepted, scene: ActScene): Promise<Check>
}

/**
 * The acting half of a driver out of a plan: a reading before, nothing written where the device is as wanted already,
 * another device at the address never touched, and confirmation by power, rate, uptime or settings read back.
 */
export function createPlannedControl(plan: ControlPlan): DeviceControl {
  async function look(target: DeviceTarget, budget: Budget) {
    return plan.poll(target.address, target.identity, {
      timeoutMs: partOf(budget, READING_MS).remainingMs(),
    })
  }

  function sceneOf(
    target: DeviceTarget,
    credentials: DeviceCredentials | null,
    context: ControlContext,
    budget: Budget,
    reading: DeviceReading,
  ): ActScene {
    const { key: deviceKey } = target.identity
    const imageOf = (content: ConfigImage['content']) => ({
      driver: plan.driver,
      deviceKey,
      takenAt: context.now(),
      content,
    })
    return { target, credentials, context, budget, reading, imageOf }
  }

  return {
    capabilities: plan.capabilities,
    ...(plan.tryLogin === undefined ? {} : { tryLogin: plan.tryLogin }),

    async execute(target, command, credentials, context): Promise<Execution> {
      if (command.kind === 'restore' && command.image.driver !== plan.driver) return refuse('invalid-value')
      const budget = budgetFrom(context)
      const polled = await look(target, budget)
      // A unit that cannot be read may still receive the command to give way.
      const mustTry = !polled.ok && mayRestUnread(command, polled.reason)
      if (!polled.ok && !mustTry) return unreachable
      if (polled.ok && polled.identity.key !== target.identity.key) return refuse('wrong-device')
      const reading = polled.ok ? polled.reading : emptyReading(null)
      const before = beforeFrom(reading, context.now())
      const usual = usualStep(command, reading)
      if (usual === 'done') return { outcome: 'confirmed', image: null }
      if (usual === 'wait') return { outcome: 'accepted', before, image: null, expected: null }
      const act = await plan.act(command, sceneOf(target, credentials, context, budget, reading))
      switch (act.kind) {
        case 'sent':
          return { outcome: 'accepted', before, image: act.image ?? null, expected: act.expected ?? null }
        case 'done':
          return { outcome: 'confirmed', image: act.image ?? null }
        case 'refused':
          return refuse(act.reason, act.image ?? null)
        case 'unsupported':
          return unsupported
        case 'unreachable':
          return unreachable
      }
    },

    async confirm(target, command, accepted, memo, credentials, context): Promise<Confirmation> {
      const budget = budgetFrom(context)
      const polled = await look(target, budget)
      if (!polled.ok) return { verdict: 'pending', memo: { ...memo, wasAway: true } }
      if (polled.identity.key !== target.identity.key) return { verdict: 'refused', reason: 'wrong-device' }
      const { reading } = polled
      const when = (done: boolean): Confirmation =>
        done ? { verdict: 'confirmed' } : { verdict: 'pending', memo }
      switch (command.kind) {
        case 'stop':
        case 'sleep': {
          const { done, memo: next } = checkResting(accepted.before, reading, memo)
          return done && !isRunning(reading) ? { verdict: 'confirmed' } : { verdict: 'pending', memo: next }
        }
        case 'start':
        case 'wake':
          return when(isHashing(reading))
        case 'restart':
          return when(hasRestarted(accepted.before, reading, context.now()))
        case 'reboot':
          // Where no uptime shows it, having been away and being back does.
          return when(
            hasRestarted(accepted.before, reading, context.now()) ||
              (reading.uptimeSeconds === null && memo.wasAway),
          )
        default: {
          const checked = await plan.check(
            command,
            accepted,
            sceneOf(target, credentials, context, budget, reading),
          )
          if (checked === 'yes' && command.kind === 'pools')
            return confirmPools(reading, command.pools[0], memo)
          return checked === 'yes' || checked === 'not-yet'
            ? when(checked === 'yes' && isWithinLimit(command, reading))
            : { verdict: 'refused', reason: checked }
        }
      }
    },
  }
}

function mayRestUnread(command: DeviceCommand, reason: FailureReason): boolean {
  const isRest = command.kind === 'stop' || command.kind === 'sleep'
  return isRest && reason !== 'refused' && reason !== 'no-route'
}

function usualStep(command: DeviceCommand, reading: DeviceReading): 'done' | 'wait' | 'act' {
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return reading.state === 'sleeping' && reading.hashrateGhs === 0 ? 'done' : 'act'
    case 'start':
    case 'wake':
      if (isHashing(reading)) return 'done'
      return reading.state === 'starting' ? 'wait' : 'act'
    default:
      return 'act'
  }
}

/** This much above its limit is the fluctuation of a device that keeps it. */
const LIMIT_TOLERANCE = 1.15

/** A limit that reads back as set says nothing of the power until the chips follow it, which takes some firmware minutes. */
const isWithinLimit = (command: DeviceCommand, { powerWatts }: DeviceReading): boolean =>
  command.kind !== 'power-limit' || powerWatts === null || powerWatts <= command.watts * LIMIT_TOLERANCE

/** A device that reports it is starting is not asleep, however little it draws. */
function isRunning(reading: DeviceReading): boolean {
  return reading.state === 'starting'
}
