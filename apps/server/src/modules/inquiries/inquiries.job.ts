import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import { forgetInquiries } from './forget-inquiries.ts'

/** Deletes visitors' messages past their retention. */
export function inquiriesJob({ store, clock }: Pick<Context, 'store' | 'clock'>): Job {
  return {
    name: 'inquiries',
    intervalMs: 86_400_000,
    touches: ['inquiries', 'inquiryAnswers'],
    run: async () => void (await forgetInquiries(store.db, new Date(clock()))),
  }
}
