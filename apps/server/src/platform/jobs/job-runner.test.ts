import { expect, test } from 'vitest'
import { createJobRunner, type Job } from './job-runner.ts'

test('two jobs of one name are refused: one lock and one row would stand for both', () => {
  const job = (name: string): Job => ({ name, intervalMs: 1_000, touches: [], run: async () => undefined })
  const deps = {} as Parameters<typeof createJobRunner>[1]
  expect(() => createJobRunner([job('mail'), job('orders'), job('mail')], deps)).toThrow(
    'two jobs are named mail',
  )
  expect(() => createJobRunner([job('mail'), job('orders')], deps)).not.toThrow()
})
