import type { DeskOrderAction } from '@shipminer/contract/desk'
import { parseTypedNumber } from '../../../../lib/format/parse-number.ts'
import type { OrderActBody } from '../../api/desk.ts'

/** What is typed into the dialog of an action. */
export type OrderActionForm = { reason: string; on: string; amount: string }
export type OrderActionProblems = Partial<
  Record<keyof OrderActionForm, 'field.reasonShort' | 'field.onMissing' | 'field.amountWrong'>
>

/** Those that a form of few fields is enough for; a refund has one of its own. */
export type PlainOrderAction = Exclude<DeskOrderAction, 'refund-paid'>

/** Fields an action asks for beside its reason. */
export const actionFields: Readonly<Record<PlainOrderAction, readonly (keyof OrderActionForm)[]>> = {
  agree: [],
  reinstate: [],
  built: [],
  shipped: [],
  schedule: ['on'],
  install: [],
  complete: [],
  cancel: [],
  'request-refund': [],
  'book-bank': ['amount'],
}

/** Fields that may stay empty. */
export const optionalFields: Readonly<Partial<Record<PlainOrderAction, readonly (keyof OrderActionForm)[]>>> =
  {
    install: ['on'],
  }

/** Actions that take something away or cannot be taken back. */
export const harmfulActions: ReadonlySet<DeskOrderAction> = new Set(['cancel', 'book-bank'])

/** Whether a reason is long enough for the log. */
export function isReason(text: string): boolean {
  return text.trim().length >= 3
}

/** A typed amount in whole cents, above zero; null for anything else. */
export function parseEuroCents(text: string): number | null {
  const euro = parseTypedNumber(text)
  if (euro === null || euro <= 0 || euro > 1_000_000) return null
  const cents = Math.round(euro * 100)
  return Math.abs(euro * 100 - cents) < 1e-6 ? cents : null
}

/** What the call takes, or what is wrong with the form. */
export function orderActionBody(
  action: PlainOrderAction,
  form: OrderActionForm,
): { body: OrderActBody } | { problems: OrderActionProblems } {
  const asked = actionFields[action]
  const mayGive = optionalFields[action] ?? []
  const problems: OrderActionProblems = {}
  const body: OrderActBody = { action, reason: form.reason.trim() }
  if (!isReason(form.reason)) problems.reason = 'field.reasonShort'
  if (asked.includes('on') || (mayGive.includes('on') && form.on !== '')) {
    if (/^\d{4}-\d\d-\d\d$/.test(form.on)) body.on = form.on
    else problems.on = 'field.onMissing'
  }
  if (asked.includes('amount')) {
    const cents = parseEuroCents(form.amount)
    if (cents === null) problems.amount = 'field.amountWrong'
    else body.amountCents = cents
  }
  return Object.keys(problems).length > 0 ? { problems } : { body }
}
