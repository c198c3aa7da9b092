/**
 * The largest fleet for one PostgreSQL: `--miners=100000 --days=365`. All miners have the days of that time and the packed values and hours of the
 * last two weeks, the first five hundred those of all of it. Measured are what an owner and the desk wait for, storing at the pace of the polls, and
 * the sweeps. Takes half an hour and 24 GB for 100,000; the short form is small.
 */
import { createTelemetry } from '../apps/server/src/modules/telemetry/telemetry.service.ts'
import { findPostgresql, openPostgresqlBench } from './lib/databases.ts'
import { chooseSize, options } from './lib/options.ts'
import { printTable, round } from './lib/report.ts'
import { minersABox, type WideFleet, writeWideFleet } from './lib/wide-fleet.ts'
import { readWide, sizeOf, workWide } from './lib/wide-measures.ts'
import { withWorkspace } from './lib/workspace.ts'

const boxes = Math.ceil((options.miners ?? chooseSize(1_000, 100_000)) / minersABox)
const days = options.days ?? chooseSize(7, 365)
const fleet: WideFleet = {
  boxes,
  days,
  recent: Math.min(days, 14),
  made: Math.min(boxes * minersABox, chooseSize(50, 500)),
  madeDays: Math.min(days, chooseSize(2, 5)),
  // Noon, when the day before has been packed.
  now: Date.UTC(2026, 9, 20, 12),
}
/** As for a machine of 24 GB; the year in partitions takes more locks in a transaction than the default has room for. */
const settings = ['shared_buffers=3GB', 'max_wal_size=4GB', 'max_locks_per_transaction=1024', 'work_mem=16MB']

await withWorkspace(async (_folder, stopLater) => {
  const binaries = findPostgresql()
  if (!binaries) return
  const database = await openPostgresqlBench(binaries, { settings })
  stopLater(() => database.close())
  const { store } = database
  const telemetry = createTelemetry(store)
  await writeWideFleet(store, telemetry, fleet)
  printTable(
    `scale-wide: ${boxes * minersABox} miners, ${database.name}`,
    [
      `${boxes} owners with a box of ${minersABox} miners each; ${days} days of every miner, the last ${fleet.recent} packed with their hours, of the first ${fleet.made} all; ${round((await sizeOf(store)) / 1e9, 1)} GB`,
      `blocks, hours and days of ${fleet.made} miners and ${fleet.madeDays} days were made by the product, all others are copies of them`,
      'sweeps as the product runs them, between the batches of ten seconds; processor of the server and of the database together',
    ],
    [
      ...(await readWide(store, telemetry, fleet, chooseSize(20, 100))),
      ...(await workWide(store, telemetry, fleet, chooseSize(2, 6))),
    ],
  )
  await database.close()
})
