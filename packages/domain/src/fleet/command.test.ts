import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CommandEvent, type CommandState, isCommandOpen, nextCommandState } from './command.ts'

const states: CommandState[] = [
  'queued',
  'sent',
  'running',
  'confirmed',
  'unconfirmed',
  'refused',
  'unsupported',
  'unreachable',
  'expired',
  'cancelled',
]
const events: CommandEvent[] = [
  'sent',
  'overdue',
  'cancelled',
  'running',
  'confirmed',
  'unconfirmed',
  'refused',
  'unsupported',
  'unreachable',
  'expired',
]

/** One row a state, one column an event, `.` changes nothing. */
const matrix = `
             sent  overdue      cancelled  running  confirmed  unconfirmed  refused  unsupported  unreachable  expired
queued       sent  expired      cancelled  running  confirmed  unconfirmed  refused  unsupported  unreachable  expired
sent         .     unconfirmed  .          running  confirmed  unconfirmed  refused  unsupported  unreachable  expired
running      .     unconfirmed  .          .        confirmed  unconfirmed  refused  unsupported  unreachable  expired
confirmed    .     .            .          .        .          .            .        .            .            .
unconfirmed  .     .            .          .        confirmed  .            refused  unsupported  unreachable  expired
refused      .     .            .          .        .          .            .        .            .            .
unsupported  .     .            .          .        .          .            .        .            .            .
unreachable  .     .            .          .        .          .            .        .            .            .
expired      .     .            .          .        .          .            .        .            .            .
cancelled    .     .            .          .        .          .            .        .            .            .`

const rows = matrix.trim().split('\n').slice(1)

describe('nextCommandState', () => {
  test.each(rows)('%s', (row) => {
    const [state, ...cells] = row.trim().split(/\s+/)
    events.forEach((event, place) => {
      const cell = cells[place]
      expect(nextCommandState(state as CommandState, event), `${state} + ${event}`).toBe(
        cell === '.' ? null : cell,
      )
    })
  })

  test('the matrix names every state', () => expect(rows).toHaveLength(states.length))

  test('a result that came is never lost to anything that comes later', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (sequence) => {
        let state: CommandState = 'queued'
        for (const event of sequence) {
          const before: CommandState = state
          state = nextCommandState(state, event) ?? state
          if (!isCommandOpen(before) && before !== 'unconfirmed') expect(state).toBe(before)
        }
      }),
    )
  })
})
