import { describe, expect, test } from 'vitest'
import {
  type IntentContext,
  type IntentException,
  type IntentStatus,
  type IntentTerms,
  intentStatuses,
  type ObservedPayment,
  type PreviousIntent,
} from './intent.ts'
import { intentArrows, reduceIntent, startupGraceMs } from './reduce-intent.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** EUR 17 500 for 1000 units; 995 are enough; three confirmations; 15 minutes, watched for a week. Times count from the creation. */
const terms: IntentTerms = {
  priceCents: 1_750_000,
  amountDue: 1000n,
  minDue: 995n,
  confirmationsRequired: 3,
  expiresAtMs: 15 * minute,
  monitorUntilMs: 7 * day,
}

const context: IntentContext = {
  nowMs: 5 * minute,
  startedAtMs: -day,
  watcherTipFresh: true,
  otherPaymentExists: false,
  stockReservable: true,
  isOrderCancelled: false,
  creation: 'reserved',
  decisions: { canceledAtMs: null, manual: null },
}

function payment(change: Partial<ObservedPayment> = {}): ObservedPayment {
  return {
    id: 'a:0',
    amount: 1000n,
    firstSeenMs: 3 * minute,
    confirmations: 0,
    final: null,
    kind: 'expected',
    unaccountedAtMs: null,
    unaccountedBecause: null,
    wasReorged: false,
    valueCentsAtFirstSeen: null,
    ...change,
  }
}

function reduce(
  previous: IntentStatus | PreviousIntent,
  payments: readonly ObservedPayment[] = [],
  change: Partial<IntentContext> = {},
  termsChange: Partial<IntentTerms> = {},
) {
  const before = typeof previous === 'string' ? { status: previous, exceptions: [] } : previous
  return reduceIntent({ ...terms, ...termsChange }, payments, { ...context, ...change }, before)
}

const late = (change: Partial<ObservedPayment> = {}) =>
  payment({ firstSeenMs: 2 * 60 * minute, valueCentsAtFirstSeen: 1_750_000, ...change })
const hoursLater = { nowMs: 3 * 60 * minute }
const weekLater = { nowMs: 8 * day }
const completed = { decisions: { canceledAtMs: null, manual: 'completed' as const } }
const invalid = { decisions: { canceledAtMs: null, manual: 'failed' as const } }
const canceledNow = { decisions: { canceledAtMs: 4 * minute, manual: null } }
const gone = { unaccountedAtMs: 4 * minute, unaccountedBecause: 'replaced' as const }

/** What is known to the reducer, from nothing to everything; each is met by every status below. */
const situations = {
  nothing: [[], {}],
  'being made': [[], { creation: 'pending' }],
  refused: [[], { creation: 'refused' }],
  'quote over': [[], hoursLater],
  'quote over, watcher behind': [[], { ...hoursLater, watcherTipFresh: false }],
  'week over': [[], weekLater],
  part: [[payment({ amount: 400n })], {}],
  'part, quote over': [[payment({ amount: 400n })], hoursLater],
  enough: [[payment({ amount: 995n })], {}],
  'enough, one block': [[payment({ confirmations: 1 })], {}],
  'enough, all blocks': [[payment({ confirmations: 3 })], {}],
  'enough, no block in a week': [[payment()], weekLater],
  'enough, one block in a week': [[payment({ confirmations: 1 })], weekLater],
  replaced: [[payment(gone)], {}],
  'replaced, quote over': [[payment(gone)], hoursLater],
  'late and worth it': [[late()], hoursLater],
  'late, worth too little': [[late({ valueCentsAtFirstSeen: 1_732_499 })], hoursLater],
  'late, all blocks': [[late({ confirmations: 3 })], hoursLater],
  'canceled by the buyer': [[], canceledNow],
  'paid otherwise': [[], { otherPaymentExists: true }],
  'enough, paid otherwise': [[payment()], { otherPaymentExists: true }],
  completed: [[], completed],
  'marked invalid': [[], invalid],
} as const satisfies Record<string, readonly [ObservedPayment[], Partial<IntentContext>]>
type Situation = keyof typeof situations

/** Status and exceptions (u o l r = underpaid overpaid late replaced, R = reorged, m = manual) that come out, one column for each status. */
const columns = intentStatuses
const matrix: Record<Situation, readonly string[]> = {
  // creating, awaiting_transfer, detected, confirming, confirmed, expired, manually_completed, failed, canceled
  nothing: row('awaiting awaiting awaiting awaiting awaiting+R expired manual+m failed canceled'),
  'being made': row('creating awaiting awaiting awaiting awaiting+R expired manual+m failed canceled'),
  refused: row('failed awaiting awaiting awaiting awaiting+R expired manual+m failed canceled'),
  'quote over': row('expired expired expired expired expired+R expired manual+m failed canceled'),
  'quote over, watcher behind': row(
    'awaiting awaiting awaiting awaiting awaiting+R expired manual+m failed canceled',
  ),
  'week over': row('expired expired expired expired expired+R expired manual+m failed canceled'),
  part: row('awaiting+u awaiting+u awaiting+u awaiting+u awaiting+uR expired+u manual+um failed+u canceled'),
  'part, quote over': row(
    'expired+u expired+u expired+u expired+u expired+uR expired+u manual+um failed+u canceled',
  ),
  enough: row('detected detected detected detected detected+R detected manual+m failed canceled'),
  'enough, one block': row(
    'confirming confirming confirming confirming confirming+R confirming manual+m failed canceled',
  ),
  'enough, all blocks': row(
    'confirmed confirmed confirmed confirmed confirmed confirmed manual+m failed canceled',
  ),
  'enough, no block in a week': row('failed failed failed failed failed+R failed manual+m failed canceled'),
  'enough, one block in a week': row('failed failed failed failed failed+R failed manual+m failed canceled'),
  replaced: row(
    'awaiting+r awaiting+r awaiting+r awaiting+r awaiting+rR expired+r manual+m failed+r canceled+r',
  ),
  'replaced, quote over': row(
    'expired+r expired+r expired+r expired+r expired+rR expired+r manual+m failed+r canceled+r',
  ),
  'late and worth it': row(
    'detected+l detected+l detected+l detected+l detected+lR detected+l manual+lm failed+l canceled+l',
  ),
  'late, worth too little': row(
    'expired+l expired+l expired+l expired+l expired+lR expired+l manual+lm failed+l canceled+l',
  ),
  'late, all blocks': row(
    'confirmed+l confirmed+l confirmed+l confirmed+l confirmed+l confirmed+l manual+lm failed+l canceled+l',
  ),
  'canceled by the buyer': row(
    'canceled canceled canceled canceled canceled+R expired manual+m failed canceled',
  ),
  'paid otherwise': row('canceled canceled canceled canceled canceled+R expired manual+m failed canceled'),
  'enough, paid otherwise': row(
    'detected+o detected+o detected+o detected+o detected+oR detected+o manual+om failed+o canceled+o',
  ),
  completed: row('manual+m manual+m manual+m manual+m manual+m manual+m manual+m manual+m manual+m'),
  'marked invalid': row('failed+m failed+m failed+m failed+m failed+Rm failed+m manual+m failed+m failed+m'),
}

function row(text: string): string[] {
  return text.split(' ')
}

const letters: Record<IntentException, string> = {
  underpaid: 'u',
  overpaid: 'o',
  late: 'l',
  replaced: 'r',
  reorged: 'R',
  wrong_network: 'n',
  wrong_token: 't',
  manual: 'm',
}

function short({ status, exceptions }: PreviousIntent): string {
  const word =
    status === 'awaiting_transfer' ? 'awaiting' : status === 'manually_completed' ? 'manual' : status
  return exceptions.length === 0 ? word : `${word}+${exceptions.map((name) => letters[name]).join('')}`
}

const cells = (Object.keys(situations) as Situation[]).flatMap((situation) =>
  columns.map((status, at) => [status, situation, matrix[situation][at] ?? ''] as const),
)

test.each(cells)('%s, %s → %s', (status, situation, expected) => {
  const [payments, change] = situations[situation]
  expect(short(reduce(status, payments, change))).toBe(expected)
})

test('every status is reached, and every arrow leads to one that is there', () => {
  const reached = new Set<string>(['creating'])
  for (const [from, to] of intentArrows) {
    expect(intentStatuses).toContain(from)
    reached.add(to)
  }
  expect([...reached].toSorted()).toEqual([...intentStatuses].toSorted())
})

describe('amounts', () => {
  test('nothing came', () => {
    expect(reduce('awaiting_transfer')).toEqual({
      status: 'awaiting_transfer',
      exceptions: [],
      amountReceived: 0n,
      amountConfirmed: 0n,
      amountRemaining: 1000n,
      amountToRefund: 0n,
      effectiveExpiresAtMs: 15 * minute,
      confirmationsReached: 0,
    })
  })

  test('several payments add up at the locked rate', () => {
    const first = payment({ amount: 400n, confirmations: 5 })
    expect(reduce('awaiting_transfer', [first])).toMatchObject({
      exceptions: ['underpaid'],
      amountReceived: 400n,
      amountConfirmed: 400n,
      amountRemaining: 600n,
      amountToRefund: 0n,
    })
    const second = payment({ id: 'b:0', amount: 600n, firstSeenMs: 40 * minute, confirmations: 1 })
    expect(reduce('awaiting_transfer', [first, second], { nowMs: 41 * minute })).toMatchObject({
      status: 'confirming',
      exceptions: [],
      amountConfirmed: 400n,
      amountRemaining: 0n,
      confirmationsReached: 1,
    })
  })

  test.each([
    [994n, 'awaiting+u', 0n],
    [995n, 'confirmed', 0n],
    [1000n, 'confirmed', 0n],
    [1005n, 'confirmed', 0n],
    [1006n, 'confirmed+o', 6n],
  ])('%i of 1000, 5 let go: %s, %i to give back', (amount, expected, refund) => {
    const state = reduce('awaiting_transfer', [payment({ amount, confirmations: 3 })])
    expect(short(state)).toBe(expected)
    expect(state.amountToRefund).toBe(refund)
    expect(state.amountRemaining).toBe(1000n - amount)
  })

  test('two full payments: the second goes back once it is settled', () => {
    const first = payment({ confirmations: 3 })
    const second = payment({ id: 'b:0', confirmations: 2 })
    const before = reduce('confirmed', [first, second])
    expect(short(before)).toBe('confirmed+o')
    expect(before.amountToRefund).toBe(0n)
    expect(reduce(before, [first, { ...second, confirmations: 3 }]).amountToRefund).toBe(1000n)
  })

  test('a replacement that pays less takes the excess away', () => {
    const excess = payment({ amount: 1500n })
    expect(short(reduce('awaiting_transfer', [excess]))).toBe('detected+o')
    const replaced = [{ ...excess, ...gone }, payment({ id: 'b:0', amount: 1000n, firstSeenMs: 4 * minute })]
    expect(short(reduce('detected', replaced))).toBe('detected')
  })

  test.each([
    ['an order paid otherwise', 'confirmed', { otherPaymentExists: true }, 1000n],
    ['a canceled intent', 'canceled', {}, 1000n],
    ['an intent marked invalid', 'awaiting_transfer', invalid, 1000n],
    ['an expired intent, while staff decides', 'expired', { stockReservable: false }, 0n],
    ['an intent completed by staff', 'awaiting_transfer', completed, 0n],
  ] as const)('money on %s', (_, status, change, refund) => {
    const state = reduce(status, [late({ confirmations: 3 })], { ...hoursLater, ...change })
    expect(state.amountToRefund).toBe(refund)
  })

  test('nothing and less than nothing are no payments', () => {
    const none = [payment({ amount: 0n }), payment({ id: 'b:0', amount: -5n })]
    expect(reduce('awaiting_transfer', none)).toEqual(reduce('awaiting_transfer'))
  })
})

describe('the quote and its end', () => {
  test('a payment in time keeps it open for an hour from its first sight', () => {
    const part = payment({ amount: 400n, firstSeenMs: 14 * minute })
    expect(reduce('awaiting_transfer', [part]).effectiveExpiresAtMs).toBe(74 * minute)
    expect(reduce('awaiting_transfer', [part], { nowMs: 74 * minute - 1 }).status).toBe('awaiting_transfer')
    expect(short(reduce('awaiting_transfer', [part], { nowMs: 74 * minute }))).toBe('expired+u')
    const top = payment({ id: 'b:0', amount: 600n, firstSeenMs: 73 * minute })
    expect(short(reduce('expired', [part, top], { nowMs: 90 * minute }))).toBe('detected')
  })

  test('a second part does not keep it open any longer', () => {
    const parts = [5, 60].map((at) => payment({ id: `${at}`, amount: 100n, firstSeenMs: at * minute }))
    expect(reduce('awaiting_transfer', parts).effectiveExpiresAtMs).toBe(65 * minute)
  })

  test('when enough money goes away, an hour is left from then', () => {
    const lost = payment({ unaccountedAtMs: 300 * minute, unaccountedBecause: 'replaced' })
    const state = reduce('detected', [lost], { nowMs: 301 * minute })
    expect(short(state)).toBe('awaiting+r')
    expect(state.effectiveExpiresAtMs).toBe(360 * minute)
    const replacement = payment({ id: 'b:0', firstSeenMs: 300 * minute })
    expect(short(reduce(state, [lost, replacement], { nowMs: 301 * minute }))).toBe('detected')
  })

  test('when part of it goes away, nothing is left', () => {
    const lost = payment({ amount: 10n, unaccountedAtMs: 70 * minute, unaccountedBecause: 'replaced' })
    expect(reduce('awaiting_transfer', [lost]).effectiveExpiresAtMs).toBe(63 * minute)
  })

  test('never beyond the monitoring window', () => {
    const part = payment({ amount: 400n, firstSeenMs: 14 * minute })
    const state = reduce('awaiting_transfer', [part], {}, { monitorUntilMs: 20 * minute })
    expect(state.effectiveExpiresAtMs).toBe(20 * minute)
  })

  test('nothing is decided in the first two minutes of a server, or behind the tip', () => {
    const started = { nowMs: 30 * minute, startedAtMs: 30 * minute - startupGraceMs + 1 }
    expect(reduce('awaiting_transfer', [], started).status).toBe('awaiting_transfer')
    expect(reduce('awaiting_transfer', [], { ...started, nowMs: started.nowMs + 1 }).status).toBe('expired')
    const behind = { ...weekLater, watcherTipFresh: false }
    expect(reduce('detected', [payment()], behind).status).toBe('detected')
    expect(reduce('expired', [], behind).status).toBe('expired')
  })
})

describe('late money', () => {
  test.each([
    ['no rate was fresh', late({ valueCentsAtFirstSeen: null }), {}, 'expired+l'],
    ['99 % of the price', late({ valueCentsAtFirstSeen: 1_732_500 }), {}, 'detected+l'],
    ['too few coins', late({ amount: 994n, valueCentsAtFirstSeen: 9_000_000 }), {}, 'expired+ul'],
    ['no stock', late(), { stockReservable: false }, 'expired+l'],
    ['paid otherwise', late(), { otherPaymentExists: true }, 'expired+ol'],
    ['watcher behind', late(), { watcherTipFresh: false }, 'expired+l'],
  ] as const)('%s', (what, money, change, expected) => {
    const status = what === 'watcher behind' ? 'awaiting_transfer' : 'expired'
    const state = reduce(status, [money], { ...hoursLater, ...change })
    expect(short(state)).toBe(what === 'watcher behind' ? 'awaiting+l' : expected)
  })

  test('is all that comes for an order that was cancelled, and not what came in time before another way to pay was chosen', () => {
    expect(short(reduce('canceled', [payment()]))).toBe('canceled')
    expect(short(reduce('canceled', [payment()], { isOrderCancelled: true }))).toBe('canceled+l')
    expect(short(reduce('canceled', [], { isOrderCancelled: true }))).toBe('canceled')
  })

  test('counts for its own rate, the part in time for the locked one', () => {
    const inTime = payment({ amount: 500n })
    const top = late({ id: 'b:0', amount: 500n, valueCentsAtFirstSeen: 857_499 })
    expect(short(reduce('expired', [inTime, top], hoursLater))).toBe('expired+l')
    expect(short(reduce('expired', [inTime, { ...top, valueCentsAtFirstSeen: 857_500 }], hoursLater))).toBe(
      'detected+l',
    )
  })

  test('once accepted, stays accepted when the stock is gone', () => {
    const accepted = reduce('expired', [late()], hoursLater)
    const blocks = [late({ confirmations: 3 })]
    expect(short(reduce(accepted, blocks, { ...hoursLater, stockReservable: false }))).toBe('confirmed+l')
  })
})

describe('while enough is under way the clock stands still', () => {
  test('a replacement seen hours later is in time, whenever the loss of the first is noticed', () => {
    const replacement = payment({ id: 'b:0', firstSeenMs: 300 * minute })
    for (const noticed of [300 * minute, 300 * minute + 1, 301 * minute]) {
      const lost = payment({ unaccountedAtMs: noticed, unaccountedBecause: 'replaced' })
      expect(short(reduce('detected', [lost, replacement], { nowMs: 302 * minute }))).toBe('detected')
    }
  })

  test('a second payment for one that gets no block counts at the locked rate, and goes back when both settle', () => {
    const slow = payment()
    const second = late({ id: 'b:0', confirmations: 6, valueCentsAtFirstSeen: 900_000 })
    const state = reduce('detected', [slow, second], hoursLater)
    expect(short(state)).toBe('confirmed+o')
    expect(state.amountToRefund).toBe(0n)
    expect(reduce(state, [{ ...slow, confirmations: 3 }, second], hoursLater).amountToRefund).toBe(1000n)
  })

  test('a part under way does not stop it', () => {
    const part = payment({ amount: 400n })
    const rest = late({ id: 'b:0', amount: 600n, valueCentsAtFirstSeen: 900_000 })
    expect(short(reduce('expired', [part, rest], hoursLater))).toBe('expired+l')
  })
})

describe('blocks', () => {
  test.each([
    [[3, 0], 0, 'confirming'],
    [[3, 2], 2, 'confirming'],
    [[9, 3], 3, 'confirmed'],
    [[0, 0], 0, 'detected'],
  ] as const)('halves with %j blocks have %i', (blocks, reached, status) => {
    const halves = blocks.map((confirmations, at) => payment({ id: `${at}`, amount: 500n, confirmations }))
    expect(reduce('awaiting_transfer', halves)).toMatchObject({ status, confirmationsReached: reached })
  })

  test('where the chain has a mark, only the mark counts', () => {
    const deep = payment({ confirmations: 500, final: false })
    expect(reduce('confirming', [deep])).toMatchObject({ status: 'confirming', confirmationsReached: 2 })
    const final = payment({ confirmations: 1, final: true })
    expect(reduce('confirming', [final])).toMatchObject({ status: 'confirmed', confirmationsReached: 3 })
  })

  test('a block that left the chain takes confirmed back, until there are enough again', () => {
    const reorged = payment({ wasReorged: true })
    const back = reduce('confirmed', [reorged])
    expect(short(back)).toBe('detected+R')
    const again = reduce(back, [{ ...reorged, confirmations: 1 }])
    expect(short(again)).toBe('confirming+R')
    expect(short(reduce(again, [{ ...reorged, confirmations: 3 }]))).toBe('confirmed')
  })

  test('a transaction that left with its block is waited for', () => {
    const dropped = payment({
      confirmations: 0,
      wasReorged: true,
      unaccountedAtMs: 90 * minute,
      unaccountedBecause: 'reorged',
    })
    const state = reduce('confirmed', [dropped], { nowMs: 91 * minute })
    expect(short(state)).toBe('awaiting+R')
    expect(state.effectiveExpiresAtMs).toBe(150 * minute)
  })
})

describe('money on the wrong way', () => {
  test('is told and not counted', () => {
    const wrong = [
      payment({ kind: 'wrong_network', confirmations: 9 }),
      payment({ id: 'b:0', kind: 'wrong_token', confirmations: 9 }),
    ]
    const state = reduce('awaiting_transfer', wrong)
    expect(short(state)).toBe('awaiting+nt')
    expect(state.amountReceived).toBe(0n)
    expect(short(reduce('confirmed', [...wrong, payment({ id: 'c:0', confirmations: 3 })]))).toBe(
      'confirmed+nt',
    )
  })

  test('is forgotten when it was never valid', () => {
    const failed = payment({ kind: 'wrong_token', unaccountedAtMs: 1, unaccountedBecause: 'failed' })
    expect(short(reduce('awaiting_transfer', [failed]))).toBe('awaiting')
  })
})
