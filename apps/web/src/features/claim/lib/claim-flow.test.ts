import type { ClaimPreview } from '@shipminer/contract/account/claims'
import { describe, expect, test } from 'vitest'
import {
  type ClaimEvent,
  type ClaimFlow,
  claimProblems,
  claimTransition,
  formatKeyInput,
  openClaimFlow,
} from './claim-flow.ts'

const key = 'ABCD1234-EFGH5678'
const preview: ClaimPreview = {
  status: 'available',
  controllerId: 'ctl-7',
  minerCount: 2,
  seen: true,
  location: 'Engine room',
  ipAddress: '192.168.1.10',
}
const controller = { controllerId: 'ctl-7', name: 'ms Johanna', minerCount: 2 }

const states: Record<ClaimFlow['step'], ClaimFlow> = {
  entering: { step: 'entering', key, problem: null },
  checking: { step: 'checking', key },
  previewing: { step: 'previewing', key, preview, problem: null },
  claiming: { step: 'claiming', key, preview },
  succeeded: { step: 'succeeded', controller },
}
const events: Record<ClaimEvent['type'], ClaimEvent> = {
  edited: { type: 'edited', text: 'x' },
  submitted: { type: 'submitted' },
  previewed: { type: 'previewed', key, preview },
  confirmed: { type: 'confirmed' },
  claimed: { type: 'claimed', controller },
  failed: { type: 'failed', problem: 'network-check' },
  rechecked: { type: 'rechecked' },
  returned: { type: 'returned' },
}

/** Every pair that is not here is refused. */
const arrows: Partial<Record<`${ClaimFlow['step']} ${ClaimEvent['type']}`, ClaimFlow['step']>> = {
  'entering edited': 'entering',
  'entering submitted': 'checking',
  'checking previewed': 'previewing',
  'checking failed': 'entering',
  'checking returned': 'entering',
  'previewing confirmed': 'claiming',
  'previewing rechecked': 'checking',
  'previewing returned': 'entering',
  'claiming claimed': 'succeeded',
  'claiming failed': 'previewing',
}

describe('the whole matrix', () => {
  for (const state of Object.values(states)) {
    for (const event of Object.values(events)) {
      const expected = arrows[`${state.step} ${event.type}`]
      test(`${state.step} + ${event.type} → ${expected ?? 'refused'}`, () => {
        const result = claimTransition(state, event)
        expect(result.ok ? result.state.step : 'refused').toBe(expected ?? 'refused')
      })
    }
  }

  test('every step is reached from the start', () => {
    const reached = new Set<string>(['entering'])
    for (let size = 0; size !== reached.size; ) {
      size = reached.size
      for (const [arrow, to] of Object.entries(arrows))
        if (reached.has(arrow.split(' ')[0] ?? '')) reached.add(to)
    }
    expect([...reached].sort()).toEqual(Object.keys(states).sort())
  })
})

describe('what an answer leads to', () => {
  test.each([
    ['available', 'previewing', null],
    ['claimed_by_you', 'previewing', null],
    ['claimed', 'entering', 'claimed-by-other'],
    ['revoked', 'entering', 'revoked'],
  ] as const)('a key that is %s', (status, step, problem) => {
    const event: ClaimEvent = { type: 'previewed', key, preview: { ...preview, status } }
    expect(claimTransition(states.checking, event)).toMatchObject({ ok: true, state: { step, problem, key } })
  })

  test('an answer to an earlier key is refused', () => {
    const late: ClaimEvent = { type: 'previewed', key: 'AAAAAAAA-AAAAAAAA', preview }
    expect(claimTransition(states.checking, late)).toEqual({ ok: false, reason: 'not-now' })
  })

  test('what is yours already cannot be claimed again', () => {
    const mine: ClaimFlow = {
      step: 'previewing',
      key,
      problem: null,
      preview: { ...preview, status: 'claimed_by_you' },
    }
    expect(claimTransition(mine, { type: 'confirmed' }).ok).toBe(false)
  })

  test.each(claimProblems)('a claim that fails with %s keeps the key', (problem) => {
    const useless = ['format', 'claimed-by-other', 'not-found', 'revoked'].includes(problem)
    expect(claimTransition(states.claiming, { type: 'failed', problem })).toMatchObject({
      ok: true,
      state: { step: useless ? 'entering' : 'previewing', key, problem },
    })
  })

  test('an impossible key is not sent', () => {
    const typed: ClaimFlow = { step: 'entering', key: 'ABCD', problem: null }
    expect(claimTransition(typed, { type: 'submitted' })).toEqual({
      ok: true,
      state: { step: 'entering', key: 'ABCD', problem: 'format' },
    })
  })
})

test.each([
  ['abcd1234efgh5678', key],
  ['  abcd1234-efgh5678\n', key],
  ['ABCD1234', 'ABCD1234'],
  ['abcd1234-', 'ABCD1234-'],
  ['abcd 1234', 'ABCD 1234'],
  ['é'.repeat(60), 'É'.repeat(40)],
])('the field shows %j as %j', (text, shown) => {
  expect(formatKeyInput(text)).toBe(shown)
  expect(openClaimFlow(text)).toEqual({ step: 'entering', key: shown, problem: null })
})
