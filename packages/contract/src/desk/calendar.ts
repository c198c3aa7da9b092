import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DaySchema } from '../from-outside.ts'
import { operatorRoles } from '../operator-roles.ts'
import { CommissioningReportSchema } from '../power/commissioning.ts'
import { OrderStateSchema, PdfSchema } from '../shop/orders.ts'
import { DeskBoxSchema } from './stock.ts'

/*
 * The calendar of installations: which order is fitted when, by whom and where, and the sheet that the fitter takes along. The day itself is the
 * order's, whose buyer is notified when it changes.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
const lines = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u))
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const words = z.nullable(z.string())

/** What is agreed about an installation, besides its day; null: not yet. */
const PlanSchema = z.object({
  /** By the clock of the place, `08:30`. */
  startsAt: words,
  fitter: words,
  /** Where the ship lies. */
  berth: words,
  contactName: words,
  contactPhone: words,
  /** What the fitter should know of the generator and its panel. */
  generator: words,
  cabling: words,
  notes: words,
})
export type FittingPlan = z.infer<typeof PlanSchema>

/** An installation in the calendar. */
export const DeskInstallationSchema = z.object({
  orderId: z.string(),
  number: z.string(),
  state: OrderStateSchema,
  /** Its money is gone again: it must wait. */
  isOnHold: z.boolean(),
  /** Null: no day is set. */
  on: z.nullable(DaySchema),
  startsAt: words,
  fitter: words,
  berth: words,
  buyerName: z.string(),
  company: words,
  shipName: words,
  city: z.string(),
  products: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** How many boxes were chosen and how many are on board, of how many. */
  boxes: z.object({ chosen: z.int(), onBoard: z.int(), of: z.int() }),
})
export type DeskInstallation = z.infer<typeof DeskInstallationSchema>

/** A ship of the buyer, as far as it is known which one it is. */
const FittedShipSchema = z.object({
  name: z.string(),
  type: words,
  homePort: words,
  registrationNumber: words,
  generatorCapacityKw: z.nullable(z.number()),
})

const FittingSchema = z.object({
  installation: DeskInstallationSchema,
  plan: PlanSchema,
  contact: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  address: z.string(),
  /** What the buyer wrote with the order. */
  buyerNotes: words,
  ship: z.nullable(FittedShipSchema),
  /** What the boxes of the order need together. */
  needs: z.object({ powerKw: z.number(), generatorKw: z.nullable(z.number()) }),
  boxes: z.array(DeskBoxSchema),
  /** The newest report of each controller that is built into one of them. */
  reports: z.array(CommissioningReportSchema),
  /** Fitters of before, to choose from. */
  fitters: z.array(z.string()),
})
export type Fitting = z.infer<typeof FittingSchema>

const params = z.object({ id: z.uuid() })
const optionalLine = (max: number) => z.optional(line(max))

export const deskCalendarEndpoints = {
  deskCalendar: endpoint({
    method: 'GET',
    path: '/desk/installations',
    summary:
      'The installations of a week, those of before that were not fitted, and the orders that wait for a day.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({ day: z.optional(DaySchema) }),
    data: z.object({
      today: DaySchema,
      /** Monday first. */
      days: z.array(DaySchema),
      installations: z.array(DeskInstallationSchema),
      overdue: z.array(DeskInstallationSchema),
      unplanned: z.array(DeskInstallationSchema),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskFitting: endpoint({
    method: 'GET',
    path: '/desk/installations/{id}',
    summary: 'Everything that the fitter of an order needs to know.',
    auth: 'operator',
    roles: operatorRoles,
    params,
    data: FittingSchema,
    errors: [...operatorErrors, 'order-not-found', 'invalid-request'],
  }),
  deskPlanFitting: endpoint({
    method: 'POST',
    path: '/desk/installations/{id}',
    summary:
      'Sets the day of an installation, of which the buyer is notified, and what is agreed about it, of which they are not.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service'],
    params,
    body: z.strictObject({
      on: DaySchema,
      startsAt: z.optional(z.union([clock, z.literal('')])),
      fitter: optionalLine(80),
      berth: optionalLine(160),
      contactName: optionalLine(120),
      contactPhone: optionalLine(40),
      generator: z.optional(lines(1000)),
      cabling: z.optional(lines(1000)),
      notes: z.optional(lines(2000)),
    }),
    data: FittingSchema,
    errors: [...operatorErrors, 'order-not-found', 'order-state-conflict', 'invalid-request'],
  }),
  deskFittingSheet: endpoint({
    method: 'GET',
    path: '/desk/installations/{id}/sheet',
    summary: 'The fitter’s sheet of an order as PDF, base64, with the commissioning report as its end.',
    auth: 'operator',
    roles: operatorRoles,
    params,
    query: z.object({ language: LanguageSchema }),
    data: PdfSchema,
    errors: [...operatorErrors, 'order-not-found', 'invalid-request', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
}
