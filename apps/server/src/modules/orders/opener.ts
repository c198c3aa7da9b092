import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/auth/authenticator.ts'

/** The caller that opens an order: its owner by session, or anyone who has its key. */
export type OrderAccess = { userId: string | null; orderKey: string | null }
/** Without an address only the owner's session opens it. */
export type Opener = OrderAccess & { ip: string | null }

/** Who asks for an order: who is signed in, and the key that opens it without an account. */
export function openerOf({ caller, request }: { caller: Caller | null; request: FastifyRequest }): Opener {
  const header = request.headers['x-order-key']
  return {
    userId: caller?.userId ?? null,
    orderKey: typeof header === 'string' && header !== '' ? header.slice(0, 100) : null,
    ip: request.ip,
  }
}
