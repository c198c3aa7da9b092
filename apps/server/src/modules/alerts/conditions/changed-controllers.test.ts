import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeEachEngine } from '../../../platform/db/testing.ts'
import { type ChangedControllers, createChangedControllers } from './changed-controllers.ts'

const minute = 60_000

describeEachEngine('controllers that changed', ({ store }) => {
  let changes: ChangedControllers

  beforeEach(async () => {
    changes = await createChangedControllers(store())
  })
  afterEach(() => changes.close())

  const sends = (controllerId: string) => store().notify('live', JSON.stringify({ controllerId }))

  test('after a start all count as changed, then those that sent something, each once', async () => {
    expect(changes.take(0)).toBeNull()
    await sends('SM-A')
    await vi.waitFor(() => expect(changes.take(1_000)?.changed).toEqual(new Set(['SM-A'])))
    expect(changes.take(2_000)?.changed).toEqual(new Set())
  })

  test('one that stays quiet has its turn every five minutes', () => {
    changes.take(0)
    const turns: number[] = []
    for (let now = 1_000; now <= 16 * minute; now += 10_000)
      if (changes.take(now)?.isDue('SM-A')) turns.push(now)
    expect(turns.length).toBeGreaterThanOrEqual(3)
    expect(turns[0]).toBeLessThanOrEqual(5 * minute + 11_000)
    const gaps = turns.slice(1).map((at, index) => at - (turns[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5 * minute + 10_000)
  })

  test('after a failure all are looked at again', () => {
    changes.take(0)
    expect(changes.take(1_000)).not.toBeNull()
    changes.lookAtAll()
    expect(changes.take(2_000)).toBeNull()
  })
})
