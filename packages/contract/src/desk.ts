import { leadStages } from '@shipminer/domain/lead-stage'
import { refundWays } from '@shipminer/domain/orders/refund-proof'
import * as z from 'zod/mini'
import { LanguageSchema } from './account/account.ts'
import { AuditEntrySchema } from './desk/audit.ts'
import { OrderVatSchema } from './desk/vat.ts'
import { endpoint, operatorErrors } from './endpoint.ts'
import {
  DaySchema,
  DirectionQuerySchema,
  MomentQuerySchema,
  PageQuerySchema,
  ReasonSchema,
  SearchQuerySchema,
} from './from-outside.ts'
import { MemoryStateSchema } from './memory.ts'
import { type OperatorRole, operatorRoles } from './operator-roles.ts'
import { UnreadableSchema } from './power/environment.ts'
import {
  DocumentKindSchema,
  EInvoiceSchema,
  FulfilmentStateSchema,
  OrderSchema,
  OrderStateSchema,
  OrderSummarySchema,
  PaymentStateSchema,
  PdfSchema,
  RefundClaimSchema,
} from './shop/orders.ts'
import { AssetSchema, PaymentIntentSchema, UnbookedReasonSchema } from './shop/payments.ts'

/*
 * The provider's desk. Every call needs an operator, made by command only, with a second factor of the last twelve hours
 * (`second-factor-required`) and one of the roles of the call (`role-required`); anyone who is not an operator gets `forbidden`. Every action is a line of an audit log that no one can edit.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
/** Text of several lines, without other control characters. */
const plainText = z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)
const id = z.object({ id: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)) })
const before = z.optional(MomentQuerySchema)

const auditFilter = {
  /** Part of a name, an action, what it was about or its reason, in whatever letters. */
  text: z.optional(SearchQuerySchema),
  /** The noun that what it was about begins with: `order`. */
  about: z.optional(z.string().check(z.regex(/^[a-z-]{1,20}$/))),
  /** Days of the seller, both included. */
  from: z.optional(DaySchema),
  to: z.optional(DaySchema),
}

export const DeskOrderSchema = z.object({
  ...OrderSummarySchema.shape,
  buyerName: z.string(),
  company: z.nullable(z.string()),
  country: z.string(),
  installationOn: z.nullable(DaySchema),
})
/** What lists of orders can be sorted by. */
export const deskOrderSorts = ['placedAt', 'number', 'amount'] as const
export type DeskOrder = z.infer<typeof DeskOrderSchema>

/** What an operator may do with an order now, by the table of the domain. */
export const DeskOrderActionSchema = z.enum([
  'agree',
  'reinstate',
  'built',
  'shipped',
  'schedule',
  'install',
  'complete',
  'cancel',
  'request-refund',
  'refund-paid',
  'book-bank',
])
export type DeskOrderAction = z.infer<typeof DeskOrderActionSchema>

/** Money that goes back to a buyer. */
export const DeskRefundSchema = z.object({
  id: z.string(),
  amountCents: z.int(),
  /** Why it goes back: `order-over`, `too-much`. */
  reason: z.nullable(z.string()),
  requestedAt: z.int(),
  /** Null: the buyer has not said yet where it goes. */
  claim: z.nullable(RefundClaimSchema),
  /** The run that pays it; null: it is in none. */
  runId: z.nullable(z.string()),
  /** When it was recorded as paid; null: still to be paid. */
  paidAt: z.nullable(z.int()),
  /** Null while it is not paid, and for a refund recorded without one. */
  proof: z.nullable(
    z.object({
      way: z.enum(refundWays),
      /** The bank's reference, or the id of the transaction. */
      reference: z.string(),
      on: DaySchema,
      operator: z.nullable(z.string()),
    }),
  ),
})
export type DeskRefund = z.infer<typeof DeskRefundSchema>

/** What lists of refunds can be sorted by. */
export const deskRefundSorts = ['requestedAt', 'paidAt', 'number', 'amount'] as const
/** `open`: to be paid, and no run pays it; `unpaid`: with those in a run that is not paid yet. */
export const deskRefundStatuses = ['open', 'unpaid', 'paid'] as const

/** A refund in a list, with its order. */
export const ListedRefundSchema = z.object({
  ...DeskRefundSchema.shape,
  orderId: z.string(),
  orderNumber: z.string(),
  method: OrderSummarySchema.shape.method,
  buyerName: z.string(),
})
export type ListedRefund = z.infer<typeof ListedRefundSchema>

export const LeadSchema = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(['contact', 'notify-me', 'custom', 'waiting-list']),
  createdAt: z.int(),
  handledAt: z.nullable(z.int()),
  assignedTo: z.nullable(z.string()),
  language: LanguageSchema,
  name: z.nullable(z.string()),
  email: z.string(),
  phone: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  product: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Of custom requests, with what was computed from them. */
  shipType: z.nullable(z.string()),
  generatorCapacityKw: z.nullable(z.number()),
  currentUsagePercent: z.nullable(z.number()),
  spareKw: z.nullable(z.number()),
  fittingProducts: z.array(z.string()),
  answers: z.array(z.object({ at: z.int(), operator: z.string(), subject: z.string(), text: z.string() })),
  /** How far it is on its way to an order. */
  stage: z.enum(leadStages),
  /** When its sender is to be spoken to next; null: nothing was agreed. */
  nextContactOn: z.nullable(DaySchema),
  /** Where it came from, as the desk knows it. */
  source: z.nullable(z.string()),
  lostReason: z.nullable(z.string()),
})
export type Lead = z.infer<typeof LeadSchema>
/** What a list of leads can be sorted by. */
export const deskLeadSorts = ['createdAt', 'name', 'stage', 'nextContactOn'] as const

export const deskControllerStates = ['online', 'silent', 'never-seen', 'revoked'] as const
export const deskControllerSorts = ['createdAt', 'name', 'lastSeenAt'] as const

export const DeskControllerSchema = z.object({
  id: z.string(),
  name: z.string(),
  location: z.nullable(z.string()),
  /** Of an owner only the name. */
  owner: z.nullable(z.string()),
  createdAt: z.int(),
  enrolledAt: z.nullable(z.int()),
  lastSeenAt: z.nullable(z.int()),
  status: z.enum(deskControllerStates),
  version: z.nullable(z.string()),
  miners: z.int(),
  openAlerts: z.int(),
  droppedSamples: z.nullable(z.int()),
  memory: z.nullable(MemoryStateSchema),
  /** Since when a new owner may claim it with their own key; null: no transfer is under way. */
  transferSince: z.nullable(z.int()),
  /** Not a box but what a former owner kept of one: it was theirs until then. The box itself has the id without what follows the point. */
  pastUntil: z.nullable(z.int()),
  /** When the last check at commissioning that it reported ended, by its clock; null: none was reported. */
  commissionedAt: z.nullable(z.int()),
  /** Since when its key is used twice, and since when its memory was put back; null: not, or its owner has dealt with it. */
  keySharedAt: z.nullable(z.int()),
  memoryRestoredAt: z.nullable(z.int()),
  /** What it says that it could not read, and nobody on board has set right since. */
  unreadable: UnreadableSchema,
})
export type DeskController = z.infer<typeof DeskControllerSchema>

/** Shown once: keys are kept as hashes. */
export const CreatedControllerSchema = z.object({
  controllerId: z.string(),
  /** Null when only the enrolment token was renewed. */
  claimKey: z.nullable(z.string()),
  enrolmentToken: z.nullable(z.string()),
})

/** A coin payment that needs a person, with why its money could not be booked on its order. */
const IntentForStaffSchema = z.extend(PaymentIntentSchema, { unbooked: z.nullable(UnbookedReasonSchema) })
export type IntentForStaff = z.infer<typeof IntentForStaffSchema>

/** What lists of them can be sorted by. */
export const deskPaymentSorts = ['createdAt', 'number', 'amount'] as const

const WatcherSchema = z.object({
  chain: z.string(),
  source: z.string(),
  height: z.nullable(z.int()),
  lagSeconds: z.nullable(z.number()),
  fresh: z.boolean(),
  /** What went wrong when it was last read, in English; null: nothing. */
  problem: z.nullable(z.string()),
})
export type ChainWatcher = z.infer<typeof WatcherSchema>

/** An account that coins are received on: what the provider's own wallet has to watch. */
const ReceivingAccountSchema = z.object({
  asset: AssetSchema,
  /** Its first address: what the wallet shows too. */
  firstAddress: z.string(),
  /** False: new, and no buyer pays to it before two operators have confirmed it. */
  mayReceive: z.boolean(),
  /** Addresses given out; the last one has the number below. */
  given: z.int(),
  /** The longest run of consecutive addresses that received no money. */
  longestUnused: z.int(),
  /** How far ahead a wallet looks as a rule. */
  usualGap: z.int(),
})

/** Of leads that a list is of: `due` are those that were answered and are to be spoken to again by today. */
export const leadStatuses = ['open', 'handled', 'due', 'all'] as const
/** `question`: whatever waits for an answer, and not for a product. */
export const leadKinds = ['question', 'contact', 'custom', 'waiting-list', 'notify-me'] as const

/** What an order waits for, and Today has a line for. */
export const orderWaits = ['planning', 'installation', 'payment'] as const

export const deskEndpoints = {
  deskSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/second-factor',
    summary:
      'Proves the operator’s second factor for this session, for twelve hours: a code of the authenticator, or one of the codes for its loss.',
    auth: 'user',
    body: z.strictObject({ code: z.string().check(z.regex(/^(\d{6}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})$/)) }),
    data: z.object({ until: z.int() }),
    errors: ['unauthorized', 'forbidden', 'second-factor-wrong', 'invalid-request', 'rate-limited'],
    limit: { max: 5, windowMs: 60_000 },
  }),
  deskOrders: endpoint({
    method: 'GET',
    path: '/desk/orders',
    summary:
      'Orders, newest first or sorted, 50 a page; searched by number, name, e-mail, company. With how many there are, and how many in each state.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({
      search: z.optional(SearchQuerySchema),
      state: z.optional(OrderStateSchema),
      payment: z.optional(PaymentStateSchema),
      fulfilment: z.optional(FulfilmentStateSchema),
      /** As Today has them: without a day for their installation, to be fitted within ten days or late, or without their money. */
      waits: z.optional(z.enum(orderWaits)),
      /** Continues after this time; goes with no sorting and no page. */
      before,
      sort: z.optional(z.enum(deskOrderSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
      perPage: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
    }),
    data: z.object({
      orders: z.array(DeskOrderSchema),
      next: z.nullable(z.int()),
      perPage: z.int(),
      /** That fit the filters. */
      total: z.int(),
      /** Of all orders, whatever the filters. */
      byState: z.partialRecord(OrderStateSchema, z.int()),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskOrder: endpoint({
    method: 'GET',
    path: '/desk/orders/{id}',
    summary: 'One order with everything about it and what may be done now.',
    auth: 'operator',
    roles: operatorRoles,
    params: id,
    data: z.object({
      order: OrderSchema,
      actions: z.array(DeskOrderActionSchema),
      refunds: z.array(DeskRefundSchema),
      /** Invoices and credit notes, oldest first. */
      documents: z.array(z.object({ number: z.string(), kind: DocumentKindSchema, issuedAt: z.int() })),
      vat: OrderVatSchema,
      /** With each change it is another; what was seen is sent with a correction. */
      version: z.int(),
      /** Whether its buyer's details may be corrected. */
      canCorrect: z.boolean(),
      audit: z.array(AuditEntrySchema),
    }),
    errors: [...operatorErrors, 'order-not-found'],
  }),
  deskOrderAct: endpoint({
    method: 'POST',
    path: '/desk/orders/{id}/actions',
    summary:
      'Moves an order on, keeps it from lapsing or brings it back after it lapsed, with a reason; notes that it is built or shipped; books a bank payment by hand.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    actionRoles: {
      agree: ['owner', 'sales', 'service'],
      reinstate: ['owner', 'sales', 'service'],
      built: ['owner', 'sales', 'service'],
      shipped: ['owner', 'sales', 'service'],
      schedule: ['owner', 'sales', 'service'],
      install: ['owner', 'sales', 'service'],
      complete: ['owner', 'sales', 'service'],
      cancel: ['owner', 'sales'],
      'request-refund': ['owner', 'sales', 'bookkeeper'],
      'refund-paid': ['owner', 'bookkeeper'],
      'book-bank': ['owner', 'bookkeeper'],
    } satisfies Record<DeskOrderAction, readonly OperatorRole[]>,
    params: id,
    body: z.strictObject({
      action: DeskOrderActionSchema,
      reason: ReasonSchema,
      /** `schedule`: the day of the installation; `install`: the day on which it was fitted, or today; `refund-paid`: the day on which it was paid. */
      on: z.optional(DaySchema),
      /** `book-bank`. */
      amountCents: z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))),
      /** `refund-paid`: which, and the proof of it. */
      refundId: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))),
      way: z.optional(z.enum(refundWays)),
      proof: z.optional(line(200)),
    }),
    /** `waits`: recorded, and a second operator has to confirm it with the same call. */
    data: z.object({ waits: z.boolean() }),
    errors: [
      ...operatorErrors,
      'order-not-found',
      'order-state-conflict',
      'second-operator-required',
      'out-of-stock',
      'refund-proof-invalid',
      'invalid-request',
    ],
  }),
  deskOrderDocument: endpoint({
    method: 'GET',
    path: '/desk/orders/{id}/documents/{number}',
    summary: 'An invoice or credit note of an order as PDF.',
    auth: 'operator',
    roles: operatorRoles,
    params: z.object({ ...id.shape, number: id.shape.id }),
    data: PdfSchema,
    errors: [...operatorErrors, 'order-not-found', 'invoice-not-found'],
  }),
  deskOrderEInvoice: endpoint({
    method: 'GET',
    path: '/desk/orders/{id}/documents/{number}/e-invoice',
    summary: 'An invoice or credit note of an order as EN 16931 e-invoice (Peppol BIS Billing 3.0, UBL).',
    auth: 'operator',
    roles: operatorRoles,
    params: z.object({ ...id.shape, number: id.shape.id }),
    data: EInvoiceSchema,
    errors: [...operatorErrors, 'order-not-found', 'invoice-not-found'],
  }),
  deskOrderDocumentResend: endpoint({
    method: 'POST',
    path: '/desk/orders/{id}/documents/{number}/resend',
    summary: 'Mails an invoice or credit note to the buyer once more, in their language.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    params: z.object({ ...id.shape, number: id.shape.id }),
    data: z.object({ to: z.string() }),
    errors: [...operatorErrors, 'order-not-found', 'invoice-not-found'],
  }),
  deskPackingSlip: endpoint({
    method: 'GET',
    path: '/desk/orders/{id}/packing-slip',
    summary:
      'The packing slip of an order as PDF, in the language of its buyer: what is in the box, and no prices.',
    auth: 'operator',
    roles: operatorRoles,
    params: id,
    data: PdfSchema,
    errors: [...operatorErrors, 'order-not-found'],
  }),
  deskPackingSlipSend: endpoint({
    method: 'POST',
    path: '/desk/orders/{id}/packing-slip/send',
    summary: 'Mails the packing slip of an order to its buyer, in their language.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    params: id,
    data: z.object({ to: z.string() }),
    errors: [...operatorErrors, 'order-not-found'],
  }),
  deskRefunds: endpoint({
    method: 'GET',
    path: '/desk/refunds',
    summary:
      'Money that is to go back, oldest first; or what went back, newest first, with the proof; or sorted, 50 a page.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({
      status: z._default(z.enum(deskRefundStatuses), 'open'),
      /** Continues after this time; goes with no sorting and no page. */
      before,
      sort: z.optional(z.enum(deskRefundSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      refunds: z.array(ListedRefundSchema),
      next: z.nullable(z.int()),
      perPage: z.int(),
      byStatus: z.object({ open: z.int(), unpaid: z.int(), paid: z.int() }),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskPayments: endpoint({
    method: 'GET',
    path: '/desk/payments',
    summary:
      'Coin payments that need a decision, newest first or sorted, 50 a page, how the watchers of the chains are, and whether a wallet finds the addresses.',
    auth: 'operator',
    roles: ['owner', 'sales', 'bookkeeper', 'read-only'],
    query: z.object({
      sort: z.optional(z.enum(deskPaymentSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      serverTime: z.int(),
      exceptions: z.array(IntentForStaffSchema),
      perPage: z.int(),
      /** That need a decision. */
      total: z.int(),
      watchers: z.array(WatcherSchema),
      /** Null: they cannot be read now. */
      accounts: z.nullable(z.array(ReceivingAccountSchema)),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskPaymentDecide: endpoint({
    method: 'POST',
    path: '/desk/payments/{id}/decision',
    summary: 'Accepts a coin payment as complete, or ends it as failed; with a reason.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    params: id,
    body: z.strictObject({ decision: z.enum(['completed', 'failed']), reason: ReasonSchema }),
    data: z.object({}),
    errors: [...operatorErrors, 'payment-intent-not-found', 'order-state-conflict', 'invalid-request'],
  }),
  deskLeads: endpoint({
    method: 'GET',
    path: '/desk/leads',
    summary:
      'Messages, custom requests, waiting list and notify-me, oldest open first or sorted, 50 a page; searched by reference, name, e-mail, telephone. With how many there are, and how many in each stage.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    query: z.object({
      kind: z.optional(z.enum(leadKinds)),
      stage: z.optional(z.enum(leadStages)),
      status: z._default(z.enum(leadStatuses), 'open'),
      search: z.optional(SearchQuerySchema),
      sort: z.optional(z.enum(deskLeadSorts)),
      /** Without one those that wait come oldest first, all others newest first. */
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      serverTime: z.int(),
      leads: z.array(LeadSchema),
      perPage: z.int(),
      /** How many fit the filters. */
      total: z.int(),
      /** How many questions are in each stage, whatever the filters; those who only wait for a product are none. */
      byStage: z.record(z.enum(leadStages), z.int()),
      /** Unanswered, of all kinds. */
      open: z.int(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskLead: endpoint({
    method: 'GET',
    path: '/desk/leads/{id}',
    summary: 'One message, request or waiting visitor with all that was said; recorded.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    params: id,
    data: z.object({ serverTime: z.int(), lead: LeadSchema }),
    errors: [...operatorErrors, 'not-found'],
  }),
  deskLeadAct: endpoint({
    method: 'POST',
    path: '/desk/leads/{id}/actions',
    summary: 'Takes a lead, answers it by mail in its language, notes how far it is, or closes it.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    params: id,
    body: z.strictObject({
      action: z.enum(['assign', 'answer', 'close', 'track']),
      subject: z.optional(line(200)),
      text: z.optional(z.string().check(z.trim(), z.maxLength(5000), plainText)),
      /** `answer`: with the sheet of the calculation for its ship as PDF. */
      withCalculation: z.optional(z.boolean()),
      /** `track`: what is known now; a stage `lost` needs its reason, as `close` does. */
      stage: z.optional(z.enum(leadStages)),
      nextContactOn: z.optional(z.nullable(DaySchema)),
      source: z.optional(z.nullable(line(100))),
      lostReason: z.optional(z.nullable(line(500))),
    }),
    data: z.object({ lead: LeadSchema }),
    errors: [
      ...operatorErrors,
      'not-found',
      'required-fields-missing',
      'lead-not-calculable',
      'invalid-request',
    ],
  }),
  deskControllers: endpoint({
    method: 'GET',
    path: '/desk/controllers',
    summary:
      'Controllers with their enrolment, version and when they were last seen, newest first or sorted, 50 a page; with how many there are, and how many in each state.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    query: z.object({
      id: z.optional(line(40)),
      /** Part of a name, id, place or the owner’s name. */
      search: z.optional(SearchQuerySchema),
      status: z.optional(z.enum(deskControllerStates)),
      version: z.optional(line(40)),
      sort: z.optional(z.enum(deskControllerSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      serverTime: z.int(),
      controllers: z.array(DeskControllerSchema),
      perPage: z.int(),
      /** That fit the filters. */
      total: z.int(),
      /** Of all controllers, whatever the filters. */
      byStatus: z.record(z.enum(deskControllerStates), z.int()),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskCreateControllers: endpoint({
    method: 'POST',
    path: '/desk/controllers',
    summary: 'Makes controllers with their claim cards. The keys are shown once.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({
      name: line(80),
      location: z.optional(line(120)),
      count: z._default(z.int().check(z.minimum(1), z.maximum(50)), 1),
    }),
    data: z.object({
      controllers: z.array(CreatedControllerSchema),
      /** One page a controller, four languages, base64. */
      cardsPdfBase64: z.string(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskControllerAct: endpoint({
    method: 'POST',
    path: '/desk/controllers/{id}/actions',
    summary:
      'Gives a new claim key or enrolment token, revokes a key, takes a controller from its owner, or starts or cancels its transfer to a new one.',
    auth: 'operator',
    roles: ['owner', 'service'],
    params: id,
    body: z.strictObject({
      action: z.enum([
        'reissue-key',
        'reissue-enrolment',
        'revoke-key',
        'release-owner',
        'start-transfer',
        'cancel-transfer',
      ]),
      reason: ReasonSchema,
    }),
    data: z.object({
      /** Only what was renewed. */
      created: z.nullable(CreatedControllerSchema),
      cardsPdfBase64: z.nullable(z.string()),
    }),
    errors: [...operatorErrors, 'not-found', 'invalid-request', 'controller-not-transferable'],
  }),
  deskAudit: endpoint({
    method: 'GET',
    path: '/desk/audit',
    summary:
      'What operators did, newest or oldest first, 100 a page; by whom or about what it was, and when.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper', 'read-only'],
    query: z.object({
      direction: z.optional(DirectionQuerySchema),
      /** `next` of the page before, or `previous` of the one behind. */
      after: before,
      before,
      ...auditFilter,
    }),
    data: z.object({
      entries: z.array(AuditEntrySchema),
      next: z.nullable(z.int()),
      previous: z.nullable(z.int()),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskAuditExport: endpoint({
    method: 'POST',
    path: '/desk/audit/export',
    summary: 'The same as CSV, the newest 50,000 lines at most; recorded.',
    auth: 'operator',
    roles: ['owner', 'bookkeeper'],
    body: z.strictObject(auditFilter),
    data: z.object({ filename: z.string(), csv: z.string(), isWhole: z.boolean() }),
    errors: [...operatorErrors, 'invalid-request'],
    limit: { max: 10, windowMs: 60_000 },
  }),
}
