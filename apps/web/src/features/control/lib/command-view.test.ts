import { type Command, CommandStateSchema } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'
import { expect, test } from 'vitest'
import { bulkProgress, commandTone, mergeCommands, stepsDone } from './command-view.ts'

const command = (part: Partial<Command>): Command => ({
  id: 'a',
  controllerId: 'c',
  minerId: '1',
  minerName: 'hydro-01',
  action: 'sleep',
  parameters: {},
  state: 'queued',
  reason: null,
  issuedBy: null,
  byProvider: false,
  issuedByKey: null,
  issuedAt: 1,
  expiresAt: 2,
  finishedAt: null,
  restorable: false,
  ...part,
})

test('every state has a look, open ones are busy, and only what was read back looks good', () => {
  for (const state of CommandStateSchema.options) {
    expect(commandTone(state) === 'busy', state).toBe(isCommandOpen(state))
    expect(commandTone(state) === 'good', state).toBe(state === 'confirmed')
    expect(stepsDone(state) === 3, state).toBe(!isCommandOpen(state))
  }
  expect(['queued', 'sent', 'running'].map((state) => stepsDone(state as 'queued'))).toEqual([0, 1, 2])
})

test('what was heard last stands, newest first', () => {
  const merged = mergeCommands(
    [command({ id: 'a', issuedAt: 1 }), command({ id: 'b', issuedAt: 3, state: 'confirmed' })],
    [command({ id: 'a', issuedAt: 1, state: 'sent' }), command({ id: 'c', issuedAt: 5 })],
  )
  expect(merged.map(({ id, state }) => `${id} ${state}`)).toEqual(['c queued', 'b confirmed', 'a sent'])
})

test('bulk counts what ended and what was confirmed', () => {
  const commands = (['queued', 'running', 'confirmed', 'refused'] as const).map((state) => command({ state }))
  expect(bulkProgress(commands)).toEqual({ total: 4, done: 2, confirmed: 1 })
})
