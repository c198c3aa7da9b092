import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { outsideText, RowIdSchema } from '../from-outside.ts'
import { MomentSchema } from '../moment.ts'

/** A port of a stranger, and how it answered. `mute`: it takes connections and says nothing that can be shown. */
const StrangerPortSchema = z.object({
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  protocol: z.enum(['http', 'https', 'text', 'mute']),
  /** What it said, cleaned and cut. */
  said: outsideText(300),
})
export type StrangerPort = z.infer<typeof StrangerPortSchema>

/** Something that answers on a miner's ports on the ship's network, and that no driver knows. */
export const StrangerSchema = z.object({
  /** What it is known by from one search to the next. */
  key: outsideText(60),
  address: outsideText(45),
  /** The maker or firmware that its words point to. */
  guess: z.nullable(outsideText(40)),
  ports: z.array(StrangerPortSchema).check(z.maxLength(8)),
})
export type Stranger = z.infer<typeof StrangerSchema>

/** The most that a box tells of. */
export const mostStrangers = 64

const StrangerViewSchema = z.object({
  id: z.string(),
  address: StrangerSchema.shape.address,
  guess: StrangerSchema.shape.guess,
  ports: StrangerSchema.shape.ports,
  controllerName: z.string(),
  name: z.nullable(z.string()),
  isWatched: z.boolean(),
  /** It was not there any more when the box last looked. */
  isSilent: z.boolean(),
  firstSeenAt: MomentSchema,
  lastSeenAt: MomentSchema,
})
export type StrangerView = z.infer<typeof StrangerViewSchema>

export const strangerEndpoints = {
  shipStrangers: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/strangers',
    summary: 'What answers on miners’ ports of one ship and is not known.',
    auth: 'user',
    params: z.object({ id: z.uuid() }),
    data: z.object({ serverTime: z.int(), strangers: z.array(StrangerViewSchema) }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request'],
  }),
  noteStranger: endpoint({
    method: 'PUT',
    path: '/mining/strangers/{id}',
    summary: 'Names something unknown, and has its silence reported.',
    auth: 'user',
    params: z.object({ id: RowIdSchema }),
    body: z.strictObject({
      name: z.nullable(z.string().check(z.trim(), z.maxLength(80), z.regex(/^\P{Cc}*$/u))),
      isWatched: z.boolean(),
    }),
    data: z.object({}),
    errors: ['unauthorized', 'not-found', 'invalid-request'],
  }),
}
