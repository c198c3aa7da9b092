import type { ContactRequest, CustomRequest, WaitingListRequest } from '@shipminer/contract/shop/inquiries'
import { defaultLanguage, type Language } from '@shipminer/i18n/languages'
import * as z from 'zod'
import type { Inquiry } from './inquiry.ts'

export type InquiryRequest =
  | { form: 'contact'; body: ContactRequest }
  | { form: 'custom'; body: CustomRequest }
  | { form: 'waiting-list'; body: WaitingListRequest }

export type Accepted =
  | { ok: true; inquiry: Inquiry }
  | { ok: false; code: 'required-fields-missing' | 'email-invalid'; fields: string[] }

const emailSchema = z.email()
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text)

/** Bots fill in the honeypot; people leave it empty. */
export function isBot(request: InquiryRequest): boolean {
  return (request.body.website ?? '') !== ''
}

/** Checks what each form requires (docs/product.md 2.6 and 5.5); blank counts as missing. `language` is the browser's. */
export function acceptInquiry(request: InquiryRequest, language: Language = defaultLanguage): Accepted {
  const { body } = request
  const fields = requiredFields(request).filter((field) =>
    isMissing((body as Record<string, unknown>)[field]),
  )
  if (fields.length > 0) return { ok: false, code: 'required-fields-missing', fields }
  const email = (body.email ?? '').toLowerCase()
  if (!emailSchema.safeParse(email).success) return { ok: false, code: 'email-invalid', fields: ['email'] }
  const inquiry: Inquiry = {
    kind: request.form,
    name: orNull(body.name),
    email,
    phone: orNull(body.phone),
    language: body.language ?? language,
    subject: null,
    subjectKind: null,
    productId: null,
    message: null,
    shipType: null,
    generatorCapacityKw: null,
    currentUsagePercent: null,
  }
  switch (request.form) {
    case 'contact':
      return {
        ok: true,
        inquiry: {
          ...inquiry,
          kind: isNotifyMe(request.body) ? 'notify-me' : 'contact',
          subject: orNull(request.body.subject),
          subjectKind: request.body.subjectKind,
          productId: request.body.product ?? null,
          message: orNull(request.body.message),
        },
      }
    case 'custom':
      return {
        ok: true,
        inquiry: {
          ...inquiry,
          message: orNull(request.body.additionalInformation),
          shipType: request.body.shipType ?? null,
          generatorCapacityKw: request.body.generatorCapacityKw ?? null,
          currentUsagePercent: request.body.currentUsagePercent ?? null,
        },
      }
    case 'waiting-list':
      return { ok: true, inquiry: { ...inquiry, productId: request.body.product ?? null } }
  }
}

function isNotifyMe(body: ContactRequest): boolean {
  return body.subjectKind === 'notify-me' && body.product !== undefined
}

function requiredFields(request: InquiryRequest): string[] {
  switch (request.form) {
    case 'contact':
      return isNotifyMe(request.body) ? ['name', 'email'] : ['name', 'email', 'message']
    case 'custom':
      return ['shipType', 'generatorCapacityKw', 'currentUsagePercent', 'name', 'email']
    case 'waiting-list':
      return ['email']
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
