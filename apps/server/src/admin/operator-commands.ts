import { randomBytes } from 'node:crypto'
import { operatorRoles } from '@shipminer/contract/operator-roles'
import * as z from 'zod'
import { grantOperator, listOperators, revokeOperator } from '../modules/operators/operators.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Context } from '../platform/context.ts'
import type { Store } from '../platform/db/store.ts'
import type { SecretKey } from '../platform/secret-key/secret-key.ts'

/** Grants and revokes the operator role; this is the only place that does. */
export function createOperatorCommands(deps: {
  store: Store
  secretKey: SecretKey
  clock: () => number
  mail: Context['mail']
}): AdminCommands {
  const args = z.strictObject({ user: z.string().trim().min(3).max(254) })
  return {
    'operator:grant': adminCommand({
      describe: `Let somebody work at the desk: --user anna@example.com (verified, or the address of their wallet) --role ${operatorRoles.join('|')}. Prints the link for their authenticator once; again: a new one`,
      args: z.strictObject({ ...args.shape, role: z.optional(z.enum(operatorRoles)) }),
      run: ({ user, role }) => grantOperator({ ...deps, randomBytes }, { who: user, role }),
    }),
    'operator:revoke': adminCommand({
      describe: 'Take the desk from somebody, at once: --user anna@example.com',
      args,
      run: ({ user }) => revokeOperator(deps, user),
    }),
    'operator:list': adminCommand({
      describe: 'Who may work at the desk',
      args: z.strictObject({}),
      run: () => listOperators(deps),
    }),
  }
}
