import { builtInNetwork } from '@shipminer/domain/calculator/built-in-network'
import { satPerDifficulty } from '@shipminer/domain/calculator/earnings'
import { subsidySat } from '@shipminer/domain/calculator/network'
import * as z from 'zod'
import type { PowerPort } from '../modules/power/power.port.ts'
import { insertPayout } from '../modules/revenue/revenue.port.ts'
import type { BatchIngest } from '../modules/telemetry/telemetry.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Store } from '../platform/db/store.ts'
import { demoBatches, demoPayments } from './demo-history.ts'

/** Numbers of batches far above those of a controller that was just made. */
const firstSeq = 2_000_000_000
/** Euro cents for a bitcoin; its source says that nobody observed it. */
const centsPerBtc = 7_841_200
const priceSource = 'demo'
/** So long one call may take: who asks is not kept waiting for longer. */
const partMs = 10_000
const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const usualJoulesPerTh = 21.2
/** The small ones mine alone. */
const soloBelowWatts = 300

/** The same stores that a controller's batches go through. */
export type DemoStores = {
  ingestBatch: BatchIngest['ingestBatch']
  storePowerBatch: PowerPort['storeBatch']
}

/** What `npm run demo` asks of its server once: a year that never was. Only where `DEMO` is set. */
export function createDemoCommands(deps: {
  store: Store
  past: DemoStores
  clock: () => number
  poolFeeBasisPoints: number
}): AdminCommands {
  const { store, past, clock } = deps
  return {
    'demo:history': adminCommand({
      describe: 'For npm run demo: gives a controller a part of a past of thirteen months, the newest first',
      args: z.strictObject({ controller: z.string(), until: number, done: number }),
      run: async ({ controller, until, done }) => {
        const startedAt = clock()
        const miners = await listDemoMiners(store, controller)
        // The open bucket belongs to what is really measured.
        const endAt = Math.floor(until / 300_000) * 300_000 - 1_000
        const batches = demoBatches(miners, endAt, firstSeq).toReversed()
        if (done === 0) await storeMoney(deps, controller, miners, endAt)
        let next = done
        for (const batch of batches.slice(done)) {
          if (clock() - startedAt > partMs) break
          await past.ingestBatch({ controllerId: controller, batch, clockOffsetMs: 0, receivedAt: until }, [
            past.storePowerBatch,
          ])
          next++
        }
        return { done: next, of: batches.length }
      },
    }),
  }
}

/** The miners of a controller as they are now, those that take the most first: these give way first. */
async function listDemoMiners(store: Store, controllerId: string) {
  const rows = await store.db
    .selectFrom('miners as m')
    .innerJoin('minerState as s', (join) =>
      join.onRef('s.controllerId', '=', 'm.controllerId').onRef('s.minerId', '=', 'm.id'),
    )
    .select(['m.deviceKey', 's.hashrateGhs', 's.powerWatts'])
    .where('m.controllerId', '=', controllerId)
    .orderBy('m.id')
    .execute()
  const miners = rows.flatMap(({ deviceKey, hashrateGhs, powerWatts }) => {
    if (!hashrateGhs) return []
    // Some do not say what they take: as much as their kind does.
    const ratedWatts = powerWatts || Math.round((hashrateGhs / 1000) * usualJoulesPerTh)
    return [{ deviceKey, expectedGhs: hashrateGhs, ratedWatts, isSolo: ratedWatts < soloBelowWatts }]
  })
  return miners.toSorted((a, b) => b.ratedWatts - a.ratedWatts)
}

/** A price, what the pool paid, and what was passed on. */
async function storeMoney(
  { store, poolFeeBasisPoints }: { store: Store; poolFeeBasisPoints: number },
  controllerId: string,
  miners: Awaited<ReturnType<typeof listDemoMiners>>,
  endAt: number,
): Promise<void> {
  const { ownerId: userId, shipId } = await store.db
    .selectFrom('controllers')
    .select(['ownerId', 'shipId'])
    .where('id', '=', controllerId)
    .executeTakeFirstOrThrow()
  if (userId === null) return
  const at = new Date(endAt)
  await store.db
    .insertInto('priceQuotes')
    .values({ currency: 'EUR', centsPerBtc, source: priceSource, observedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const pooled = miners.reduce((sum, { expectedGhs, isSolo }) => sum + (isSolo ? 0 : expectedGhs), 0)
  const network = { ...builtInNetwork, subsidySat: subsidySat(builtInNetwork.blockHeight) }
  const perDay = ((pooled * 1e9 * 86_400) / 2 ** 32) * (satPerDifficulty(network, poolFeeBasisPoints) ?? 0)
  const { receipts, payouts } = demoPayments(perDay, endAt)
  await store.db
    .insertInto('receipts')
    .values(
      receipts.map((receipt, index) => ({
        userId,
        shipId,
        coin: 'BTC' as const,
        amountSat: receipt.amountSat,
        at: new Date(receipt.at),
        source: 'pool-csv' as const,
        paidTo: 'provider' as const,
        reference: `demo-${index + 1}`,
        importedAt: at,
      })),
    )
    .execute()
  for (const { amountSat, at: paidAt } of payouts)
    await insertPayout(store.db, {
      userId,
      amountSat,
      paidAt: new Date(paidAt),
      txid: null,
      note: 'demo',
      recordedAt: at,
    })
}
