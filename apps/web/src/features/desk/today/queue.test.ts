import { nothingWaits } from '@shipminer/contract/desk/work'
import { describe, expect, test } from 'vitest'
import { lead as aLead } from '../lib/leads/lead.fixture.ts'
import { buildQueue, countJobs, countWork, type Today } from './queue.ts'

const hourMs = 3_600_000
const now = Date.parse('2026-11-22T13:32:00Z')
const clock = { now, dayEnd: Date.parse('2026-11-22T22:59:59.999Z'), day: '2026-11-22' }
const nothing = nothingWaits(now, { name: 'Anna', role: 'owner' })
const lead = (id: string, hoursAgo: number) => ({ ...aLead, id, createdAt: now - hoursAgo * hourMs })
const installation = (id: string, on: string) => ({ id, number: id, buyerName: 'Jan Bos', on, lines: [] })
const controller = {
  id: 'SM-R6RHDA',
  name: 'Ms Johanna',
  location: null,
  owner: 'Jan Bos',
  createdAt: 0,
  enrolledAt: 0,
  lastSeenAt: now - 2 * hourMs,
  status: 'silent' as const,
  version: null,
  miners: 4,
  openAlerts: 0,
  droppedSamples: null,
  memory: null,
  transferSince: null,
  pastUntil: null,
  commissionedAt: null,
  keySharedAt: null,
  memoryRestoredAt: null,
  unreadable: [],
}
const lines = (today: Partial<Today>) =>
  buildQueue({ ...nothing, ...today }, clock).map(({ group, key }) => `${group} ${key}`)

describe('the queue of the day', () => {
  test('is empty when nothing waits', () => {
    expect(lines({})).toEqual([])
  })

  test('shows a refund that waits for a second operator once, as that', () => {
    const refund = { id: 'r1', requestedAt: now } as Today['refunds'][number]
    const proposal = {
      proposedBy: 'Anna',
      proposedAt: now,
      isMine: true,
      mayAct: false,
      others: 1,
      id: 'r1',
      what: {
        kind: 'refund',
        orderId: 'o1',
        orderNumber: 'SM-1',
        amountCents: 1,
        way: 'bank',
        reference: 'MT',
        on: '2026-11-22',
      },
    } as const
    const account = { kind: 'account', asset: 'BTC', firstAddress: 'bc1q' } as const
    const fresh = { ...proposal, id: 'x/1.2', what: account, proposedBy: null, proposedAt: null }
    const other = { ...refund, id: 'r2' }
    expect(lines({ refunds: [refund, other], proposals: [proposal, fresh] })).toEqual([
      'today refund:r2',
      'today proposal:refund-r1',
      'today proposal:account-x-1-2',
    ])
  })

  test('puts a promise to a person before a silent box, and the longest overdue first', () => {
    expect(
      lines({
        staleLeads: [lead('a', 25), lead('b', 50)],
        silentControllers: [{ ...controller, lastSeenAt: now - 900 * hourMs }],
      }),
    ).toEqual(['late lead:b', 'late lead:a', 'late controller:SM-R6RHDA'])
  })

  test('counts an answer as late only once its time is over, and as of today until the day ends', () => {
    expect(lines({ freshLeads: [lead('due-now', 24), lead('tonight', 20), lead('tomorrow', 1)] })).toEqual([
      'today lead:due-now',
      'today lead:tonight',
      'week lead:tomorrow',
    ])
  })

  test('has whom we agreed to speak to on their day, late once it is over', () => {
    const agreed = (id: string, nextContactOn: string) => ({ ...lead(id, 900), nextContactOn })
    const dueLeads = [agreed('today', '2026-11-22'), agreed('gone', '2026-11-20')]
    expect(lines({ dueLeads })).toEqual(['late lead:gone', 'today lead:today'])
    const today = { ...nothing, dueLeads, openLeads: 1, totals: { ...nothing.totals, dueLeads: 2 } }
    expect(countWork(today, buildQueue(today, clock)).leads).toEqual({ count: 3, isLate: true })
  })

  test('has installations gone by as late, those of seven days ahead as work of the week, and no later ones', () => {
    const days = ['2026-11-28', '2026-11-21', '2026-11-22', '2026-11-29']
    expect(lines({ installations: days.map((on) => installation(on, on)) })).toEqual([
      'late order:2026-11-21',
      'today order:2026-11-22',
      'week order:2026-11-28',
    ])
  })

  test('has an order that lapses in its time, and one that is fitted and not paid as late', () => {
    const unpaid = (id: string, why: 'lapses' | 'installed' | 'on-hold', at: number) => ({
      id,
      number: id,
      buyerName: 'Jan Bos',
      why,
      at,
      remainingCents: 1,
    })
    const unpaidOrders = [
      unpaid('in-a-week', 'lapses', now + 168 * hourMs),
      unpaid('tomorrow', 'lapses', now + 24 * hourMs),
      unpaid('fitted', 'installed', now - hourMs),
      unpaid('gone', 'on-hold', now - 2 * hourMs),
    ]
    expect(lines({ unpaidOrders })).toEqual([
      'late unpaid:gone',
      'late unpaid:fitted',
      'today unpaid:tomorrow',
      'week unpaid:in-a-week',
    ])
    const today = { ...nothing, unpaidOrders }
    expect(countWork(today, buildQueue(today, clock)).orders).toEqual({ count: 2, isLate: true })
  })

  test('says of what is done in one go how long the oldest of it has waited', () => {
    const today: Today = {
      ...nothing,
      openBankEntries: 1,
      ordersToPlan: { count: 1, grossCents: 1, first: [] },
      firstPayoutsDue: 1,
      failedMails: 1,
      waitingReports: 1,
      oldest: { bank: 1, ordersToPlan: 2, payouts: 3, mails: 4, reports: 5 },
    }
    expect(buildQueue(today, clock).map(({ key, at }) => [key, at])).toEqual([
      ['bank', 1],
      ['orders', 2],
      ['payouts', 3],
      ['mails', 4],
      ['reports', 5],
    ])
  })

  test('brings boxes that were cloned and what no table takes before somebody', () => {
    const today: Today = {
      ...nothing,
      doubtedBoxes: { boxes: 2, since: 7, first: [{ id: 'SM-R6RHDA', name: 'Ms Johanna' }] },
      setAside: { entries: 3, since: 8 },
    }
    const queue = buildQueue(today, clock)
    expect(queue.map(({ group, key, at }) => [group, key, at])).toEqual([
      ['today', 'doubted', 7],
      ['today', 'aside', 8],
    ])
    expect(countWork(today, queue).controllers).toEqual({ count: 5, isLate: false })
  })

  test('has the run of the week, late from the day after it was due, and runs that nobody sent', () => {
    const dayMs = 24 * hourMs
    const due = (lastRunAt: number | null) => ({ payoutsDue: { owners: 2, totalSat: 5, lastRunAt } })
    expect(lines(due(null))).toEqual(['today payoutsdue'])
    expect(lines(due(now - 8 * dayMs))).toEqual(['today payoutsdue'])
    expect(lines(due(now - 8 * dayMs - 1))).toEqual(['late payoutsdue'])
    const run = (id: string, days: number) => ({ id, createdAt: now - days * dayMs, totalSat: 1 })
    const openPayoutRuns = [run('3', 3), run('4', 1)]
    expect(lines({ openPayoutRuns })).toEqual(['late payout:3', 'today payout:4'])
    const unreadOwners = [{ id: 'jan', name: 'Jan Bos' }]
    expect(lines({ unreadOwners, ...due(null) })).toEqual(['today balance:jan', 'today payoutsdue'])
    const today = { ...nothing, ...due(null), openPayoutRuns, firstPayoutsDue: 1, unreadOwners }
    expect(countWork(today, buildQueue(today, clock)).payouts).toEqual({ count: 5, isLate: true })
  })

  test('has one line for all work that is done in one go', () => {
    const first = [{ id: '1', number: 'SM-2026-000001', buyerName: 'Jan Bos' }]
    expect(
      lines({ openBankEntries: 3, ordersToPlan: { count: 4, grossCents: 7_800_000, first }, failedMails: 2 }),
    ).toEqual(['today bank', 'today orders', 'today mails'])
  })
})

test('what is not listed is a line of its own after what is, and counts as the work that it is', () => {
  const silentControllers = Array.from({ length: 200 }, (_, index) => ({ ...controller, id: `SM-${index}` }))
  const today: Today = {
    ...nothing,
    silentControllers,
    refunds: [{ id: 'r1', requestedAt: now } as Today['refunds'][number]],
    openRefunds: 3,
    totals: { ...nothing.totals, silentControllers: 1_234, unpaidOrders: 1 },
  }
  const queue = buildQueue(today, clock)
  expect(queue.slice(199).map(({ group, key }) => `${group} ${key}`)).toEqual([
    expect.stringMatching(/^late controller:/),
    'late rest:silent',
    'today rest:unpaid',
    'today refund:r1',
    'today rest:refund',
  ])
  expect(queue[200]?.matter).toEqual({ kind: 'rest', of: 'silent', shown: 200, total: 1_234 })
  expect(countJobs(queue.filter(({ group }) => group === 'late'))).toBe(1_234)
  expect(countWork(today, queue)).toMatchObject({
    today: { count: 1_234 + 1 + 3, isLate: true },
    controllers: { count: 1_234, isLate: true },
    payments: { count: 3, isLate: false },
  })
})

test('counters count work and say whether some of it is late', () => {
  const today: Today = {
    ...nothing,
    staleLeads: [lead('a', 30)],
    freshLeads: [lead('b', 1)],
    openLeads: 2,
    openBankEntries: 3,
    paymentDecisions: 1,
    openRefunds: 2,
    failedMails: 7,
    installations: [installation('late', '2026-11-20'), installation('soon', '2026-11-24')],
    ordersToPlan: { count: 4, grossCents: 1, first: [] },
  }
  expect(countWork(today, buildQueue(today, clock))).toMatchObject({
    today: { count: 10, isLate: true },
    mails: { count: 7, isLate: false },
    leads: { count: 2, isLate: true },
    orders: { count: 5, isLate: true },
    bank: { count: 3, isLate: false },
    payments: { count: 3, isLate: false },
    controllers: { count: 0, isLate: false },
  })
})
