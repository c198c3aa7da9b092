import { isCurve } from '@shipminer/domain/generator/proof/fuel'
import { mineWhen } from '@shipminer/domain/generator/proof/worth'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const shape = {
  /** Whatever it costs, only while a kilowatt hour earns more than its fuel, or only to give the set the load it needs. */
  mine: z.enum(mineWhen),
  dieselCentsPerLitre: z.nullable(z.number().check(z.minimum(1), z.maximum(1_000))),
  /** What the set burns at parts of its capacity; null: a typical set. */
  curve: z.nullable(
    z
      .array(
        z.object({
          loadPercent: z.number().check(z.minimum(5), z.maximum(120)),
          gramsPerKwh: z.number().check(z.minimum(100), z.maximum(1_000)),
        }),
      )
      .check(z.minLength(2), z.maxLength(8), z.refine(isCurve)),
  ),
  /** Below this share of its capacity the set must not run for long, percent; null: any load is well. */
  minimumLoadPercent: z.nullable(z.int().check(z.minimum(5), z.maximum(70))),
}

/** What an owner enters about fuel. Miners that run only for the set's least load need one. */
export const FuelSettingsSchema = z
  .strictObject(shape)
  .check(z.refine(({ mine, minimumLoadPercent }) => mine !== 'only-wasted' || minimumLoadPercent !== null))
export type FuelSettings = z.infer<typeof FuelSettingsSchema>

/** The same on the line: an older box ignores what it does not know. */
export const FuelOnBoardSchema = z.object(shape)

/** What a petahash a second brings its owner in a day after all shares, euro cents, and when that was known. */
export const MarketFigureSchema = z.object({
  centsPerPhDay: z.number().check(z.minimum(0), z.maximum(1e9)),
  observedAt: z.int(),
})
export type MarketFigure = z.infer<typeof MarketFigureSchema>

/** Fuel that mining took; null is unknown. */
const FuelSumsSchema = z.object({
  fuelGrams: z.nullable(z.int()),
  co2Grams: z.nullable(z.int()),
  fuelCents: z.nullable(z.int()),
  /** Hours in which only miners gave the set the load that it needs, in seconds. */
  heldSeconds: z.int(),
})
export type FuelSums = z.infer<typeof FuelSumsSchema>

/** The same over a span. */
export const FuelReportSchema = z.object({ from: z.int(), to: z.int(), ...FuelSumsSchema.shape })
export type FuelReport = z.infer<typeof FuelReportSchema>

const params = z.object({ id: z.string().check(z.maxLength(64)) })

export const fuelEndpoints = {
  shipFuel: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/fuel',
    summary: 'When a ship’s miners run for their fuel, what mining earns, and the fuel that it took.',
    auth: 'user',
    keyScope: 'read',
    params,
    query: z.object({
      days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(397)), 7),
    }),
    data: z.object({
      serverTime: z.int(),
      /** Null: the owner set nothing, and miners run whatever it costs. */
      settings: z.nullable(FuelSettingsSchema),
      market: z.nullable(MarketFigureSchema),
      report: FuelReportSchema,
    }),
    errors: ['unauthorized', 'ship-not-found'],
  }),
  saveShipFuel: endpoint({
    method: 'PUT',
    path: '/mining/ships/{id}/fuel',
    summary: 'Sets the price of diesel, the set’s consumption, and when a ship’s miners run.',
    auth: 'user',
    params,
    body: FuelSettingsSchema,
    data: z.object({ settings: FuelSettingsSchema }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request'],
  }),
}
