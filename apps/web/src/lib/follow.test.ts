import { beforeEach, expect, test } from 'vitest'
import { createFollower, type Followed } from './follow.ts'

let answers: (() => Promise<number>)[]
let loads: number
let hidden: boolean
let timers: { task: () => void; delayMs: number }[]
let history: Followed<number>[]
let follower: ReturnType<typeof createFollower<number>>

beforeEach(() => {
  answers = []
  loads = 0
  hidden = false
  timers = []
  history = []
  follower = createFollower<number>({
    load: () => {
      loads++
      return answers.shift()?.() ?? Promise.resolve(loads)
    },
    nextLookMs: ({ data }) => (data !== null && data >= 10 ? null : 5000),
    isHidden: () => hidden,
    later: (task, delayMs) => {
      const timer = { task, delayMs }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    onChange: (seen) => history.push(seen),
  })
})

const last = () => history.at(-1)
const tick = () => timers.shift()?.task()

test('looks, waits, looks again', async () => {
  await follower.look()
  expect(last()).toEqual({ data: 1, error: null, isBusy: false })
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([5000])
  tick()
  expect(last()?.isBusy).toBe(true)
  await follower.look()
  expect([last()?.data, loads]).toEqual([2, 2])
})

test('never looks twice at once', async () => {
  await Promise.all([follower.look(), follower.look()])
  expect(loads).toBe(1)
})

test('a failure keeps what was seen, and the next look mends it', async () => {
  await follower.look()
  answers = [() => Promise.reject(new Error('away'))]
  await follower.look()
  expect(last()).toMatchObject({ data: 1, isBusy: false, error: new Error('away') })
  expect(timers).toHaveLength(1)
  await follower.look()
  expect(last()).toEqual({ data: 3, error: null, isBusy: false })
})

test('rests when it is final', async () => {
  answers = [() => Promise.resolve(10)]
  await follower.look()
  expect(timers).toEqual([])
  follower.visibilityChanged()
  expect(loads).toBe(1)
})

test('rests while the page is hidden and looks at once when it shows', async () => {
  await follower.look()
  hidden = true
  follower.visibilityChanged()
  expect(timers).toEqual([])
  hidden = false
  follower.visibilityChanged()
  await follower.look()
  expect(loads).toBe(2)
})

test('what was taken over is not overwritten by an older look', async () => {
  let answer: (value: number) => void = () => undefined
  answers = [() => new Promise((resolve) => (answer = resolve))]
  const looking = follower.look()
  follower.replace(7)
  answer(1)
  await looking
  expect(last()).toEqual({ data: 7, error: null, isBusy: false })
})

test('after its end nothing happens', async () => {
  follower.end()
  await follower.look()
  expect([loads, history]).toEqual([0, []])
})
