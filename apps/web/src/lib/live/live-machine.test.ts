import { describe, expect, test } from 'vitest'
import { type LiveEvent, type LivePhase, livePhases, liveTransition, retryWaitMs } from './live-machine.ts'

const events: LiveEvent[] = [
  'started',
  'stopped',
  'opened',
  'authenticated',
  'snapshot',
  'lost',
  'token-refused',
  'token-renewed',
  'token-unavailable',
  'session-gone',
  'retry-due',
]

/** One row a phase; what each event leads to, `.` for staying. */
const matrix: Record<LivePhase, string> = {
  stopped: 'connecting . . . . . . . . . .',
  connecting: '. stopped authenticating . . waiting . . . refused .',
  authenticating: '. stopped . subscribing . waiting renewing . . refused .',
  subscribing: '. stopped . . live waiting renewing . . refused .',
  live: '. stopped . . . waiting renewing . . refused .',
  waiting: '. stopped . . . . . . . refused connecting',
  renewing: '. stopped . . . . . connecting waiting refused .',
  refused: 'connecting stopped . . . . . . . . .',
}

describe('the whole matrix', () => {
  test.each(livePhases.flatMap((phase) => events.map((event, index) => ({ phase, event, index }))))(
    '$phase on $event',
    ({ phase, event, index }) => {
      const cell = matrix[phase].split(' ')[index]
      expect(liveTransition(phase, event)).toBe(cell === '.' ? phase : cell)
    },
  )
})

test('every phase is reached from the start', () => {
  const reached = new Set<LivePhase>(['stopped'])
  for (let round = 0; round < livePhases.length; round++) {
    for (const phase of [...reached]) for (const event of events) reached.add(liveTransition(phase, event))
  }
  expect([...reached].sort()).toEqual([...livePhases].sort())
})

test('waiting doubles to 30 s and never falls below half of it', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => retryWaitMs(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(retryWaitMs(5, 1)).toBe(15_000)
})
