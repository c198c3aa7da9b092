import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { inquiriesJob } from './inquiries.job.ts'
import { inquiryRoutes } from './inquiries.routes.ts'

/** Messages and requests of visitors. */
export function openInquiries(context: Context): OpenedModule {
  const { config } = context
  return {
    routes: ({ router }) => inquiryRoutes(router, { ...context, paymentTest: config.PAYMENT_TEST_PRODUCT }),
    jobs: [inquiriesJob(context)],
  }
}
