import * as z from 'zod/mini'
import { endpoint, operatorErrors } from '../endpoint.ts'

/*
 * A new installation, step by step, until a test order has gone through; and whether what the server depends on answers now.
 */
export const installationSteps = [
  'company',
  'address',
  'mail',
  'bank',
  'coins',
  'backup',
  'colleague',
  'recovery',
  'prices',
  'controller',
  'stock',
  'orders',
  'test-order',
] as const
export type InstallationStep = (typeof installationSteps)[number]

export const installationChecks = ['mail', 'push', 'bank', 'chains', 'vies'] as const
export type InstallationCheck = (typeof installationChecks)[number]

const CheckResultSchema = z.object({
  /** `unset`: there is nothing to try; `none`: the operator wants messages in no browser. */
  result: z.enum(['good', 'bad', 'unset', 'none']),
  /** What was tried, and beside what failed how it was said, in whatever words. */
  findings: z.array(z.object({ what: z.nullable(z.string()), said: z.nullable(z.string()) })),
})
export type CheckResult = z.infer<typeof CheckResultSchema>

export const deskInstallationEndpoints = {
  deskInstallation: endpoint({
    method: 'GET',
    path: '/desk/installation',
    summary: 'What a new installation needs before it can sell, and what of it is done.',
    auth: 'operator',
    roles: ['owner'],
    data: z.object({
      steps: z.array(z.object({ step: z.enum(installationSteps), isDone: z.boolean() })),
      /** The state in the last backup that the database knows of; null: none. */
      lastBackupAt: z.nullable(z.iso.datetime()),
    }),
    errors: operatorErrors,
  }),
  deskInstallationCheck: endpoint({
    method: 'POST',
    path: '/desk/installation/checks',
    summary:
      'Tries something that the server depends on now: the mail server (with a mail to the operator), messages to the browsers of the operator, the receiving account, the views of chains, VIES.',
    auth: 'operator',
    roles: ['owner'],
    body: z.strictObject({ check: z.enum(installationChecks) }),
    data: CheckResultSchema,
    errors: [...operatorErrors, 'invalid-request'],
    limit: { max: 10, windowMs: 60_000 },
  }),
}
