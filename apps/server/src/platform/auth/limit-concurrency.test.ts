import { expect, test } from 'vitest'
import { limitConcurrency, OverloadedError } from './limit-concurrency.ts'

test('runs no more than allowed, in order, and refuses when too many wait', async () => {
  const limited = limitConcurrency(2, 2)
  const started: number[] = []
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const calls = gates.map((gate, index) =>
    limited(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  await expect(limited(async () => 4)).rejects.toThrow(OverloadedError)
  expect(started).toEqual([0, 1])
  gates[1]?.resolve()
  expect(await calls[1]).toBe(1)
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3])
})

test('a failure gives its place free', async () => {
  const limited = limitConcurrency(1, 1)
  await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limited(async () => 'yes')).toBe('yes')
})
