import * as z from 'zod/mini'
import { DeskControllerSchema, LeadSchema, ListedRefundSchema } from '../desk.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DaySchema } from '../from-outside.ts'
import { operatorRoles } from '../operator-roles.ts'
import { IntentExceptionSchema, UnbookedReasonSchema } from '../shop/payments.ts'
import { DeskReportSchema } from '../shop/service.ts'
import { accountSources, ProposalSchema } from './proposals.ts'
import { DistanceSalesSchema } from './vat.ts'

/*
 * What waits at the desk, and who does it. One answer feeds the queue of the day and every counter of the navigation.
 */
const OrderNameSchema = z.object({ id: z.string(), number: z.string(), buyerName: z.string() })

/** An order with a day on which its box is fitted. */
const InstallationSchema = z.object({
  ...OrderNameSchema.shape,
  on: DaySchema,
  lines: z.array(z.object({ quantity: z.int(), name: z.string() })),
})
export type Installation = z.infer<typeof InstallationSchema>

/**
 * An order that a person has to speak about with its buyer: `lapses` when nobody plans it, was `installed` and is not paid, or goes ahead though
 * its money is gone again (`on-hold`).
 */
const UnpaidOrderSchema = z.object({
  ...OrderNameSchema.shape,
  why: z.enum(['lapses', 'installed', 'on-hold']),
  /** When it lapses, or since when its money has been due or gone. */
  at: z.int(),
  remainingCents: z.int(),
})
export type UnpaidOrder = z.infer<typeof UnpaidOrderSchema>

/** A coin payment that a person has to decide. */
const DecisionSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  exceptions: z.array(IntentExceptionSchema),
  /** Why its money could not be booked on its order. */
  unbooked: z.nullable(UnbookedReasonSchema),
  /** Decimal strings of the coin. */
  amountDue: z.string(),
  amountReceived: z.string(),
  asset: z.string(),
  createdAt: z.int(),
})

/** A piece of work in the queue: `lead:<id>`, `controller:<id>`, or `orders` for all of a kind. */
const JobSchema = z.string().check(z.regex(/^[a-z]+(:[A-Za-z0-9-]{1,64})?$/))
const ClaimSchema = z.object({ job: JobSchema, name: z.string(), mine: z.boolean(), at: z.int() })
export type JobClaim = z.infer<typeof ClaimSchema>

/** How many there are of what is listed below, of each kind 200 at most. */
const TotalsSchema = z.object({
  installations: z.int(),
  unpaidOrders: z.int(),
  dueLeads: z.int(),
  dueReports: z.int(),
  silentControllers: z.int(),
})

/** Something to look at: how many, and since when the oldest; null: there is none. */
const SetAsideSumSchema = z.object({ entries: z.int(), since: z.nullable(z.int()) })
const DoubtedSchema = z.object({
  boxes: z.int(),
  since: z.nullable(z.int()),
  /** The oldest of them. */
  first: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** Since when the oldest of what is done in one go has waited; null: nothing waits. */
const OldestSchema = z.object({
  bank: z.nullable(z.int()),
  ordersToPlan: z.nullable(z.int()),
  payouts: z.nullable(z.int()),
  mails: z.nullable(z.int()),
  /** Of fault reports that are not due yet. */
  reports: z.nullable(z.int()),
})

/** The parts of Today. Each is read by itself: what is wrong in one keeps nobody from the others. */
export const todayParts = [
  ...(['orders', 'installations', 'unpaid', 'receivable', 'distance'] as const),
  ...(['decisions', 'refunds', 'bank', 'firstPayouts', 'payouts', 'proposals'] as const),
  ...(['leads', 'reports', 'silent', 'online', 'doubted', 'setAside', 'mails', 'claims'] as const),
] as const
export type TodayPart = (typeof todayParts)[number]

/** Where all are of what Today lists the most urgent of: the filters of a list, and the same in the address of its page. */
export const todayLists = {
  installation: { page: 'orders', filters: { waits: 'installation' } },
  unpaid: { page: 'orders', filters: { waits: 'payment' } },
  planning: { page: 'orders', filters: { waits: 'planning' } },
  silent: { page: 'controllers', filters: { status: 'silent' } },
  lead: { page: 'leads', filters: { kind: 'question' } },
  follow: { page: 'leads', filters: { status: 'due' } },
  report: { page: 'service', filters: { filter: 'due' } },
  reports: { page: 'service', filters: { filter: 'later' } },
  refund: { page: 'refunds', filters: { status: 'unpaid' } },
  decision: { page: 'payments', filters: {} },
} as const

/** Somebody whose figures cannot be added up. */
export const UnreadOwnerSchema = z.object({ id: z.string(), name: z.string() })

export const DeskTodaySchema = z.object({
  serverTime: z.int(),
  /** Who asks. What their role may not look at is left out below: lists are empty, and nothing waits. */
  operator: z.object({ name: z.string(), role: z.enum(operatorRoles) }),
  totals: TotalsSchema,
  oldest: OldestSchema,
  /** Confirmed orders without a day for their installation: how many, what they are worth, and the oldest of them. */
  ordersToPlan: z.object({ count: z.int(), grossCents: z.int(), first: z.array(OrderNameSchema) }),
  /** Planned for a day gone by, or for one of the next ten; earliest first. */
  installations: z.array(InstallationSchema),
  /** What cannot go on as it is for want of money; the oldest first. */
  unpaidOrders: z.array(UnpaidOrderSchema),
  paymentDecisions: z.int(),
  decisions: z.array(DecisionSchema),
  openRefunds: z.int(),
  /** What all of them come to. */
  openRefundCents: z.int(),
  /** The oldest of them. */
  refunds: z.array(ListedRefundSchema),
  /** Entries of bank statements that could not be matched, and their sum. */
  openBankEntries: z.int(),
  openBankCents: z.int(),
  /** What buyers of open orders still have to pay. */
  receivableCents: z.int(),
  /** Sales at a distance to consumers elsewhere in the Union, once they come near their threshold; null: they are far from it. */
  distanceSales: z.nullable(DistanceSalesSchema),
  /** Unanswered for longer than a day. */
  staleLeads: z.array(LeadSchema),
  /** Unanswered, and still within the day. */
  freshLeads: z.array(LeadSchema),
  /** Answered, and to be spoken to again by today. */
  dueLeads: z.array(LeadSchema),
  openLeads: z.int(),
  /** Fault reports whose first answer is overdue or due soon, the earliest first. */
  dueReports: z.array(DeskReportSchema),
  waitingReports: z.int(),
  silentControllers: z.array(DeskControllerSchema),
  controllers: z.object({ all: z.int(), online: z.int() }),
  /** What ships sent and no table takes, and nobody has seen yet. */
  setAside: SetAsideSumSchema,
  /** Boxes that were cloned, or whose memory was put back, and whose owner has not dealt with it. */
  doubtedBoxes: DoubtedSchema,
  failedMails: z.int(),
  /** Owners whose first payout is due within a week, or overdue. */
  firstPayoutsDue: z.int(),
  /** Whom a run would pay now, when the last one is over a week old (`lastRunAt`; null: there was none); null: nobody is due, or it is not. */
  payoutsDue: z.nullable(z.object({ owners: z.int(), totalSat: z.int(), lastRunAt: z.nullable(z.int()) })),
  /** While a run is due: owners whose balance cannot be added up, so that they are in none. */
  unreadOwners: z.array(UnreadOwnerSchema),
  /** Runs that were made and not sent, the oldest first. */
  openPayoutRuns: z.array(z.object({ id: z.string(), createdAt: z.int(), totalSat: z.int() })),
  /** What waits for a second operator, oldest first. */
  proposals: z.array(ProposalSchema),
  /** Accounts that could not be read now: whether one of them waits for a second operator is unknown. */
  unreadAccounts: z.array(z.enum(accountSources)),
  /** Who took which piece of work. */
  claims: z.array(ClaimSchema),
  /** Parts that could not be read now. Whether anything waits in them is unknown, though nothing of it is listed or counted above. */
  unread: z.array(z.enum(todayParts)),
})

/** What a part of Today adds to it. */
export const TodayPartSchema = z.extend(z.partial(DeskTodaySchema), {
  totals: z.optional(z.partial(TotalsSchema)),
  oldest: z.optional(z.partial(OldestSchema)),
})

type Today = z.input<typeof DeskTodaySchema>

/** A day on which nothing waits for an operator. */
export function nothingWaits(serverTime: number, operator: Today['operator']): Today {
  return {
    serverTime,
    operator,
    totals: { installations: 0, unpaidOrders: 0, dueLeads: 0, dueReports: 0, silentControllers: 0 },
    oldest: { bank: null, ordersToPlan: null, payouts: null, mails: null, reports: null },
    ordersToPlan: { count: 0, grossCents: 0, first: [] },
    installations: [],
    unpaidOrders: [],
    paymentDecisions: 0,
    decisions: [],
    openRefunds: 0,
    openRefundCents: 0,
    refunds: [],
    openBankEntries: 0,
    openBankCents: 0,
    receivableCents: 0,
    distanceSales: null,
    staleLeads: [],
    freshLeads: [],
    dueLeads: [],
    openLeads: 0,
    dueReports: [],
    waitingReports: 0,
    silentControllers: [],
    controllers: { all: 0, online: 0 },
    setAside: { entries: 0, since: null },
    doubtedBoxes: { boxes: 0, since: null, first: [] },
    failedMails: 0,
    firstPayoutsDue: 0,
    payoutsDue: null,
    unreadOwners: [],
    openPayoutRuns: [],
    proposals: [],
    unreadAccounts: [],
    claims: [],
    unread: [],
  }
}

export const deskWorkEndpoints = {
  deskToday: endpoint({
    method: 'GET',
    path: '/desk/today',
    summary:
      'What waits at the desk: the queue of the day, the counters of its navigation, and who took which work.',
    auth: 'operator',
    roles: operatorRoles,
    data: DeskTodaySchema,
    errors: operatorErrors,
  }),
  deskJobClaim: endpoint({
    method: 'POST',
    path: '/desk/jobs/{job}/claim',
    summary: 'Takes a piece of work, also from a colleague, or gives one’s own back.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'bookkeeper'],
    params: z.object({ job: JobSchema }),
    body: z.strictObject({ taken: z.boolean() }),
    data: z.object({ claims: z.array(ClaimSchema) }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
