import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { DirectionQuerySchema, SearchQuerySchema } from '../from-outside.ts'
import { AlertSchema } from '../mining.ts'

/*
 * Every miner of every owner, for the provider's service. Of owners only the name; nothing of money, pools or wallets.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

/**
 * How a miner is, one word each. By age first: `unknown` never reported anything (or nothing that is understood), `offline` and `stale` are silent; of the others `alert` has
 * an open warning, is broken, makes too little or runs against its stop, `curtailed` rests as somebody ordered, `idle` is on without mining.
 */
export const MinerHealthSchema = z.enum([
  'mining',
  'curtailed',
  'idle',
  'alert',
  'stale',
  'offline',
  'unknown',
])
export type MinerHealth = z.infer<typeof MinerHealthSchema>

const count = z.int()
const key = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)))

export const DeskMinerSchema = z.object({
  id: z.string(),
  name: z.string(),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  controllerId: z.string(),
  controllerName: z.string(),
  ship: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  /** When it was first found, ms. */
  knownSince: z.int(),
  health: MinerHealthSchema,
  /** When the values below were measured, ms; null: never. What is stale or offline shows the last that was known. */
  sampledAt: z.nullable(z.int()),
  hashrateThs: z.nullable(z.number()),
  expectedHashrateThs: z.nullable(z.number()),
  temperatureC: z.nullable(z.number()),
  powerWatts: z.nullable(z.number()),
  /** Kinds of its open alerts and of its controller's. */
  alerts: z.array(AlertSchema.shape.kind),
})
export type DeskMiner = z.infer<typeof DeskMinerSchema>

/** What lists of miners can be narrowed to. */
export const fleetFilters = {
  search: z.optional(SearchQuerySchema),
  make: z.optional(line(100)),
  model: z.optional(line(100)),
  firmware: z.optional(line(200)),
  health: z.optional(MinerHealthSchema),
  alert: z.optional(AlertSchema.shape.kind),
  controller: z.optional(line(40)),
}

export const deskFleetEndpoints = {
  deskFleet: endpoint({
    method: 'GET',
    path: '/desk/fleet',
    summary: 'Totals over all miners and controllers, and what lists of them can be narrowed to.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    data: z.object({
      serverTime: z.int(),
      /** When all of it was added up: that of a large fleet may be up to a minute old. */
      at: z.int(),
      miners: count,
      byHealth: z.record(MinerHealthSchema, count),
      /** TH/s of the miners whose values are fresh, and how many knew theirs; null: none did. */
      hashrateThs: z.nullable(z.number()),
      hashrateKnown: count,
      /** Of those that also say what they should do: what they do and should, TH/s. */
      compared: z.object({ miners: count, hashrateThs: z.number(), expectedThs: z.number() }),
      powerWatts: z.nullable(z.number()),
      powerKnown: count,
      controllers: z.object({ all: count, online: count, silent: count, neverSeen: count }),
      /** Miners by their firmware, the most first, 200 at most; null: they reported none. */
      firmwares: z.array(z.object({ firmware: z.nullable(z.string()), miners: count })),
      /** Boxes by the version of their controller, the most first, 200 at most; null: they never connected. */
      versions: z.array(z.object({ version: z.nullable(z.string()), controllers: count })),
      models: z.array(z.object({ make: z.string(), model: z.string(), miners: count })),
      alertKinds: z.array(z.object({ kind: AlertSchema.shape.kind, alerts: count })),
    }),
    errors: operatorErrors,
  }),
  deskFleetMiners: endpoint({
    method: 'GET',
    path: '/desk/fleet/miners',
    summary:
      'Miners of all owners, oldest or newest first, 50 a page; searched by name, serial number, MAC address, controller, ship and owner.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    query: z.object({
      ...fleetFilters,
      /** By when they became known. */
      direction: z.optional(DirectionQuerySchema),
      /** `next` of the page before, or `previous` of the one behind. */
      after: key,
      before: key,
    }),
    data: z.object({
      serverTime: z.int(),
      miners: z.array(DeskMinerSchema),
      next: z.nullable(z.int()),
      previous: z.nullable(z.int()),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
}
