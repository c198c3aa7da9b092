import { expect, test } from 'vitest'
import { checkPayout, checkPool } from './owner-forms.ts'

const txid = 'ab'.repeat(32)
const typed = { amount: '0.0123', txid, on: '2026-11-20', note: '' }
const today = '2026-11-21'

test.each([
  ['0.0123', 1_230_000],
  ['0,0123', 1_230_000],
  ['12300 sat', 12_300],
  ['1', 100_000_000],
])('an amount of %s is %s sat', (amount, amountSat) => {
  expect(checkPayout({ ...typed, amount }, today)).toEqual({
    value: { amountSat, txid, on: '2026-11-20', note: null },
    wrong: null,
  })
})

test('what is typed around it goes, and the note is kept', () => {
  const { value } = checkPayout({ ...typed, txid: ` ${txid.toUpperCase()} `, note: ' week 47 ' }, today)
  expect(value).toMatchObject({ txid, note: 'week 47' })
})

test.each([
  [{ amount: '' }, ['amount']],
  [{ amount: '0' }, ['amount']],
  [{ amount: '-1' }, ['amount']],
  [{ amount: '0.000000001' }, ['amount']],
  [{ amount: '1.000,5' }, ['amount']],
  [{ txid: txid.slice(1) }, ['txid']],
  [{ txid: `0x${txid}` }, ['txid']],
  [{ on: '' }, ['on']],
  [{ on: '2026-11-22' }, ['on']],
  [{ amount: 'x', txid: '', on: 'x' }, ['amount', 'txid', 'on']],
])('%j is refused for %j', (change, fields) => {
  const { value, wrong } = checkPayout({ ...typed, ...change }, today)
  expect([value, [...(wrong ?? [])]]).toEqual([null, fields])
})

const pool = { host: 'bch.pool.example', coin: 'BCH', mode: 'pooled', fee: '' } as const

test('a pool is known by its host, and has the fee of the server where none is typed', () => {
  expect(checkPool({ ...pool, host: ' stratum+tcp://BCH.pool.example:3333 ' }).value).toEqual({
    host: 'bch.pool.example',
    coin: 'BCH',
    mode: 'pooled',
    feeBasisPoints: null,
  })
  expect(checkPool({ ...pool, fee: '1,5' }).value?.feeBasisPoints).toBe(150)
  expect(checkPool({ ...pool, fee: '0' }).value?.feeBasisPoints).toBe(0)
})

test.each([
  [{ host: ' ' }, ['host']],
  [{ host: 'two words' }, ['host']],
  [{ fee: '101' }, ['fee']],
  [{ fee: '-1' }, ['fee']],
  [{ fee: '1.005' }, ['fee']],
  [{ fee: 'x', host: '' }, ['host', 'fee']],
])('%j is refused for %j', (change, fields) => {
  const { value, wrong } = checkPool({ ...pool, ...change })
  expect([value, [...(wrong ?? [])]]).toEqual([null, fields])
})
