import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { DaySchema } from '../from-outside.ts'

const figure = z.nullable(z.int())

/** What following the generator did in a week, Monday to Monday in the ship's zone; null was not measured. */
export const WeekProofSchema = z.object({
  /** Its Monday. */
  fromDay: DaySchema,
  from: z.int(),
  before: z.int(),
  isRunning: z.boolean(),
  /** Seconds that a box reported on, of those that are over. */
  recordedSeconds: z.int(),
  pastSeconds: z.int(),
  /** How often the ship asked for power; and how long it took until the load fitted, where that was measured, ms. */
  asked: figure,
  measured: z.int(),
  worstMs: figure,
  medianMs: figure,
  overLimitMs: figure,
  overCapacityMs: figure,
  contactorOpenings: figure,
  disobedient: figure,
  readingsLost: figure,
  spareWh: figure,
  usedWh: figure,
  /** Expected by computation, all shares. */
  earnedSat: figure,
  lostSat: figure,
  fuelGrams: figure,
  co2Grams: figure,
  fuelCents: figure,
  heldSeconds: z.int(),
})
export type WeekProof = z.infer<typeof WeekProofSchema>

const params = z.object({ id: z.string().check(z.maxLength(64)) })

export const proofEndpoints = {
  shipProof: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/proof',
    summary:
      'How often a ship asked for its power in the week of a day, how fast the boxes gave way, and what it cost.',
    auth: 'user',
    keyScope: 'read',
    params,
    /** Left out: the last whole week. */
    query: z.object({ day: z.optional(DaySchema) }),
    data: z.object({ serverTime: z.int(), proof: WeekProofSchema }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request'],
  }),
  shipProofPdf: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/proof/pdf',
    summary: 'The same as PDF, base64.',
    auth: 'user',
    params,
    query: z.object({ day: DaySchema, language: LanguageSchema }),
    data: z.object({ filename: z.string(), pdfBase64: z.string() }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request', 'rate-limited'],
    limit: { max: 20, windowMs: 60_000 },
  }),
}
