import { type Budget, budgetFrom } from '../budget.ts'
import {
  type Ability,
  allAbilities,
  beforeFrom,
  type ConfigImage,
  type Confirmation,
  type ControlContext,
  type DeviceControl,
  type DeviceTarget,
  type Execution,
  type PoolWish,
  refuse,
  unreachable,
  unsupported,
} from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { hasRestarted } from '../judge/judge.ts'
import { confirmPools } from '../judge/judge-pools.ts'
import { listPools, poolsMatch, setPools, wishesFrom } from './cgminer-pools.ts'
import { writeCommand } from './cgminer-write.ts'
import { isRow, textOf } from './values.ts'

/**
 * Acting on a plain cgminer: its program can be restarted and its pools changed where it lets us (`W:` in its
 * `api-allow`). It has no safe way to stop mining, since `quit` ends it for good, so it is never curtailed.
 */
export function createCgminerControl(poll: Driver['poll']): DeviceControl {
  return {
    async capabilities(target, _credentials, context) {
      const access = await writeAccess(target, budgetFrom(context))
      return { ...allAbilities('no'), restart: access, pools: access }
    },

    async execute(target, command, _credentials, context) {
      const budget = budgetFrom(context)
      switch (command.kind) {
        case 'restart':
          return restart(poll, target, context, budget)
        case 'pools':
          return changePools(target, command.pools, context, budget)
        case 'restore': {
          const wishes = poolsOfImage(command.image)
          return wishes === null ? refuse('invalid-value') : changePools(target, wishes, context, budget)
        }
        default:
          return unsupported
      }
    },

    async confirm(target, command, accepted, memo, _credentials, context): Promise<Confirmation> {
      const budget = budgetFrom(context)
      if (command.kind !== 'restart') {
        const listed = await listPools(target.address, budget)
        const wishes = command.kind === 'restore' ? poolsOfImage(command.image) : null
        const expected = command.kind === 'pools' ? command.pools : (wishes ?? [])
        if (listed === null || !poolsMatch(listed, expected)) return { verdict: 'pending', memo }
        if (command.kind !== 'pools') return { verdict: 'confirmed' }
        const seen = await poll(target.address, target.identity, {
          ...context,
          timeoutMs: budget.remainingMs(),
        })
        return seen.ok ? confirmPools(seen.reading, expected[0], memo) : { verdict: 'pending', memo }
      }
      const outcome = await poll(target.address, target.identity, context)
      if (!outcome.ok) return { verdict: 'pending', memo: { ...memo, wasAway: true } }
      if (outcome.identity.key !== target.identity.key) return { verdict: 'refused', reason: 'wrong-device' }
      return hasRestarted(accepted.before, outcome.reading, context.now())
        ? { verdict: 'confirmed' }
        : { verdict: 'pending', memo }
    },
  }
}

/** `privileged` only reports whether writes are allowed. */
async function writeAccess(target: DeviceTarget, budget: Budget): Promise<Ability> {
  const outcome = await writeCommand(target.address, 'privileged', null, budget)
  switch (outcome.kind) {
    case 'done':
      return 'yes'
    case 'unknown-command':
      return 'no'
    case 'refused':
      return outcome.reason === 'writes-disabled' ? 'writes-disabled' : 'device-error'
    default:
      return 'unreachable'
  }
}

async function restart(
  poll: Driver['poll'],
  target: DeviceTarget,
  context: ControlContext,
  budget: Budget,
): Promise<Execution> {
  const outcome = await poll(target.address, target.identity, {
    ...context,
    timeoutMs: budget.remainingMs() / 2,
  })
  if (!outcome.ok) return unreachable
  if (outcome.identity.key !== target.identity.key) return refuse('wrong-device')
  const before = beforeFrom(outcome.reading, context.now())
  const written = await writeCommand(target.address, 'restart', null, budget)
  if (written.kind === 'unreachable') return unreachable
  if (written.kind === 'unknown-command') return unsupported
  if (written.kind === 'refused') return refuse(written.reason)
  return { outcome: 'accepted', before, image: null, expected: null }
}

async function changePools(
  target: DeviceTarget,
  wishes: readonly PoolWish[],
  context: ControlContext,
  budget: Budget,
): Promise<Execution> {
  if (wishes.length === 0) return refuse('invalid-value')
  const listed = await listPools(target.address, budget)
  if (listed === null) return unreachable
  const image: ConfigImage = {
    driver: 'cgminer',
    deviceKey: target.identity.key,
    takenAt: context.now(),
    content: { pools: wishesFrom(listed) },
  }
  if (poolsMatch(listed, wishes) && wishes.every((wish) => wish.password === null)) {
    return { outcome: 'confirmed', image }
  }
  await context.keep?.(image)
  const step = await setPools(target.address, wishes, listed, budget)
  if (!step.ok) {
    if (step.problem === 'unreachable') return unreachable
    return step.problem === 'unknown-command' ? unsupported : refuse(step.problem, image)
  }
  return { outcome: 'accepted', before: beforeFrom(null, context.now()), image, expected: { pools: wishes } }
}

/** The pools kept in an image; null when it does not have this form. */
export function poolsOfImage(image: ConfigImage): PoolWish[] | null {
  const pools = image.content.pools
  if (!Array.isArray(pools)) return null
  const wishes = pools.filter(isRow).map((row) => ({
    url: textOf(row.url, 500) ?? '',
    user: textOf(row.user, 500) ?? '',
    password: textOf(row.password, 500),
  }))
  return wishes.length > 0 && wishes.every((wish) => wish.url !== '') ? wishes : null
}
