import { describe, expect, test } from 'vitest'
import {
  nextReportState,
  type ReportEvent,
  type ReportState,
  reportEvents,
  reportStates,
} from './fault-report.ts'

/** The whole matrix: columns in the order of `reportEvents`. */
const us = 'waiting-for-us'
const owner = 'waiting-for-owner'
const matrix: Record<ReportState, readonly (ReportState | null)[]> = {
  //                   answered replied taken  noted   closed    reopened
  'waiting-for-us': [owner, us, us, us, 'closed', null],
  'waiting-for-owner': [owner, us, owner, owner, 'closed', null],
  closed: [null, null, null, 'closed', null, us],
}

describe.each(reportStates)('%s', (state) => {
  test.each(reportEvents.map((event, column) => [event, matrix[state][column]] as const))(
    '%s → %s',
    (event, next) => expect(nextReportState(state, event)).toBe(next),
  )
})

test('every state is reached from the first one, and left again', () => {
  const reached = new Set<ReportState>([us])
  const step = (from: ReportState) =>
    reportEvents.flatMap((event: ReportEvent) => nextReportState(from, event) ?? [])
  for (const state of reached) for (const next of step(state)) reached.add(next)
  expect([...reached].toSorted()).toEqual([...reportStates].toSorted())
  for (const state of reportStates)
    expect(
      step(state).some((next) => next !== state),
      state,
    ).toBe(true)
})
