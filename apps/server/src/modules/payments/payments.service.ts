import type { Asset, PaymentIntent, PaymentRecord } from '@shipminer/contract/payments'
import { longestUnusedRow, usualAddressGap } from '@shipminer/domain/payments/address-gap'
import { type IntentStatus, isActive, isSucceeded } from '@shipminer/domain/payments/intent'
import { needsStaff } from '@shipminer/domain/payments/needs-staff'
import { AppError } from '../../platform/http/app-error.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import type { OrderPayments, PayableOrder } from '../orders/orders.port.ts'
import { cryptoOffers } from './coin-offers.service.ts'
import { chainIdOf } from './intents/intent-terms.policy.ts'
import {
  findIntent,
  type IntentRow,
  listDueIntents,
  listExceptional,
  listIntentsOfOrder,
  listIntentsOfUser,
  listUsedIndexes,
  lockIntentsOfOrder,
  newestIntents,
  updateIntent,
} from './intents/intents.repository.ts'
import { createIntent } from './intents/open-intent.service.ts'
import { stateOf } from './intents/settle.service.ts'
import { bitcoinNetworkOf, evmNetworkOf, explorerUrlOf } from './payment-networks.ts'
import { type Access, methodOf, type PaymentsDeps, type PresentNow } from './payments.deps.ts'
import type { DeskPaymentsPort, ReceivingStanding } from './payments.port.ts'
import { presentAmount, presentIntent } from './payments.presenter.ts'
import { listPayments } from './sightings/observations.repository.ts'

export type Payments = OrderPayments &
  DeskPaymentsPort & {
    createIntent(
      input: { orderId: string; asset: Asset; network?: string | undefined },
      access: Access,
      idempotencyKey: string | string[] | undefined,
    ): Promise<PaymentIntent>
    getIntent(id: string, access: Access): Promise<PaymentIntent>
    /** Looks at the chain now, for a few seconds at most, and tells what is known then. */
    recheck(id: string, access: Access): Promise<PaymentIntent>
    history(userId: string): Promise<PaymentRecord[]>
    /** Lets intents whose clock ran out settle. */
    tick(): Promise<void>
  }

const recheckWaitMs = 8_000
const dueAtOnce = 200

export function createPayments(deps: PaymentsDeps): Payments {
  const { store, clock, logger, orders, settle } = deps

  const networkOf = (chain: string) => {
    const chainId = chainIdOf(chain)
    return chainId === null ? bitcoinNetworkOf(deps.bitcoinNetwork) : evmNetworkOf(chainId)
  }

  const present: PresentNow = async (db, row, orderNumber) =>
    presentIntent({
      row,
      orderNumber,
      payments: await listPayments(db, row.id),
      standing: await deps.standingOf(db, row.chain),
      networkOf,
      explorerUrlOf: (chain, txId) => explorerUrlOf(networkOf(chain), deps.bitcoinNetwork, txId),
      productName: deps.productName,
    })

  async function accessible(id: string, access: Access): Promise<{ row: IntentRow; order: PayableOrder }> {
    const row = isUuid(id) ? await findIntent(store.db, id.toLowerCase()) : null
    const order = row && (await orders.payableOrder(store.db, row.orderId, access))
    if (!row || !order) throw new AppError('payment-intent-not-found')
    return { row, order }
  }

  async function settleNow(id: string): Promise<void> {
    await store.db.transaction().execute(async (trx) => {
      const row = await findIntent(trx, id)
      if (row) await settle.settle(trx, row)
    })
  }

  return {
    cryptoOffers: (grossCents) => cryptoOffers(deps, grossCents),

    async isMoneyOnItsWay(db, orderId) {
      for (const row of await listIntentsOfOrder(db, orderId)) {
        if (BigInt(row.amountReceived) > BigInt(row.amountConfirmed)) return true
        if (!isActive(row.status as IntentStatus)) continue
        if (BigInt(row.amountReceived) > 0n || !(await deps.standingOf(db, row.chain)).isFresh) return true
      }
      return false
    },

    async cancelOpenIntent(trx, orderId) {
      const all = await lockIntentsOfOrder(trx, orderId)
      const active = all.find(({ status }) => isActive(status as IntentStatus))
      if (!active) return true
      if (BigInt(active.amountReceived) > 0n) return false
      await updateIntent(trx, active.id, { canceledAt: new Date(clock()) })
      await settle.settle(trx, active)
      return !isActive((await findIntent(trx, active.id))?.status as IntentStatus)
    },

    intentIds: newestIntents,

    createIntent: (input, access, idempotencyKey) =>
      createIntent(deps, present, input, access, idempotencyKey),

    async getIntent(id, access) {
      const { row, order } = await accessible(id, access)
      return present(store.db, row, order.number)
    },

    async recheck(id, access) {
      const { row, order } = await accessible(id, access)
      const watcher = deps.watchers.find(({ chain }) => chain === row.chain)
      if (watcher) {
        const looking = store
          .tryAdvisoryLock(`job:${watchJobName(row.chain)}`, () => watcher.poll())
          .catch((error: unknown) => logger.warn({ err: error, chain: row.chain }, 'recheck failed'))
        let timer: NodeJS.Timeout | undefined
        const tooLong = new Promise((resolve) => {
          timer = setTimeout(resolve, recheckWaitMs)
        })
        await Promise.race([looking, tooLong])
        clearTimeout(timer)
      }
      await settleNow(row.id)
      const now = (await findIntent(store.db, row.id)) ?? row
      return present(store.db, now, order.number)
    },

    async history(userId) {
      const records: PaymentRecord[] = await deps.otherPayments(store.db, userId)
      const numbers = new Map<string, string | null>()
      for (const row of await listIntentsOfUser(store.db, userId)) {
        const hasMoney = BigInt(row.amountReceived) > 0n
        if (!hasMoney && (row.status === 'canceled' || row.status === 'expired')) continue
        if (!numbers.has(row.orderId)) {
          const order = await orders.payableOrder(store.db, row.orderId, { userId, orderKey: null })
          numbers.set(row.orderId, order?.number ?? null)
        }
        const orderNumber = numbers.get(row.orderId)
        if (typeof orderNumber !== 'string') continue
        const shown = hasMoney ? BigInt(row.amountReceived) : BigInt(row.amountDue)
        records.push({
          orderId: row.orderId,
          orderNumber,
          method: methodOf[row.asset],
          at: row.createdAt.toISOString(),
          amountEurCents: row.priceCents,
          amount: presentAmount(shown, row.asset, row.decimals),
          asset: row.asset,
          paymentIntentId: row.id,
          status: row.status,
        })
      }
      return records.toSorted((a, b) => b.at.localeCompare(a.at))
    },

    async exceptionQueue() {
      const rows = await listExceptional(store.db, 200)
      return rows
        .filter((row) => needsStaff(stateOf(row)))
        .map((row) => {
          const amount = (units: string) => presentAmount(BigInt(units), row.asset, row.decimals)
          return {
            id: row.id,
            orderId: row.orderId,
            status: row.status,
            exceptions: row.exceptions,
            chain: row.chain,
            address: row.address,
            derivationIndex: row.derivationIndex,
            amountDue: amount(row.amountDue),
            amountReceived: amount(row.amountReceived),
            amountToRefund: amount(row.amountToRefund),
            asset: row.asset,
            createdAt: row.createdAt,
          }
        })
    },

    async exceptions(numbersOf) {
      const rows = (await listExceptional(store.db, 200)).filter((row) => needsStaff(stateOf(row)))
      const numbers = await numbersOf(
        store.db,
        rows.map(({ orderId }) => orderId),
      )
      const intents: PaymentIntent[] = []
      for (const row of rows)
        intents.push(await present(store.db, row, numbers.get(row.orderId) ?? row.orderId))
      return intents
    },

    exists: async (intentId) => isUuid(intentId) && (await findIntent(store.db, intentId)) !== null,

    async accounts() {
      const accounts = new Map(deps.chains.map(({ receiving }) => [receiving.xpubId, receiving.asset]))
      const standings: ReceivingStanding[] = []
      for (const [xpubId, asset] of accounts) {
        const { given, used } = await listUsedIndexes(store.db, xpubId)
        const longestUnused = longestUnusedRow(given, used)
        standings.push({ asset, given, longestUnused, usualGap: usualAddressGap })
      }
      return standings
    },

    decide(intentId, decision, reason, whenLocked) {
      return store.db.transaction().execute(async (trx) => {
        const row = isUuid(intentId) ? await findIntent(trx, intentId) : null
        if (!row) return false
        await orders.lockOrder(trx, row.orderId)
        const { status } = (await findIntent(trx, intentId)) ?? row
        if (isSucceeded(status as IntentStatus)) return false
        await whenLocked?.(trx)
        await updateIntent(trx, row.id, { manual: decision })
        await settle.settle(trx, row, { note: reason })
        return true
      })
    },

    async tick() {
      const failures: unknown[] = []
      for (const id of await listDueIntents(store.db, new Date(clock()), dueAtOnce))
        await settleNow(id).catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Name of the background job that watches a chain. */
export function watchJobName(chain: string): string {
  return `watch-${chain}`
}
