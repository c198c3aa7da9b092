import { groupMs } from '@shipminer/domain/alerts/plan-notice'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../config.ts'
import type { Context } from '../../../platform/context.ts'
import { mailJob } from '../../../platform/mail/mail.job.ts'
import { alertNoticesJob } from './alert-notices.job.ts'

test('the first message leaves within a minute of the rule’s time, whatever it waits for', () => {
  const config = parseConfig({})
  const context = { config } as Context
  const waits = [
    config.SWEEP_INTERVAL_MS,
    groupMs,
    alertNoticesJob(context, (() => undefined) as never).intervalMs,
    mailJob(context, {} as never).intervalMs,
  ]
  expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(60_000)
})
