import { deskEndpoints } from '@shipminer/contract/desk'
import { expect, test } from 'vitest'
import { localDay, refundBody } from './refund-form.ts'

const good = { refundId: 'r1', way: 'evm', proof: ` 0x${'Ab'.repeat(32)} `, on: '2026-06-01' } as const

test('makes what the call takes', () => {
  const answer = refundBody(good, 'as agreed', '2026-06-01')
  const body = 'body' in answer ? answer.body : null
  expect(deskEndpoints.deskOrderAct.body?.safeParse(body).success).toBe(true)
  expect(body).toMatchObject({ action: 'refund-paid', proof: `0x${'ab'.repeat(32)}`, way: 'evm' })
})

test.each([
  [{ proof: '' }, { proof: 'refunds.wrong.evm' }],
  [{ proof: 'MT-1', way: 'bitcoin' }, { proof: 'refunds.wrong.bitcoin' }],
  [{ proof: 'x', way: 'bank' }, { proof: 'refunds.wrong.bank' }],
  [{ on: '' }, { on: 'refunds.onWrong' }],
  [{ on: '2026-06-02' }, { on: 'refunds.onWrong' }],
  [
    { on: '', proof: '' },
    { on: 'refunds.onWrong', proof: 'refunds.wrong.evm' },
  ],
] as const)('%j is refused', (change, problems) =>
  expect(refundBody({ ...good, ...change }, 'as agreed', '2026-06-01')).toEqual({ problems }),
)

test('the day is the one on this device', () =>
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
