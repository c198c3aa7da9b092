import type { Sample } from '@shipminer/contract/telemetry'
import { sql } from 'kysely'
import type { Telemetry } from '../../apps/server/src/modules/telemetry/telemetry.service.ts'
import type { Store } from '../../apps/server/src/platform/db/store.ts'
import { controllerId, writeFleetHistory } from './fleet-history.ts'
import { writeBoxSums, writeCopiedPast, writeMadeDay } from './packed-past.ts'
import { say } from './report.ts'

const dayMs = 86_400_000
export const minersABox = 50
/** A release that is being rolled out to all boxes, of which some have not reported yet. */
const rolloutId = '00000000-0000-4000-9000-000000000001'

export type WideFleet = {
  boxes: number
  /** Days of before today: of the first `made` miners with all their 5-minute values and hours, of all others of the last `recent`. */
  days: number
  recent: number
  made: number
  madeDays: number
  now: number
}

/** Fills a database with a fleet of many miners: current, with its open day, and with a past. */
export async function writeWideFleet(store: Store, telemetry: Telemetry, fleet: WideFleet): Promise<void> {
  const { boxes, now } = fleet
  const db = store.maintenance
  const today = Math.floor(now / dayMs) * dayMs
  const startedAt = performance.now()
  const progress = (what: string) => say(`${what}, ${Math.round((performance.now() - startedAt) / 1000)} s`)
  await writeFleetHistory(
    store,
    { owners: boxes, minersPerOwner: minersABox, days: 0, deepOwners: 0, recentOwners: 0, now },
    () => undefined,
  )
  progress('boxes and miners')
  await writeCopiedPast(store, telemetry, { ...fleet, today }, (done) => {
    if (done % 50 === 0) progress(`${done} of ${fleet.days} days`)
  })
  await writeMadeDay(store, today, { buckets: Math.floor((now - today) / 300_000) })
  progress('today')
  await writeBoxSums(store, today)
  await writeRollout(store, now)
  await writeMarks(store)
  progress('sums and a release')
  await sql`VACUUM (ANALYZE)`.execute(db)
  progress('statistics')
}

/** A fleet of boxes as it is at this moment, without a past, with a release that is being rolled out. */
export async function writePresentFleet(store: Store, boxes: number, now: number): Promise<void> {
  await writeFleetHistory(
    store,
    { owners: boxes, minersPerOwner: minersABox, days: 0, deepOwners: 0, recentOwners: 0, now },
    () => undefined,
  )
  await writeRollout(store, now)
  await writeMarks(store)
  await sql`VACUUM (ANALYZE)`.execute(store.maintenance)
}

/** What sweeps remember of miners, as an earlier one left it. */
async function writeMarks({ maintenance: db }: Store): Promise<void> {
  await sql`INSERT INTO miner_marks (miner_id, pool, blocks_found)
    SELECT id, 'stratum+tcp://pool-0.example:3333 aurora.hydro-01', 0 FROM miners`.execute(db)
}

async function writeRollout({ maintenance: db }: Store, now: number): Promise<void> {
  await sql`UPDATE controllers SET public_key = decode(md5(id) || md5(id || 'k'), 'hex')`.execute(db)
  await sql`INSERT INTO controller_releases (version, manifest, signature, archive, published_at) VALUES ('0.1.0', '{}', '', '', now())`.execute(
    db,
  )
  await sql`INSERT INTO rollouts (id, version, state, stages, stage, started_at, stage_started_at, report_within_ms, tolerated)
    VALUES (${rolloutId}, '0.1.0', 'running', '[{"percent": 100}]', 0, ${new Date(now - 60_000)}, ${new Date(now - 60_000)}, 86400000, 1000)`.execute(
    db,
  )
  await sql`INSERT INTO rollout_members (rollout_id, controller_id, stage, state, offered_at, changed_at)
    SELECT ${rolloutId}, id, 0, CASE WHEN random() < 0.9 THEN 'reported-in' ELSE 'offered' END, ${new Date(now - 60_000)}, ${new Date(now - 60_000)}
    FROM controllers`.execute(db)
}

/** One poll of a box: a sample of each of its miners. */
export function samplesOf(box: number, at: number): Sample[] {
  return Array.from({ length: minersABox }, (_, place) => {
    const miner = box * minersABox + place + 1
    return {
      deviceKey: `serial:bench-${miner}`,
      sampledAt: at,
      periodSeconds: 30,
      state: 'mining',
      hashrateGhs: 253_000 + ((at / 1000 + miner * 7919) % 4_000),
      powerWatts: 5_300 + (miner % 200),
      temperatureDeciC: 570 + (miner % 20),
      uptimeSeconds: 864_000,
      acceptedShares: 1 + (miner % 3),
      rejectedShares: 0,
      staleShares: 0,
      acceptedDifficultyMilli: (1 + (miner % 3)) * 65_536_000,
      flags: [],
    }
  })
}

/** What boxes said so far: each batch has the next number. */
export type Boxes = { report(box: number, at: number, receivedAt: number): Promise<void> }

export function createBoxes(telemetry: Telemetry): Boxes {
  // Above what earlier boxes of this database said.
  const first = Date.now()
  const seqOf = new Map<number, number>()
  return {
    async report(box, at, receivedAt) {
      const seq = (seqOf.get(box) ?? first) + 1
      seqOf.set(box, seq)
      const { stored } = await telemetry.ingestBatch({
        controllerId: controllerId(box),
        batch: { seq, samples: samplesOf(box, at), devices: [], events: [] },
        clockOffsetMs: 0,
        receivedAt,
      })
      if (stored !== minersABox) throw new Error(`${stored} of ${minersABox} samples stored`)
    },
  }
}
