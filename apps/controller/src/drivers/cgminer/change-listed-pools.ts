import type { PoolWish } from '../device-control.ts'
import type { Act, ActScene } from '../planned-control.ts'
import { listPools, setPools, wishesFrom } from './cgminer-pools.ts'

/** Changes the pools of a program that adds and removes them one by one. What was there is kept first, so that it can be restored. */
export async function changeListedPools(wishes: readonly PoolWish[], scene: ActScene): Promise<Act> {
  if (wishes.length === 0) return { kind: 'refused', reason: 'invalid-value' }
  const { address } = scene.target
  const listed = await listPools(address, scene.budget)
  if (listed === null) return { kind: 'refused', reason: 'config-unreadable' }
  const image = scene.imageOf({ pools: wishesFrom(listed) })
  await scene.context.keep?.(image)
  const step = await setPools(address, wishes, listed, scene.budget)
  if (step.ok) return { kind: 'sent', image }
  if (step.problem === 'unreachable') return { kind: 'unreachable' }
  return step.problem === 'unknown-command'
    ? { kind: 'unsupported' }
    : { kind: 'refused', reason: step.problem, image }
}
