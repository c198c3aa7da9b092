import type { Caller } from '../../platform/auth/authenticator.ts'
import type { Context } from '../../platform/context.ts'
import type { Http } from '../../platform/module.ts'
import { operatorRoutes } from './operators.routes.ts'
import { requireOperator } from './operators.service.ts'

/** Who is an operator, their second factor, and the log of what they did. */
export function openOperators(context: Context) {
  return {
    port: { authorize: (caller: Caller) => requireOperator(context, caller) },
    routes: ({ router }: Http) => operatorRoutes(router, context),
  }
}
