import { expect, test } from 'vitest'
import { planOf } from './rollout-form.ts'

const form = { version: '1.4.0', first: '', shares: '10, 50, 100', minutes: '60', tolerated: '0' }

test('a form becomes a plan, with or without a ship that goes ahead', () => {
  expect(planOf({ ...form, first: 'SM-A', shares: ' 10 % 50%;100 ' })).toEqual({
    ok: true,
    plan: {
      version: '1.4.0',
      stages: [{ controllers: ['SM-A'] }, { percent: 10 }, { percent: 50 }, { percent: 100 }],
      reportWithinMinutes: 60,
      tolerated: 0,
    },
  })
  expect(planOf({ ...form, first: 'SM-A', shares: '' })).toMatchObject({
    plan: { stages: [{ controllers: ['SM-A'] }] },
  })
})

test.each([
  [{ shares: '' }, { shares: 'form.sharesWrong' }],
  [{ shares: '50, 10' }, { shares: 'form.sharesWrong' }],
  [{ shares: '10, 10' }, { shares: 'form.sharesWrong' }],
  [{ shares: '0, 100' }, { shares: 'form.sharesWrong' }],
  [{ shares: '10, 101' }, { shares: 'form.sharesWrong' }],
  [{ shares: 'all' }, { shares: 'form.sharesWrong' }],
  [{ shares: '1,2,3,4,5,6,7,8,9,10' }, { shares: 'form.sharesWrong' }],
  [{ minutes: '0' }, { minutes: 'form.minutesWrong' }],
  [
    { minutes: '1.5', tolerated: '-1' },
    { minutes: 'form.minutesWrong', tolerated: 'form.toleratedWrong' },
  ],
])('%j is wrong', (changes, problems) => {
  expect(planOf({ ...form, ...changes })).toEqual({ ok: false, problems })
})
