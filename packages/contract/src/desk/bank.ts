import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DirectionQuerySchema, PageQuerySchema, ReasonSchema } from '../from-outside.ts'

/*
 * The bank at the provider's desk: statements are previewed, imported, and entries that could not be matched are settled by hand. As with
 * every call of the desk: the role `operator`, and a second factor of the last twelve hours.
 */

/** Longest statement that is accepted, bytes: 10,000 entries are half of it. */
export const longestStatement = 20_000_000
/** Longest that is accepted as plain text, characters; a longer one comes compressed. */
export const longestPlainStatement = 1_000_000
/** The longer of the two forms, as JSON. */
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

/** How many entries of a statement there are of each result. */
export const ImportCountsSchema = z.object({
  booked: z.int(),
  open: z.int(),
  known: z.int(),
  outgoing: z.int(),
})
export type ImportCounts = z.infer<typeof ImportCountsSchema>

const standing = {
  /** Null: a preview, which is not stored. */
  id: z.nullable(z.string()),
  /** `failed`: it was tried often enough; what was stored stays, and the same file may be imported again. */
  state: z.enum(['preview', 'running', 'done', 'failed']),
  total: z.int(),
  /** How many entries are through, while it runs. */
  done: z.int(),
  statementIds: z.array(z.string()),
  /** Entries that the bank has not booked yet; they come with a later statement. */
  notBooked: z.int(),
  /** Null until it is decided. */
  counts: z.nullable(ImportCountsSchema),
}

/** The import of a statement, or what it would do. */
export const StatementImportSchema = z.object({
  ...standing,
  /** Empty while it runs. Of more than 500 those that need a person come first, and the rest is left out. */
  entries: z.array(ImportedEntrySchema),
})
export type StatementImport = z.infer<typeof StatementImportSchema>

/** An import in the list of them. */
export const ListedImportSchema = z.object({ ...standing, createdAt: z.int(), createdBy: z.string() })
export type ListedImport = z.infer<typeof ListedImportSchema>

/** An entry that waits for a person; its matches are current. */
export const OpenBankEntrySchema = z.object({
  ...movement,
  id: z.string(),
  iban: z.nullable(z.string()),
  statementId: z.string(),
  importedAt: z.int(),
})
export type OpenBankEntry = z.infer<typeof OpenBankEntrySchema>

/** What lists of them can be sorted by. */
export const openEntrySorts = ['bookedOn', 'amount', 'from'] as const
/** What lists of imports can be sorted by. */
export const bankImportSorts = ['createdAt', 'total', 'createdBy'] as const

export const deskBankEndpoints = {
  deskBank: endpoint({
    method: 'GET',
    path: '/desk/bank',
    summary:
      'Entries of bank statements that a person has to look at, oldest first or sorted, 50 a page; and the imports so far, likewise.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    query: z.object({
      sort: z.optional(z.enum(openEntrySorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
      importsSort: z.optional(z.enum(bankImportSorts)),
      importsDirection: z.optional(DirectionQuerySchema),
      importsPage: z.optional(PageQuerySchema),
    }),
    data: z.object({
      /** The account whose statements are accepted; null while none is set: then those of any account. */
      iban: z.nullable(z.string()),
      open: z.array(OpenBankEntrySchema),
      /** All that are open; `open` is a page of them. */
      openCount: z.int(),
      perPage: z.int(),
      /** Newest first, unless sorted otherwise. */
      imports: z.array(ListedImportSchema),
      importsTotal: z.int(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskBankStatement: endpoint({
    method: 'POST',
    path: '/desk/bank/statements',
    summary:
      'Shows what a bank statement (CAMT.052, .053, .054 or MT940) would do, or imports it. Twice changes nothing.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject({
      /** The statement as decoded text; at most `longestPlainStatement` characters. */
      xml: z.optional(z.string()),
      /** Or its bytes, compressed with gzip, as base64: at most `longestStatement` bytes uncompressed. */
      gzip: z.optional(z.base64()),
      /** True: shows the result without importing. */
      preview: z.boolean(),
    }),
    bodyLimitBytes: statementBytes,
    /** A long statement is imported in the background: its standing is under `/desk/bank/imports/{id}`. */
    data: StatementImportSchema,
    errors: [
      ...operatorErrors,
      'statement-unreadable',
      'statement-of-other-account',
      'payload-too-large',
      'invalid-request',
    ],
    limit: { max: 30, windowMs: 60_000 },
  }),
  deskBankImport: endpoint({
    method: 'GET',
    path: '/desk/bank/imports/{id}',
    summary: 'How far the import of a statement is, or its result.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: z.object({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    data: StatementImportSchema,
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskBankEntryAct: endpoint({
    method: 'POST',
    path: '/desk/bank/entries/{id}/actions',
    summary: 'Books an open entry onto an order, or sets it aside as not for an order; with a reason.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) }),
    body: z.strictObject({
      action: z.enum(['book', 'set-aside']),
      reason: ReasonSchema,
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
