import * as z from 'zod/mini'
import { endpoint, operatorErrors } from './endpoint.ts'

/*
 * The bank at the provider's desk: statements are previewed, imported, and entries that could not be matched are settled by hand. As with
 * every call of the desk: the role `operator`, and a second factor of the last twelve hours.
 */

/** Longest statement that is accepted, characters: a busy year of an account is a quarter of it. */
export const longestStatement = 5_000_000
/** The same in JSON, where quotes take two bytes and letters up to three. */
const statementBytes = 8 * 1024 * 1024

/** Whether an entry pays an order in full, or pays less or more. */
const MatchFitSchema = z.enum(['full', 'under', 'over'])

/** An order that an entry is for, or may be for, and why. */
export const BankMatchSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  because: z.enum(['reference', 'order-number', 'amount-and-name']),
  fit: MatchFitSchema,
  /** What the order would have beyond its total; negative: what would still be missing. */
  differenceCents: z.int(),
})
export type BankMatch = z.infer<typeof BankMatchSchema>

const movement = {
  bookedOn: z.iso.date(),
  /** Signed: what went out is negative. In hundredths of `currency`. */
  amountCents: z.int(),
  currency: z.string(),
  /** Who paid, or was paid; null where the bank does not say. */
  from: z.nullable(z.string()),
  text: z.string(),
  /**
   * Why it is as it is. `matched`: see `matches`; `taken-back`: a payment that came back or was recalled, of `matches` where the order is known;
   * `returned-to-us`: a payment of ours came back; `maybe-imported`: looks like something that was imported before; `failed`: it could not be booked.
   */
  why: z.enum([
    'matched',
    'imported-before',
    'no-order',
    'other-currency',
    'not-incoming',
    'taken-back',
    'returned-to-us',
    'maybe-imported',
    'failed',
  ]),
  matches: z.array(BankMatchSchema),
}

/** What happened to an entry of a statement, or would happen to it. `known`: imported before; `open`: a person has to look at it. */
export const ImportedEntrySchema = z.object({
  ...movement,
  result: z.enum(['booked', 'known', 'open', 'outgoing']),
})
export type ImportedEntry = z.infer<typeof ImportedEntrySchema>

/** An entry that waits for a person; its matches are current. */
export const OpenBankEntrySchema = z.object({
  ...movement,
  id: z.string(),
  iban: z.nullable(z.string()),
  statementId: z.string(),
  importedAt: z.int(),
})
export type OpenBankEntry = z.infer<typeof OpenBankEntrySchema>

export const deskBankEndpoints = {
  deskBank: endpoint({
    method: 'GET',
    path: '/desk/bank',
    summary: 'Entries of bank statements that a person has to look at, oldest first.',
    auth: 'operator',
    data: z.object({
      /** The account whose statements are accepted; null while none is set: then those of any account. */
      iban: z.nullable(z.string()),
      open: z.array(OpenBankEntrySchema),
      /** All that are open; `open` shows the oldest of them. */
      openCount: z.int(),
    }),
    errors: operatorErrors,
  }),
  deskBankStatement: endpoint({
    method: 'POST',
    path: '/desk/bank/statements',
    summary:
      'Shows what a bank statement (CAMT.052, .053, .054 or MT940) would do, or imports it. Twice changes nothing.',
    auth: 'operator',
    body: z.strictObject({
      /** The statement, decoded; at most `longestStatement` characters. */
      xml: z.string(),
      /** True: shows the result without importing. */
      preview: z.boolean(),
    }),
    bodyLimitBytes: statementBytes,
    data: z.object({
      statementIds: z.array(z.string()),
      entries: z.array(ImportedEntrySchema),
      /** Entries that the bank has not booked yet; they come with a later statement. */
      notBooked: z.int(),
    }),
    errors: [
      ...operatorErrors,
      'statement-unreadable',
      'statement-of-other-account',
      'payload-too-large',
      'invalid-request',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskBankEntryAct: endpoint({
    method: 'POST',
    path: '/desk/bank/entries/{id}/actions',
    summary: 'Books an open entry onto an order, or sets it aside as not for an order; with a reason.',
    auth: 'operator',
    params: z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    body: z.strictObject({
      action: z.enum(['book', 'set-aside']),
      reason: z
        .string()
        .check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)),
      /** `book`: number of the order, in any spelling. */
      orderNumber: z.optional(z.string().check(z.trim(), z.maxLength(40))),
      /** `book` of an entry in another currency: what it is in euro cents. */
      amountCents: z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))),
    }),
    data: z.object({}),
    errors: [
      ...operatorErrors,
      'not-found',
      'order-not-found',
      'bank-entry-settled',
      'bank-takes-too-much',
      'invalid-request',
    ],
  }),
}
