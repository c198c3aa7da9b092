import { describe, expect, test } from 'vitest'
import { type WalletEvent, type WalletPhase, walletPhases, walletTransition } from './wallet-machine.ts'

const events: WalletEvent[] = [
  'connect-requested',
  'approved',
  'approved-elsewhere',
  'network-right',
  'network-wrong',
  'sign-requested',
  'signed',
  'failed',
  'cancelled',
  'disconnected',
]

/** One row a phase; what each event leads to, `-` for refused. */
const matrix: Record<WalletPhase, string> = {
  disconnected: 'connecting - - - - - - - - -',
  connecting: '- connected wrong-network - - - - failed disconnected disconnected',
  'wrong-network': 'connecting - - connected - - - - disconnected disconnected',
  connected: 'connecting - - - wrong-network signing - failed disconnected disconnected',
  signing: '- - - - - - connected failed cancelling disconnected',
  cancelling: '- - - - - - - - - disconnected',
  failed: 'connecting - - - - - - - disconnected disconnected',
}

describe('the whole matrix', () => {
  test.each(walletPhases.flatMap((phase) => events.map((event, index) => ({ phase, event, index }))))(
    '$phase on $event',
    ({ phase, event, index }) => {
      const cell = matrix[phase].split(' ')[index]
      const result = walletTransition(phase, event)
      expect(result).toEqual(
        cell === '-' ? { ok: false, reason: 'not-possible-now' } : { ok: true, phase: cell },
      )
    },
  )
})

test('every phase is reached, and every phase can get back to the start', () => {
  const from = (start: WalletPhase) => {
    const reached = new Set<WalletPhase>([start])
    for (let round = 0; round < walletPhases.length; round++) {
      for (const phase of [...reached]) {
        for (const event of events) {
          const result = walletTransition(phase, event)
          if (result.ok) reached.add(result.phase)
        }
      }
    }
    return reached
  }
  expect(from('disconnected').size).toBe(walletPhases.length)
  for (const phase of walletPhases) expect(from(phase).has('disconnected')).toBe(true)
})
