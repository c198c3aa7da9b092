import * as z from 'zod/mini'
import { type CommandState, CommandStateSchema, OrderProgressSchema } from '../control.ts'
import { MinerHealthSchema } from '../desk/fleet.ts'
import { endpoint, operatorErrors } from '../endpoint.ts'
import { ReasonSchema, RowIdSchema } from '../from-outside.ts'
import { AlertSchema } from '../mining.ts'

/*
 * Orders of the provider to miners of owners who let the provider act. What an owner decided stays above them: a miner that its owner stopped, or
 * that rests as quiet hours, a rule or the generator want it, is left alone.
 */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

/** What the provider may ask of a miner; nothing that says whom it earns for. */
export const ProviderActionSchema = z.enum(['restart', 'reboot', 'locate'])
export type ProviderAction = z.infer<typeof ProviderActionSchema>

/** Why a miner gets no order. `silent`: its box reports nothing; `stopped`: by its owner; `resting`: as quiet hours, a rule or the generator want. */
export const WhySkippedSchema = z.enum([
  'no-owner',
  'no-consent',
  'stopped',
  'resting',
  'silent',
  'unsupported',
])
export type WhySkipped = z.infer<typeof WhySkippedSchema>

/** Where a miner of an order is: in few words what its command's state says in many. */
export const ProviderOrderStateSchema = z.enum(['waiting', 'sent', 'confirmed', 'failed'])
export type ProviderOrderState = z.infer<typeof ProviderOrderStateSchema>
export const providerOrderStates = {
  waiting: ['queued'],
  sent: ['sent', 'running'],
  confirmed: ['confirmed'],
  failed: ['unconfirmed', 'refused', 'unsupported', 'unreachable', 'expired', 'cancelled'],
} as const satisfies Record<ProviderOrderState, readonly CommandState[]>

const inOrder = { id: RowIdSchema, name: z.string(), controllerId: z.string(), controllerName: z.string() }
const SkippedMinerSchema = z.object({ ...inOrder, why: WhySkippedSchema })
export type SkippedMiner = z.infer<typeof SkippedMinerSchema>
const OrderedMinerSchema = z.object({
  ...inOrder,
  state: CommandStateSchema,
  /** Why it did not work, in the device's words where it has some. */
  reason: z.nullable(z.string()),
})
export type OrderedMiner = z.infer<typeof OrderedMinerSchema>

export const providerOrderEndpoints = {
  deskOrderFleet: endpoint({
    method: 'POST',
    path: '/desk/fleet/orders',
    summary:
      'Asks miners of owners who let the provider act to restart, reboot or show themselves: those named, or all that match, 2,000 at most. The same order again reaches each miner once; recorded for each owner.',
    auth: 'operator',
    roles: ['owner', 'service'],
    body: z.strictObject({
      orderId: z.uuid(),
      action: ProviderActionSchema,
      reason: ReasonSchema,
      /** Only say whom it would reach. */
      isTrial: z.optional(z.boolean()),
      /** Without these all that match the others. */
      minerIds: z.optional(z.array(RowIdSchema).check(z.minLength(1), z.maxLength(500))),
      search: z.optional(line(100)),
      make: z.optional(line(100)),
      model: z.optional(line(100)),
      firmware: z.optional(line(200)),
      health: z.optional(MinerHealthSchema),
      alert: z.optional(AlertSchema.shape.kind),
      controller: z.optional(line(40)),
    }),
    data: z.object({
      given: z.int(),
      /** How many were left out, by why. */
      skipped: z.partialRecord(WhySkippedSchema, z.int()),
      /** Each of them. */
      skippedMiners: z.array(SkippedMinerSchema),
      /** More match than one order takes. */
      hasMore: z.boolean(),
    }),
    errors: [...operatorErrors, 'invalid-request'],
  }),
  deskFleetOrder: endpoint({
    method: 'GET',
    path: '/desk/fleet/orders/{id}',
    summary:
      'How far an order of the provider is: how many miners are in each state, how many were left out, and which, 20 a page: all that got it, those in one state, or those left out, with why.',
    auth: 'operator',
    roles: ['owner', 'sales', 'service', 'read-only'],
    params: z.object({ id: z.uuid() }),
    query: z.object({
      state: z.optional(z.enum([...ProviderOrderStateSchema.options, 'left-out'])),
      page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
    }),
    data: z.object({
      states: OrderProgressSchema.shape.states,
      miners: z.array(OrderedMinerSchema),
      /** How many it did not go to; null: the order is of before this was kept. */
      leftOut: z.nullable(z.int()),
      /** With `left-out` those, and no `miners`. */
      leftOutMiners: z.array(SkippedMinerSchema),
      /** How many of these are on all pages. */
      total: z.int(),
      perPage: z.int(),
    }),
    errors: [...operatorErrors, 'not-found', 'invalid-request'],
  }),
}
