import { expect, test } from 'vitest'
import { livePhases } from '../../../../lib/live/live-machine.ts'
import { liveConnection } from './live-connection.ts'

test.each(livePhases)('%s', (phase) => {
  const first = phase === 'live' ? 'live' : phase === 'waiting' || phase === 'refused' ? 'lost' : 'connecting'
  expect(liveConnection(phase, 0)).toBe(first)
  expect(liveConnection(phase, 2)).toBe(phase === 'live' ? 'live' : 'lost')
})
