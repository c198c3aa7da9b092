import { alertKindNames } from '@shipminer/domain/alerts/alert-kinds'
import { expect, test } from 'vitest'
import { gravest, ruleGroupNames, ruleGroups } from './rule-groups.ts'

test('every kind of alert stands in one of ten lines, and in no second one', () => {
  expect(ruleGroupNames).toHaveLength(10)
  expect(Object.values(ruleGroups).flat().toSorted()).toEqual(alertKindNames.toSorted())
})

test('a line is as grave as the gravest in it', () => {
  expect(gravest(['miner-stale', 'miner-offline'])).toBe('critical')
  expect(gravest(['low-hashrate', 'high-rejects'])).toBe('warning')
  expect(gravest(['block-found'])).toBe('info')
})
