import { UplinkRefusalSchema } from '@shipminer/contract/uplink'
import { describe, expect, test } from 'vitest'
import { type UplinkEvent, type UplinkState, uplinkTransition } from './uplink-state.ts'

const now = 1_000_000
const context = { now, random: () => 0.5 }

const states: Record<UplinkState['name'], UplinkState> = {
  disconnected: { name: 'disconnected' },
  connecting: { name: 'connecting', attempt: 2, since: now - 100 },
  challenged: { name: 'challenged', attempt: 2, since: now - 100, nonce: 'n' },
  live: { name: 'live', attempt: 2, since: now - 100, clockOffsetMs: 7, maxInFlight: 8 },
  refused: { name: 'refused', attempt: 2, since: now - 100, reason: 'replaced', retryAt: now },
  waiting: { name: 'waiting', attempt: 2, since: now - 100, cause: 'gone', retryAt: now },
}

const events: Record<UplinkEvent['name'], UplinkEvent> = {
  dialled: { name: 'dialled' },
  challenged: { name: 'challenged', nonce: 'n2' },
  welcomed: { name: 'welcomed', clockOffsetMs: 5, maxInFlight: 4 },
  refused: { name: 'refused', reason: 'replaced' },
  closed: { name: 'closed', cause: 'gone' },
  retried: { name: 'retried' },
  stopped: { name: 'stopped' },
}

/** Where each event leads, `-` where it means nothing. */
const expected: Record<UplinkState['name'], Record<UplinkEvent['name'], UplinkState['name'] | '-'>> = {
  disconnected: {
    dialled: 'connecting',
    challenged: '-',
    welcomed: '-',
    refused: '-',
    closed: '-',
    retried: '-',
    stopped: 'disconnected',
  },
  connecting: {
    dialled: '-',
    challenged: 'challenged',
    welcomed: '-',
    refused: 'refused',
    closed: 'waiting',
    retried: '-',
    stopped: 'disconnected',
  },
  challenged: {
    dialled: '-',
    challenged: '-',
    welcomed: 'live',
    refused: 'refused',
    closed: 'waiting',
    retried: '-',
    stopped: 'disconnected',
  },
  live: {
    dialled: '-',
    challenged: '-',
    welcomed: '-',
    refused: 'refused',
    closed: 'waiting',
    retried: '-',
    stopped: 'disconnected',
  },
  refused: {
    dialled: '-',
    challenged: '-',
    welcomed: '-',
    refused: '-',
    closed: '-',
    retried: 'connecting',
    stopped: 'disconnected',
  },
  waiting: {
    dialled: '-',
    challenged: '-',
    welcomed: '-',
    refused: '-',
    closed: '-',
    retried: 'connecting',
    stopped: 'disconnected',
  },
}

const names = <Name extends string>(record: Record<Name, unknown>) => Object.keys(record) as Name[]

describe('uplink state', () => {
  test.each(names(expected).flatMap((state) => names(events).map((event) => [state, event] as const)))(
    '%s × %s',
    (state, event) => {
      const result = uplinkTransition(states[state], events[event], context)
      expect(result.ok ? result.state.name : '-').toBe(expected[state][event])
    },
  )

  test('every state can be reached from the first', () => {
    const reached = new Set<UplinkState['name']>(['disconnected'])
    for (let round = 0; round < names(states).length; round += 1) {
      for (const from of [...reached]) {
        for (const to of Object.values(expected[from])) if (to !== '-') reached.add(to)
      }
    }
    expect([...reached].sort()).toEqual(names(states).sort())
  })

  test('connections that do not last are tried ever more slowly, from 1 s to 60 s', () => {
    let state: UplinkState = states.disconnected
    const delays: number[] = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      for (const name of ['dialled', 'retried', 'closed'] as const) {
        const next = uplinkTransition(state, events[name], { now, random: () => 1 })
        if (next.ok) state = next.state
      }
      if (state.name === 'waiting') delays.push(state.retryAt - now)
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  test('chance spreads a delay over its upper half', () => {
    const delayOf = (random: number) => {
      const next = uplinkTransition(states.connecting, events.closed, { now, random: () => random })
      return next.ok && next.state.name === 'waiting' ? next.state.retryAt - now : null
    }
    expect([delayOf(0), delayOf(1)]).toEqual([2_000, 4_000])
  })

  test('a connection that lasted starts the back-off anew; one that did not does not', () => {
    const long: UplinkState = {
      name: 'live',
      attempt: 5,
      since: now - 60_000,
      clockOffsetMs: 0,
      maxInFlight: 1,
    }
    expect(uplinkTransition(long, events.closed, context)).toMatchObject({ state: { attempt: 1 } })
    expect(uplinkTransition({ ...long, since: now - 100 }, events.closed, context)).toMatchObject({
      state: { attempt: 6 },
    })
  })

  test.each(UplinkRefusalSchema.options)(
    'after the refusal %s it is tried again, slower than after a lost line',
    (reason) => {
      const next = uplinkTransition(
        { ...states.challenged, name: 'challenged', attempt: 0, since: now, nonce: 'n' },
        { name: 'refused', reason },
        context,
      )
      expect(next.ok && next.state.name === 'refused' && next.state.retryAt - now).toBeGreaterThan(1_000)
    },
  )

  test('a controller that was replaced leaves the line alone for a minute at least', () => {
    const next = uplinkTransition(states.live, events.refused, { now, random: () => 0 })
    expect(next.ok && next.state.name === 'refused' && next.state.retryAt - now).toBeGreaterThanOrEqual(
      60_000,
    )
  })
})
