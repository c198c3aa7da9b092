import { isPoolAddress } from '@shipminer/domain/pools/pool-address'
import { maxWorkerLength, workerPatternProblem } from '@shipminer/domain/pools/pool-worker'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { RowIdSchema } from '../from-outside.ts'

/** Templates that one account may have, and pools that one of them may name. */
export const maxPoolTemplates = 20
export const maxTemplatePools = 3

const TemplateBodySchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u)),
  pools: z
    .array(
      z.strictObject({
        url: z
          .string()
          .check(z.trim(), z.maxLength(300), z.refine(isPoolAddress, 'must be stratum+tcp://host:port')),
        /** What a miner's worker is made of: text with `{ship}`, `{miner}`, `{ip}`, `{octet}` (its last number) and `{mac}`. */
        worker: z.string().check(
          z.trim(),
          z.maxLength(maxWorkerLength),
          z.refine(
            (pattern) => workerPatternProblem(pattern) === null,
            'must be a worker with known placeholders',
          ),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxTemplatePools)),
})
export type PoolTemplateBody = z.infer<typeof TemplateBodySchema>

/** Pools with the pattern of a worker. Passwords are no part of it: a device keeps its own. */
export const PoolTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  pools: z.array(z.object({ url: z.string(), worker: z.string() })),
  changedAt: z.int(),
})
export type PoolTemplate = z.infer<typeof PoolTemplateSchema>

const TemplatesSchema = z.object({ templates: z.array(PoolTemplateSchema) })
const params = z.object({ id: RowIdSchema })

/** Templates of the caller; those of others do not exist. */
export const poolTemplateEndpoints = {
  poolTemplates: endpoint({
    method: 'GET',
    path: '/mining/pool-templates',
    summary: 'Your pool templates, by name.',
    auth: 'user',
    data: TemplatesSchema,
    errors: ['unauthorized'],
  }),
  createPoolTemplate: endpoint({
    method: 'POST',
    path: '/mining/pool-templates',
    summary: 'Keeps pools and the pattern of a worker under a name. Nothing is sent to a miner.',
    auth: 'user',
    body: TemplateBodySchema,
    data: TemplatesSchema,
    errors: [
      'unauthorized',
      'invalid-request',
      'proof-required',
      'pool-template-name-taken',
      'too-many-pool-templates',
    ],
  }),
  updatePoolTemplate: endpoint({
    method: 'PUT',
    path: '/mining/pool-templates/{id}',
    summary: 'Changes a template. Miners that were set with it stay as they are.',
    auth: 'user',
    params,
    body: TemplateBodySchema,
    data: TemplatesSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found', 'proof-required', 'pool-template-name-taken'],
  }),
  removePoolTemplate: endpoint({
    method: 'DELETE',
    path: '/mining/pool-templates/{id}',
    summary: 'Deletes a template. Miners that were set with it stay as they are.',
    auth: 'user',
    params,
    data: TemplatesSchema,
    errors: ['unauthorized', 'invalid-request', 'not-found'],
  }),
}
