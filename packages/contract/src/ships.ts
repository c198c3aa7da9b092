import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ShipTypeSchema } from './shop/inquiries.ts'

/** Ships a user may keep. */
export const maxShips = 100

/** A ship of the signed-in user (docs/product.md 3.2). What was not filled in is null. */
export const ShipSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null only for a ship that was created before its type was required. */
  type: z.nullable(ShipTypeSchema),
  homePort: z.nullable(z.string()),
  registrationNumber: z.nullable(z.string()),
  generatorCapacityKw: z.nullable(z.int()),
  currentUsagePercent: z.nullable(z.int()),
  notes: z.nullable(z.string()),
  /** Its days begin and end here. */
  timeZone: z.string(),
  createdAt: z.iso.datetime(),
})
export type Ship = z.infer<typeof ShipSchema>

const line = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))))
const text = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u))))

/** Name and type are required; the error text is that of docs/product.md 8.3 (`ship-incomplete`). Left out means null, in an update too. */
export const ShipInputSchema = z.strictObject({
  name: line(80),
  type: z.optional(z.nullable(z.union([ShipTypeSchema, z.literal('')]))),
  homePort: line(80),
  registrationNumber: line(40),
  generatorCapacityKw: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
  currentUsagePercent: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100)))),
  notes: text(2000),
  /** Of the IANA list, such as `Europe/Amsterdam`, which it is when left out. */
  timeZone: line(60),
})
export type ShipInput = z.infer<typeof ShipInputSchema>

const params = z.object({ id: z.string().check(z.maxLength(64)) })

export const shipEndpoints = {
  ships: endpoint({
    method: 'GET',
    path: '/user/ships',
    summary: 'The ships of the caller, oldest first.',
    auth: 'user',
    data: z.object({ ships: z.array(ShipSchema) }),
    errors: ['unauthorized'],
  }),
  addShip: endpoint({
    method: 'POST',
    path: '/user/ships',
    summary: 'Adds a ship. Needs name and type; at most 100 a user.',
    auth: 'user',
    body: ShipInputSchema,
    data: z.object({ ship: ShipSchema }),
    errors: ['unauthorized', 'invalid-request', 'ship-incomplete', 'ship-limit-reached', 'ship-add-failed'],
  }),
  updateShip: endpoint({
    method: 'PUT',
    path: '/user/ships/{id}',
    summary: 'Replaces everything about a ship of the caller.',
    auth: 'user',
    params,
    body: ShipInputSchema,
    data: z.object({ ship: ShipSchema }),
    errors: ['unauthorized', 'invalid-request', 'ship-incomplete', 'ship-not-found'],
  }),
  removeShip: endpoint({
    method: 'DELETE',
    path: '/user/ships/{id}',
    summary: 'Removes a ship of the caller. Its controllers stay claimed and belong to no ship then.',
    auth: 'user',
    params,
    data: z.object({}),
    errors: ['unauthorized', 'ship-not-found'],
  }),
}
