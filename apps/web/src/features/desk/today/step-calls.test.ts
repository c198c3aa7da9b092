import { mayCall, type OperatorRole } from '@shipminer/contract/operator-roles'
import { expect, test } from 'vitest'
import { mayDoStep } from './step-calls.ts'

const mayOf = (role: OperatorRole) => (call: Parameters<typeof mayCall>[1], action?: string) =>
  mayCall(role, call, action)

test('the step of a line is for those who may take it, and looking for everybody', () => {
  const bank = { kind: 'bank', entries: 1, cents: 1 } as const
  const payouts = { kind: 'payouts', owners: 1 } as const
  expect(mayDoStep(bank, mayOf('bookkeeper'))).toBe(true)
  expect(mayDoStep(bank, mayOf('read-only'))).toBe(false)
  expect(mayDoStep(payouts, mayOf('read-only'))).toBe(true)
})
