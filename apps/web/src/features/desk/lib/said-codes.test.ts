import { expect, test } from 'vitest'
import { codePieces, dayOf, statementOf } from './said-codes.ts'

test('what stands between backticks is told apart', () => {
  expect(codePieces('`off`: alleen hun vorm')).toEqual([
    { text: 'off', isCode: true },
    { text: ': alleen hun vorm', isCode: false },
  ])
  expect(codePieces('zonder')).toEqual([{ text: 'zonder', isCode: false }])
  expect(codePieces('een ` alleen')).toEqual([{ text: 'een ` alleen', isCode: false }])
  expect(codePieces('')).toEqual([])
})

test('a day is one only when nothing else is said', () => {
  expect(new Date(dayOf('2026-11-29') ?? 0).getDate()).toBe(29)
  expect(dayOf('2026-13-45')).toBeNull()
  expect(dayOf('op 2026-11-29')).toBeNull()
})

test('the statement that a booking came from', () => {
  expect(statementOf('statement S-1')).toEqual({ isTakenBack: false, statement: 'S-1' })
  expect(statementOf('taken back: statement 2026/47')).toEqual({ isTakenBack: true, statement: '2026/47' })
  expect(statementOf('my statement is this')).toBeNull()
})
