import { beforeEach, expect, test, vi } from 'vitest'
import { createAutoplay, type Hold } from './autoplay.ts'

let pending: Map<number, { run: () => void; at: number }>
let now: number
let next: number

beforeEach(() => {
  pending = new Map()
  now = 0
  next = 1
})
const timers = {
  set: (run: () => void, delayMs: number) => {
    pending.set(next, { run, at: now + delayMs })
    return next++
  },
  clear: (timer: number) => {
    pending.delete(timer)
  },
}
function pass(ms: number): void {
  const end = now + ms
  for (;;) {
    const due = [...pending].sort(([, a], [, b]) => a.at - b.at)[0]
    if (!due || due[1].at > end) break
    now = due[1].at
    pending.delete(due[0])
    due[1].run()
  }
  now = end
}
const start = (holds: Hold[] = []) => {
  const advance = vi.fn()
  return { advance, autoplay: createAutoplay({ intervalMs: 3000, advance, holds }, timers) }
}

test('advances every 3 s', () => {
  const { advance } = start()
  pass(2999)
  expect(advance).not.toHaveBeenCalled()
  pass(6002)
  expect(advance).toHaveBeenCalledTimes(3)
})

test('stands still while held and waits a whole interval after', () => {
  const { advance, autoplay } = start()
  pass(2900)
  autoplay.hold('pointer')
  pass(60_000)
  expect(advance).not.toHaveBeenCalled()
  autoplay.release('pointer')
  pass(2999)
  expect(advance).not.toHaveBeenCalled()
  pass(1)
  expect(advance).toHaveBeenCalledTimes(1)
})

test('what somebody paused stays paused after a drag', () => {
  const { advance, autoplay } = start()
  autoplay.hold('paused')
  autoplay.hold('pointer')
  autoplay.release('pointer')
  pass(60_000)
  expect(advance).not.toHaveBeenCalled()
  autoplay.release('paused')
  pass(3000)
  expect(advance).toHaveBeenCalledTimes(1)
})

test('never starts under reduced motion, and never after its end', () => {
  const { advance, autoplay } = start(['reduced-motion'])
  autoplay.hold('hover')
  autoplay.release('hover')
  pass(60_000)
  autoplay.release('reduced-motion')
  autoplay.stop()
  pass(60_000)
  expect(advance).not.toHaveBeenCalled()
  expect(pending.size).toBe(0)
})

test('letting go of what was not held does not restart the wait', () => {
  const { advance, autoplay } = start()
  pass(2000)
  autoplay.release('focus')
  pass(1000)
  expect(advance).toHaveBeenCalledTimes(1)
})
