import { describe, expect, test } from 'vitest'
import {
  assessRollout,
  type MemberState,
  movesOn,
  type RolloutMember,
  type RolloutState,
  rolloutTransition,
  stageMembers,
} from './rollout.ts'

const memberStates = [
  'not-reached',
  'offered',
  'downloading',
  'installing',
  'reported-in',
  'rolled-back',
  'refused',
] as const satisfies MemberState[]

const now = 10_000_000
const within = 60_000
const member = (state: MemberState, more: Partial<RolloutMember> = {}): RolloutMember => ({
  controllerId: 'SM-A',
  stage: 0,
  state,
  offeredAt: state === 'not-reached' ? null : now - 1_000,
  ...more,
})
const judge = (members: RolloutMember[], more: Partial<Parameters<typeof assessRollout>[0]> = {}) =>
  assessRollout(
    {
      state: 'running',
      stage: 0,
      stageCount: 3,
      stageStartedAt: now - 1_000,
      reportWithinMs: within,
      tolerated: 0,
      forgiven: 0,
      members,
      ...more,
    },
    now,
  )
const overdue = { offeredAt: now - within - 1 }

describe('assessRollout', () => {
  /** One controller alone in a stage: every state, in time and late. */
  test.each([
    ['not-reached', 'wait', 'nobody-reported'],
    ['offered', 'wait', 'no-report'],
    ['downloading', 'wait', 'no-report'],
    ['installing', 'wait', 'no-report'],
    ['reported-in', 'advance', null],
    ['rolled-back', 'rolled-back', 'rolled-back'],
    ['refused', 'refused', 'refused'],
  ] as const)('%s: in time %s, late %s', (state, inTime, late) => {
    const verdictOf = (verdict: ReturnType<typeof judge>) =>
      verdict.kind === 'halt' ? verdict.reason : verdict.kind
    expect(verdictOf(judge([member(state)]))).toBe(inTime)
    const afterwards = judge([member(state, state === 'not-reached' ? {} : overdue)], {
      stageStartedAt: now - within - 1,
    })
    expect(verdictOf(afterwards)).toBe(late ?? 'advance')
  })

  /** Two controllers, each in every state: nothing passes that did not report in, and no failure stays without a halt. */
  test('the whole matrix of two', () => {
    for (const one of memberStates)
      for (const other of memberStates) {
        const verdict = judge([member(one), member(other, { controllerId: 'SM-B' })])
        const states: MemberState[] = [one, other]
        const isFailed = states.some((state) => state === 'rolled-back' || state === 'refused')
        const isAll = states.every((state) => state === 'reported-in')
        expect([one, other, verdict.kind]).toEqual([
          one,
          other,
          isFailed ? 'halt' : isAll ? 'advance' : 'wait',
        ])
      }
  })

  test('the last stage finishes; a stage without anybody is passed', () => {
    expect(judge([member('reported-in', { stage: 2 })], { stage: 2 })).toEqual({ kind: 'finish' })
    expect(judge([member('reported-in')], { stage: 1 })).toEqual({ kind: 'advance' })
  })

  test('ships without a line are waited for only so long, when others of the stage reported in', () => {
    const members = [member('reported-in'), member('not-reached', { controllerId: 'SM-B' })]
    expect(judge(members)).toEqual({ kind: 'wait' })
    expect(judge(members, { stageStartedAt: now - within - 1 })).toEqual({ kind: 'advance' })
  })

  test('as many failures as are tolerated do not halt, and one more does; it names whoever failed last', () => {
    const failed = member('rolled-back', { controllerId: 'SM-B' })
    expect(judge([member('reported-in'), failed], { tolerated: 1 })).toEqual({ kind: 'advance' })
    expect(judge([failed, member('refused', { controllerId: 'SM-C' })], { tolerated: 1 })).toEqual({
      kind: 'halt',
      reason: 'refused',
      controllerId: 'SM-C',
    })
  })

  test('what an operator saw when resuming is forgiven; the next failure halts again', () => {
    const members = [member('reported-in'), member('rolled-back', { controllerId: 'SM-B' })]
    expect(judge(members, { forgiven: 1 })).toEqual({ kind: 'advance' })
    const third = member('rolled-back', { controllerId: 'SM-C', stage: 1 })
    expect(judge([...members, third], { forgiven: 1, stage: 1 })).toMatchObject({ kind: 'halt' })
  })

  test('a failure after the end halts too, and keeps it from ships that come later', () => {
    expect(judge([member('reported-in')], { state: 'done', stage: 2 })).toEqual({ kind: 'wait' })
    expect(judge([member('rolled-back')], { state: 'done', stage: 2 })).toMatchObject({ kind: 'halt' })
  })

  test('a failure of an earlier stage halts a later one', () => {
    const members = [member('rolled-back'), member('reported-in', { stage: 1, controllerId: 'SM-B' })]
    expect(judge(members, { stage: 1 })).toMatchObject({ kind: 'halt', controllerId: 'SM-A' })
  })
})

describe('movesOn', () => {
  test('nothing is taken back, and the end is the end', () => {
    for (const from of memberStates)
      for (const to of memberStates) {
        const isEnd = from === 'rolled-back' || from === 'refused'
        const isBack = memberStates.indexOf(to) <= memberStates.indexOf(from)
        const isOdd = from === 'reported-in' && to === 'refused'
        expect([from, to, movesOn(from, to)]).toEqual([from, to, !isEnd && !isBack && !isOdd])
      }
  })
})

describe('stageMembers', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `SM-${index}`)

  test('is the same whatever the order, and each share holds the smaller ones', () => {
    const share = (percent: number, of = ids) => stageMembers({ percent }, of)
    expect(share(10)).toHaveLength(20)
    expect(share(10, ids.toReversed())).toEqual(share(10))
    expect(share(50)).toEqual(expect.arrayContaining(share(10)))
    expect(share(100).toSorted()).toEqual(ids.toSorted())
    // Neighbours in numbering are no neighbours here.
    expect(share(10)).not.toEqual(ids.slice(0, 20))
  })

  test('a share is at least one, of nobody none; named ones only when they are there', () => {
    expect(stageMembers({ percent: 1 }, ['SM-1', 'SM-2'])).toHaveLength(1)
    expect(stageMembers({ percent: 10 }, [])).toEqual([])
    expect(stageMembers({ controllers: ['SM-2', 'SM-9'] }, ['SM-1', 'SM-2'])).toEqual(['SM-2'])
  })
})

describe('rolloutTransition', () => {
  test('the whole table', () => {
    const states: RolloutState[] = ['running', 'paused', 'halted', 'done', 'withdrawn', 'superseded']
    const events = ['pause', 'resume', 'halt', 'finish', 'withdraw', 'supersede'] as const
    const legal = states.flatMap((state) =>
      events.flatMap((event) => {
        const next = rolloutTransition(state, event)
        return next === null ? [] : [`${state} ${event} ${next}`]
      }),
    )
    expect(legal).toEqual([
      'running pause paused',
      'running halt halted',
      'running finish done',
      'running withdraw withdrawn',
      'paused resume running',
      'paused withdraw withdrawn',
      'halted resume running',
      'halted withdraw withdrawn',
      'done halt halted',
      'done withdraw withdrawn',
      'done supersede superseded',
    ])
  })
})
