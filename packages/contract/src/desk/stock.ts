import { boxStates, boxSteps } from '@shipminer/domain/stock/box-stock'
import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DaySchema, DirectionQuerySchema, PageQuerySchema, SearchQuerySchema } from '../from-outside.ts'
import { operatorRoles } from '../operator-roles.ts'

/*
 * Boxes by their serial number, from the workshop to the ship and back. Several are moved at once, as a scanner reads them: each for itself, and
 * one that cannot be moved is named with the reason.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
const productId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
const orderNumber = z.string().check(z.regex(/^[\x21-\x7e]{1,40}$/))
const serials = z.array(line(64)).check(z.minLength(1), z.maxLength(100))
const workers = ['owner', 'sales', 'service'] as const

const BoxStateSchema = z.enum(boxStates)

/** What the desk does with a box: its steps, and `bind` and `release` for the order it is for; `remove` takes back one that was entered wrongly. */
export const boxActions = [...boxSteps, 'bind', 'release', 'remove'] as const
export type BoxAction = (typeof boxActions)[number]

/** Why a box was not moved; each has a text for people. */
export const boxRefusals = [
  'not-a-serial',
  'unknown',
  'known',
  'wrong-state',
  'no-order',
  'order-unknown',
  'order-not-ready',
  'order-full',
  'other-product',
  'other-order',
  'wrong-day',
] as const
export type BoxRefusal = (typeof boxRefusals)[number]
const RefusedSchema = z.array(z.object({ serial: z.string(), reason: z.enum(boxRefusals) }))

export const DeskBoxSchema = z.object({
  id: z.uuid(),
  serial: z.string(),
  product: z.object({ id: z.string(), name: z.string() }),
  state: BoxStateSchema,
  /** The day on which the workshop delivers; null: not known. */
  expectedOn: z.nullable(DaySchema),
  order: z.nullable(z.object({ id: z.string(), number: z.string(), buyerName: z.string() })),
  /** The controller that is built into it; null: not noted. */
  controllerId: z.nullable(z.string()),
  installedOn: z.nullable(DaySchema),
  /** The last day of its warranty; null: it is not on board, or has none. */
  warrantyUntil: z.nullable(DaySchema),
  changedAt: z.int(),
})
export type DeskBox = z.infer<typeof DeskBoxSchema>

/** What there is of a product, and what it means for who orders now. */
const SupplySchema = z.object({
  product: z.object({ id: z.string(), name: z.string() }),
  /** Boxes that are for no order. */
  free: z.object({ ordered: z.int(), built: z.int(), tested: z.int() }),
  /** Boxes of open orders to which none was assigned. */
  waiting: z.int(),
  /** What the shop may still sell; null: it is not counted. */
  sellable: z.nullable(z.int()),
  /** The ISO week that the shop promises for one; null: none. */
  deliveryWeek: z.nullable(z.object({ week: z.int(), year: z.int() })),
  /** Whether that comes from these boxes; false: from what the data sheet says. */
  isFromBoxes: z.boolean(),
})
export type Supply = z.infer<typeof SupplySchema>

const BoxEventSchema = z.object({
  id: z.string(),
  at: z.int(),
  /** Null: the end of its order. */
  operator: z.nullable(z.string()),
  /** An action, or `add`, `change`. */
  what: z.string(),
  /** The state afterwards. */
  state: BoxStateSchema,
  orderNumber: z.nullable(z.string()),
  on: z.nullable(DaySchema),
  note: z.nullable(z.string()),
})

/** What lists of boxes can be sorted by; an `expected` day counts while a box is ordered. */
export const deskBoxSorts = ['changedAt', 'serial', 'expected', 'installed', 'warranty'] as const

const params = z.object({ id: z.uuid() })

export const deskStockEndpoints = {
  deskBoxes: endpoint({
    method: 'GET',
    path: '/desk/boxes',
    summary:
      'Boxes by serial number, last changed first or sorted, 50 a page, with how many are in each state; and what there is of each product.',
    auth: 'operator',
    roles: operatorRoles,
    query: z.object({
      search: z.optional(SearchQuerySchema),
      state: z.optional(BoxStateSchema),
      product: z.optional(productId),
      /** Of one order, by its id. */
      order: z.optional(z.uuid()),
      sort: z.optional(z.enum(deskBoxSorts)),
      direction: z.optional(DirectionQuerySchema),
      page: z.optional(PageQuerySchema),
    }),
    data: z.object({
      boxes: z.array(DeskBoxSchema),
      perPage: z.int(),
      total: z.int(),
      /** Of all boxes, whatever the filters. */
      byState: z.record(BoxStateSchema, z.int()),
      supply: z.array(SupplySchema),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskBox: endpoint({
    method: 'GET',
    path: '/desk/boxes/{id}',
    summary: 'One box with what happened to it, newest first.',
    auth: 'operator',
    roles: operatorRoles,
    params,
    data: z.object({ box: DeskBoxSchema, events: z.array(BoxEventSchema) }),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
  deskAddBoxes: endpoint({
    method: 'POST',
    path: '/desk/boxes',
    summary: 'Enters boxes that were ordered at the workshop, or are there already.',
    auth: 'operator',
    roles: workers,
    body: z.strictObject({
      product: productId,
      serials,
      state: z.enum(['ordered', 'built', 'tested']),
      /** Of ordered ones: the day on which they come. */
      expectedOn: z.optional(DaySchema),
    }),
    data: z.object({ boxes: z.array(DeskBoxSchema), refused: RefusedSchema }),
    errors: [...operatorErrors, 'product-not-found', 'invalid-request'],
  }),
  deskMoveBoxes: endpoint({
    method: 'POST',
    path: '/desk/boxes/moves',
    summary:
      'Moves boxes on by their serial numbers, or says for which order they are. The last box of an order that is fitted makes the order installed.',
    auth: 'operator',
    roles: workers,
    body: z.strictObject({
      action: z.enum(boxActions),
      serials,
      /** Number of the order they are for; without it, that of before. */
      order: z.optional(orderNumber),
      /** `install`: the day on which they were fitted; without it today. */
      on: z.optional(DaySchema),
      note: z.optional(line(500)),
    }),
    data: z.object({ boxes: z.array(DeskBoxSchema), refused: RefusedSchema }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskChangeBox: endpoint({
    method: 'POST',
    path: '/desk/boxes/{id}',
    summary: 'Changes the day on which a box comes, or the controller that is built into it.',
    auth: 'operator',
    roles: workers,
    params,
    body: z.strictObject({
      expectedOn: z.optional(z.nullable(DaySchema)),
      controllerId: z.optional(z.nullable(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)))),
    }),
    data: z.object({ box: DeskBoxSchema }),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
}
