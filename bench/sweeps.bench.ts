/**
 * What looking for what is due costs a large fleet: silence, conditions of alerts, closing of buckets, releases and the rest, as the product runs
 * them while boxes report. Without a past, which no sweep reads: a minute for 100,000 miners, where `scale-wide` takes half an hour.
 */
import { createTelemetry } from '../apps/server/src/modules/telemetry/telemetry.service.ts'
import { findPostgresql, openPostgresqlBench } from './lib/databases.ts'
import { chooseSize, options } from './lib/options.ts'
import { printTable } from './lib/report.ts'
import { minersABox, type WideFleet, writePresentFleet } from './lib/wide-fleet.ts'
import { workWide } from './lib/wide-measures.ts'
import { withWorkspace } from './lib/workspace.ts'

const boxes = Math.ceil((options.miners ?? chooseSize(2_000, 100_000)) / minersABox)
const now = Date.UTC(2026, 9, 20, 12)
const fleet: WideFleet = { boxes, days: 1, recent: 1, made: 1, madeDays: 1, now }

await withWorkspace(async (_folder, stopLater) => {
  const binaries = findPostgresql()
  if (!binaries) return
  const database = await openPostgresqlBench(binaries, {
    settings: ['shared_buffers=1GB', 'max_wal_size=4GB'],
  })
  stopLater(() => database.close())
  await writePresentFleet(database.store, boxes, now)
  printTable(
    `sweeps: ${boxes * minersABox} miners, ${database.name}`,
    [
      `${boxes} boxes of ${minersABox} miners that poll each 30 s, without a past; sweeps as the product runs them, between the batches of ten seconds`,
      'processor time of the server and of the database together',
    ],
    await workWide(database.store, createTelemetry(database.store), fleet, chooseSize(3, 8)),
  )
  await database.close()
})
