import { inquiryEndpoints } from '@shipminer/contract/shop/inquiries'
import { languageOf } from '../../platform/http/language-of.ts'
import type { Router } from '../../platform/http/routing.ts'
import { type InquiryDeps, receiveInquiry } from './inquiries.service.ts'

/** What visitors send: contact, notify-me, custom request, waiting list. */
export function inquiryRoutes(router: Router, deps: InquiryDeps): void {
  router.route(inquiryEndpoints.contact, ({ body, request }) =>
    receiveInquiry(deps, { form: 'contact', body }, languageOf(request)),
  )
  router.route(inquiryEndpoints.customRequest, ({ body, request }) =>
    receiveInquiry(deps, { form: 'custom', body }, languageOf(request)),
  )
  router.route(inquiryEndpoints.waitingList, ({ body, request }) =>
    receiveInquiry(deps, { form: 'waiting-list', body }, languageOf(request)),
  )
}
