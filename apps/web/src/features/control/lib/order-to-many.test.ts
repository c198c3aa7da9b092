import { expect, test } from 'vitest'
import { giveToMany, progressOf, type Turn } from './order-to-many.ts'

const turn = (more: Partial<Turn>): Turn => ({
  matched: 5,
  left: 0,
  given: 0,
  skipped: [],
  next: null,
  ...more,
})

test('goes on after the last of each turn until all have it, and keeps who was skipped', async () => {
  const asked: (string | null)[] = []
  const told: number[] = []
  const given = await giveToMany(
    async (after) => {
      asked.push(after)
      return after === null
        ? turn({ given: 2, left: 3, next: '7' })
        : turn({ given: 2, skipped: [{ id: '9', name: 'Box 9', why: 'locked' }] })
    },
    ({ reached }) => told.push(reached),
  )
  expect(asked).toEqual([null, '7'])
  expect(told).toEqual([2, 5, 5])
  expect(given).toMatchObject({ matched: 5, given: 4, skipped: [{ name: 'Box 9' }], thrown: null })
})

test('what fails ends it, and says after how many', async () => {
  const failure = new Error('away')
  const given = await giveToMany(
    async (after) => {
      if (after !== null) throw failure
      return turn({ given: 2, left: 3, next: '7' })
    },
    () => undefined,
  )
  expect(given).toMatchObject({ reached: 2, thrown: failure, isOver: true })
})

test('commands are under way, done, or ended otherwise', () => {
  expect(progressOf({ queued: 1, sent: 2, confirmed: 3, refused: 4, expired: 1 })).toEqual({
    open: 3,
    confirmed: 3,
    failed: 5,
  })
})
