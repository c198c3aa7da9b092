import { monthDays } from '@shipminer/domain/revenue/revenue-periods'
import { startOfDay } from '@shipminer/domain/time-zone'
import { defaultLanguage, isLanguage } from '@shipminer/i18n/languages'
import type { Store } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { renderStatement } from '../../../platform/pdf/statement-pdf.ts'
import { dayIn, utcDay } from '../../../platform/time.ts'
import type { Market } from '../../market/market.port.ts'
import type { PowerPort } from '../../power/power.port.ts'
import { readAccountZone } from '../../ships/ships.port.ts'
import { listPayoutsBetween, listReceiptsBetween } from '../imports/receipts.repository.ts'
import { presentReceipt, type Revenue, readBalance } from '../revenue.service.ts'
import { wholeSpan } from '../revenue-terms.ts'
import { type StatementFacts, type StatementSeller, statementContent } from './statement-content.ts'

export type StatementDeps = {
  store: Store
  clock: () => number
  market: Market
  revenue: Revenue
  ownersFuel: PowerPort['ownersFuel']
  productName: string
  seller: StatementSeller
  poolFeeBasisPoints: number
}

const dayMs = 86_400_000

export type Statements = ReturnType<typeof createStatements>

/**
 * Monthly statements. Nothing of them is stored: the statement of a past month is the same each time, unless something is imported for it.
 */
export function createStatements(deps: StatementDeps) {
  const { store, clock, revenue } = deps

  /**
   * What is known of a month, or of as much of it as is over.
   *
   * @throws AppError `invalid-request` for a month that has not begun, `unauthorized` for a deleted user
   */
  async function facts(userId: string, month: string): Promise<StatementFacts> {
    const now = clock()
    const { fromDay, toDay: lastDay } = monthDays(month)
    const timeZone = await readAccountZone(store.db, userId)
    const today = dayIn(timeZone, now)
    if (fromDay > today) throw notBegun()
    const isRunning = today <= lastDay
    const toDay = isRunning ? today : lastDay
    const from = new Date(startOfDay(timeZone, fromDay))
    const before = new Date(startOfDay(timeZone, utcDay(Date.parse(lastDay) + dayMs)))
    const user = await store.db
      .selectFrom('users')
      .select(['name', 'company', 'email', 'preferredLanguage'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw new AppError('unauthorized')
    const span = { fromDay, toDay, pricedBefore: before.getTime() }
    const whole = () => wholeSpan(fromDay, toDay)
    const [total, ships, receipts, payouts, opening, closing, price, fuel] = await Promise.all([
      revenue.rowsOf(userId, { ...span, by: 'total' }, whole),
      revenue.rowsOf(userId, { ...span, by: 'ship' }, whole),
      listReceiptsBetween(store.db, userId, from, before),
      listPayoutsBetween(store.db, userId, from, before),
      readBalance(store.db, userId, from),
      readBalance(store.db, userId, before),
      deps.market.price('EUR', before.getTime()),
      deps.ownersFuel(userId, from.getTime(), before.getTime()),
    ])
    const { preferredLanguage, ...owner } = user
    return {
      month,
      madeAt: now,
      timeZone,
      isRunning,
      language: isLanguage(preferredLanguage) ? preferredLanguage : defaultLanguage,
      productName: deps.productName,
      seller: deps.seller,
      owner,
      total: total.rows,
      ships: ships.rows,
      receipts: receipts.map(presentReceipt),
      payouts: payouts.map(presentPayout),
      opening,
      closing,
      fuel,
      inputs: total.inputs,
      price,
      poolFeeBasisPoints: deps.poolFeeBasisPoints,
    }
  }

  return {
    /** Whether anything was mined, received or paid out in a month. */
    async hasContent(userId: string, month: string): Promise<boolean> {
      const { total, receipts, payouts } = await facts(userId, month)
      const wasMined = total.some(({ estimated, energyWh }) => estimated !== null || energyWh !== null)
      return wasMined || receipts.length > 0 || payouts.length > 0
    },

    /** The statement of a month (`2026-10`) in its owner's language. */
    async document(userId: string, month: string): Promise<{ filename: string; pdf: Uint8Array }> {
      const known = await facts(userId, month)
      const pdf = await renderStatement(statementContent(known), {
        language: known.language,
        author: deps.seller.name.value,
        at: new Date(known.madeAt),
      })
      return { filename: `statement-${month}.pdf`, pdf }
    },
  }
}

const presentPayout = ({
  paidAt,
  amountSat,
  txid,
}: Awaited<ReturnType<typeof listPayoutsBetween>>[number]) => ({
  at: paidAt.getTime(),
  amountSat,
  txid,
})

const notBegun = () =>
  new AppError('invalid-request', {
    issues: [{ path: 'query.month', message: 'This month has not begun.' }],
  })
