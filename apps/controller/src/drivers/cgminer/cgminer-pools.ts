import { type Budget, partOf } from '../budget.ts'
import type { PoolWish, RefusalReason } from '../device-control.ts'
import { type Endpoint, readCommand } from './cgminer-client.ts'
import { escapePart, type WriteOutcome, writeCommand } from './cgminer-write.ts'
import { replyTo, sectionOf } from './parse-reply.ts'
import { countOf, fieldOf, flagOf, type Row, textOf } from './values.ts'

/** A pool as the program lists it. `password` only where it reports one. */
export type ListedPool = {
  id: number
  url: string
  user: string
  password: string | null
  priority: number
  active: boolean
}

/** The pools of a program, whole; null when they cannot be read to the end. */
export async function listPools(endpoint: Endpoint, budget: Budget): Promise<ListedPool[] | null> {
  const outcome = await readCommand(endpoint, 'pools', partOf(budget, 3_000))
  if (!outcome.ok || (outcome.parsed.kind === 'replies' && outcome.parsed.partial)) return null
  const section = sectionOf(replyTo(outcome.parsed, 'pools'), 'POOLS')
  return section.complete ? section.rows.map(listedPool).filter((pool) => pool !== null) : null
}

function listedPool(row: Row, position: number): ListedPool | null {
  const url = textOf(fieldOf(row, 'URL'), 500)
  if (url === null) return null
  return {
    id: countOf(row, 'POOL') ?? position,
    url,
    user: textOf(fieldOf(row, 'User'), 500) ?? '',
    password: textOf(fieldOf(row, 'Password'), 500),
    priority: countOf(row, 'Priority') ?? position,
    active: flagOf(fieldOf(row, 'Stratum Active')) ?? false,
  }
}

/** Whether the listed pools are the wanted ones, in that order. */
export function poolsMatch(listed: readonly ListedPool[], wishes: readonly PoolWish[]): boolean {
  const inOrder = [...listed].sort((one, other) => one.priority - other.priority)
  return (
    inOrder.length === wishes.length &&
    inOrder.every((pool, index) => pool.url === wishes[index]?.url && pool.user === wishes[index]?.user)
  )
}

/** The pools in the form of a request, so that they can be restored. */
export function wishesFrom(listed: readonly ListedPool[]): PoolWish[] {
  return [...listed]
    .sort((one, other) => one.priority - other.priority)
    .map(({ url, user, password }) => ({ url, user, password }))
}

type Step = { ok: true } | { ok: false; problem: RefusalReason | 'unreachable' | 'unknown-command' }

/**
 * Sets the pools to the wanted ones, with what the protocol offers: add what is missing, put all in order, remove the
 * rest, and only then save. Mining continues meanwhile. Stops at the first refusal; the caller then reads back what is
 * set.
 */
export async function setPools(
  endpoint: Endpoint,
  wishes: readonly PoolWish[],
  listed: readonly ListedPool[],
  budget: Budget,
): Promise<Step> {
  for (const wish of wishes) {
    if (listed.some((pool) => pool.url === wish.url && pool.user === wish.user)) continue
    const parts = [wish.url, wish.user, wish.password ?? 'x'].map(escapePart).join(',')
    const added = stepFrom(await writeCommand(endpoint, 'addpool', parts, budget))
    if (!added.ok) return added
  }
  const present = await listPools(endpoint, budget)
  if (present === null) return { ok: false, problem: 'config-unreadable' }
  const wanted: ListedPool[] = []
  for (const wish of wishes) {
    const pool = present.find((one) => one.url === wish.url && one.user === wish.user)
    if (pool === undefined) return { ok: false, problem: 'config-mismatch' }
    wanted.push(pool)
  }
  const rest = present.filter((pool) => !wanted.includes(pool))
  const order = stepFrom(
    await writeCommand(endpoint, 'poolpriority', [...wanted, ...rest].map(({ id }) => id).join(','), budget),
  )
  // Some programs know no order except that of adding; the caller reads back the result.
  if (!order.ok && order.problem !== 'unknown-command') return order
  const first = wanted[0]
  if (first !== undefined && rest.some((pool) => pool.active)) {
    const switched = stepFrom(await writeCommand(endpoint, 'switchpool', String(first.id), budget))
    if (!switched.ok) return switched
  }
  // From the last one backwards: removing a pool shifts the numbers of those behind it.
  for (const pool of [...rest].sort((one, other) => other.id - one.id)) {
    const removed = stepFrom(await writeCommand(endpoint, 'removepool', String(pool.id), budget))
    if (!removed.ok) return removed
  }
  // Not every program has a file to save to; the pools hold until its next start then.
  await writeCommand(endpoint, 'save', null, budget)
  return { ok: true }
}

function stepFrom(outcome: WriteOutcome): Step {
  switch (outcome.kind) {
    case 'done':
    case 'doubtful':
      return { ok: true }
    case 'refused':
      return { ok: false, problem: outcome.reason }
    default:
      return { ok: false, problem: outcome.kind }
  }
}
