import type { deskEndpoints } from '@shipminer/contract/desk'
import type * as z from 'zod/mini'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { DeskDeps } from './desk.deps.ts'

const perPage = 50
type Query = z.output<typeof deskEndpoints.deskPayments.query & object>

/** Coin payments that a person has to look at, a page of them, and how far the chains have been read. */
export async function readPayments(
  deps: Pick<DeskDeps, 'clock' | 'logger' | 'reading' | 'watcherReports'> & {
    payments: Pick<DeskDeps['payments'], 'accounts' | 'exceptions'>
  },
  { sort = 'createdAt', direction, page = 1 }: Query,
) {
  const { exceptions, total } = await deps.payments.exceptions(deps.reading.numbersOf, {
    sort,
    isAscending: direction === 'ascending',
    offset: (page - 1) * perPage,
    limit: perPage,
  })
  const watchers = await deps.watcherReports()
  const accounts = await deps.payments.accounts().catch((error: unknown) => {
    deps.logger.error({ err: error }, 'accounts for coins not read')
    return null
  })
  return {
    serverTime: deps.clock(),
    exceptions,
    perPage,
    total,
    watchers: watchers.map(({ chain, source, height, lagSeconds, isFresh, lastError }) => ({
      chain,
      source,
      height,
      lagSeconds,
      fresh: isFresh,
      problem: lastError,
    })),
    accounts: accounts?.map(({ accountId: _, ...account }) => account) ?? null,
  }
}

/** @throws AppError `payment-intent-not-found`, `order-state-conflict` when the chain has confirmed it already */
export async function decidePayment(
  deps: DeskDeps,
  operator: Operator,
  id: string,
  { decision, reason }: { decision: 'completed' | 'failed'; reason: string },
): Promise<Record<string, never>> {
  const isDecided = await deps.payments.decide(id, decision, reason, (trx) =>
    noteAction(deps, trx, operator, { action: `payment.${decision}`, subject: `payment ${id}`, reason }),
  )
  if (isDecided) return {}
  throw new AppError((await deps.payments.exists(id)) ? 'order-state-conflict' : 'payment-intent-not-found')
}
