import { minerFilters, minerSorts } from '@shipminer/domain/fleet/miner-list'
import * as z from 'zod/mini'
import { ControlActionSchema, OrderProgressSchema, WantedParametersSchema } from './control.ts'
import { endpoint } from './endpoint.ts'
import { DirectionQuerySchema, PageQuerySchema, RowIdSchema } from './from-outside.ts'
import { ControllerSchema, MinerSchema } from './mining.ts'
import { MomentSchema } from './moment.ts'

const known = z.nullable(z.number())

const groupOf = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^\P{Cc}*$/u))
/** Groups that one owner may have. A group is there while a miner is in it. */
export const mostGroups = 50

/** Which miners of the caller are meant: those on one ship, in one group, in one state, with some words. */
const matching = {
  shipId: z.optional(z.uuid()),
  group: z.optional(groupOf),
  filter: z._default(z.enum(minerFilters), 'all'),
  search: z._default(z.string().check(z.maxLength(100)), ''),
}
export const FleetMatchSchema = z.object(matching)
export type FleetMatch = z.infer<typeof FleetMatchSchema>

const FleetQuerySchema = z.object({
  ...matching,
  sort: z._default(z.enum(minerSorts), 'status'),
  direction: z._default(DirectionQuerySchema, 'ascending'),
  page: z._default(PageQuerySchema, 1),
})
export type FleetQuery = z.infer<typeof FleetQuerySchema>

/** What miners come to: TH/s, W, °C, J/TH, and expected earnings of today before the owner's share. Null is unknown. */
export const MinerSumsSchema = z.object({
  hashrateThs: known,
  powerWatts: known,
  hottestC: known,
  efficiencyJoulesPerTh: known,
  sat: known,
  cents: known,
})

/** What a page shows of a fleet of which it gets a part of the rows. All but `matched` and `sums` are of everything on the ship that was asked for. */
export const FleetPartSchema = z.object({
  page: z.int(),
  pages: z.int(),
  /** Miners that the filter lets through, and what they come to. */
  matched: z.int(),
  sums: MinerSumsSchema,
  counts: z.record(z.enum([...minerFilters, 'mining']), z.int()),
  /** By name, with how many miners are in each. */
  groups: z._default(z.array(z.object({ name: z.string(), miners: z.int() })), []),
  /** Of those with values of now. */
  fresh: z.extend(MinerSumsSchema, {
    count: z.int(),
    /** Null unless it is known of each. */
    expectedThs: known,
    hottestName: z.nullable(z.string()),
  }),
  solo: z.int(),
  running: z.int(),
  yielding: z.int(),
  stopped: z.int(),
  /** A few of those that a person should look at, the worst first. */
  worst: z.array(MinerSchema),
  /** By controller. */
  boxes: z.array(
    z.object({
      id: z.string(),
      miners: z.int(),
      online: z.int(),
      attention: z.int(),
      yielding: z.int(),
      hashrateThs: known,
      powerWatts: known,
    }),
  ),
})
export type FleetPart = z.infer<typeof FleetPartSchema>

const SkipSchema = z.object({
  id: RowIdSchema,
  name: z.string(),
  /** `not-allowed`, or what stands in the way in the device's words. */
  why: z.string(),
})

/** What one call of many did. */
const TurnSchema = z.object({
  /** Miners that match, and how many of them come after this call's. */
  matched: z.int(),
  left: z.int(),
  given: z.int(),
  skipped: z.array(SkipSchema),
  /** Null: it was given to all. */
  next: z.nullable(RowIdSchema),
})

const nameOf = z.string().check(z.trim(), z.minLength(1), z.maxLength(70), z.regex(/^\P{Cc}*$/u))
const placeOf = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^\P{Cc}*$/u))
/** Miners that one call reaches: few enough that nobody waits for it. */
export const minersPerCall = 200

/** Saved filters that one account may have: of more, the oldest goes. */
export const maxSavedFilters = 12
const SavedFiltersSchema = z.object({
  filters: z.array(z.object({ name: z.string(), query: z.string() })),
})

export const fleetEndpoints = {
  savedFilters: endpoint({
    method: 'GET',
    path: '/mining/filters',
    summary: 'What you narrow and order your list of miners to, under names of yours; the oldest first.',
    auth: 'user',
    data: SavedFiltersSchema,
    errors: ['unauthorized'],
  }),
  saveFilter: endpoint({
    method: 'PUT',
    path: '/mining/filters',
    summary:
      'Keeps a filter of the list of miners under a name, in place of one of that name; without one it takes it away.',
    auth: 'user',
    body: z.strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^\P{Cc}*$/u)),
      /** As the page writes it into its address. */
      query: z.nullable(z.string().check(z.maxLength(600), z.regex(/^\P{Cc}*$/u))),
    }),
    data: SavedFiltersSchema,
    errors: ['unauthorized', 'invalid-request'],
  }),
  miningFleet: endpoint({
    method: 'GET',
    path: '/mining/fleet',
    summary:
      'The miners of the caller: all of a small fleet, whatever is asked; of a large one a page, narrowed and ordered as asked, with totals.',
    auth: 'user',
    keyScope: 'read',
    query: FleetQuerySchema,
    data: z.object({
      serverTime: MomentSchema,
      miners: z.array(MinerSchema),
      controllers: z.array(ControllerSchema),
      /** Null where `miners` are all. */
      part: z.nullable(FleetPartSchema),
    }),
    errors: ['unauthorized', 'invalid-request', 'dashboard-unavailable'],
  }),
  orderFleet: endpoint({
    method: 'POST',
    path: '/mining/fleet/orders',
    summary:
      'Asks all miners that match to do something, some hundred a call: the next call says after which one to go on. The same order again reaches each miner once.',
    auth: 'user',
    keyScope: 'control',
    body: z.strictObject({
      orderId: z.uuid(),
      ...matching,
      action: ControlActionSchema,
      parameters: z.optional(WantedParametersSchema),
      after: z.optional(RowIdSchema),
    }),
    data: TurnSchema,
    errors: [
      'unauthorized',
      'invalid-request',
      'control-parameters-missing',
      'proof-required',
      'rate-limited',
    ],
    limit: { max: 600, windowMs: 60_000 },
  }),
  describeFleet: endpoint({
    method: 'PUT',
    path: '/mining/fleet/details',
    summary:
      'Gives miners a place on board, a group, or names with a number each: those named by id, or all that match, some hundred a call.',
    auth: 'user',
    body: z.strictObject({
      ...matching,
      /** These and no others, numbered in this order; what matches does not count then. */
      ids: z.optional(z.array(RowIdSchema).check(z.minLength(1), z.maxLength(minersPerCall))),
      location: z.optional(placeOf),
      /** The group that they are put into, which is made by that; null takes them out of theirs. */
      moveTo: z.optional(z.nullable(groupOf)),
      /** “Bow” becomes “Bow 1”, “Bow 2” and so on. */
      name: z.optional(nameOf),
      /** The number of the first. */
      numberFrom: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      after: z.optional(RowIdSchema),
    }),
    data: TurnSchema,
    errors: ['unauthorized', 'invalid-request', 'too-many-groups', 'rate-limited'],
    limit: { max: 600, windowMs: 60_000 },
  }),
  fleetOrder: endpoint({
    method: 'GET',
    path: '/mining/fleet/orders/{id}',
    summary:
      'How far an order to many is: how many commands are in each state, and those that did not succeed.',
    auth: 'user',
    keyScope: 'read',
    params: z.object({ id: z.uuid() }),
    data: OrderProgressSchema,
    errors: ['unauthorized', 'not-found'],
  }),
}
